// The Media module.
