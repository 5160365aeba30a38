// The bridge.
