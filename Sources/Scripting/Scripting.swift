// The Scripting module.
