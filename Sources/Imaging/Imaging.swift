// The Imaging module.
