// The Rendering module.
