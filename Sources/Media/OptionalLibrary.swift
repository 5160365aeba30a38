@preconcurrency import Glibc

/// A library that is loaded when it is first needed, and whose functions are found by name.
///
/// It stays loaded until the process ends: what was found in it is kept as plain pointers.
package struct OptionalLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Why a library cannot be used.
  package struct Unusable: Error {
    package let reason: String
  }

  package init(_ file: String) throws(Unusable) {
    guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw Unusable(reason: dlerror().map { String(cString: $0) } ?? "not found")
    }
    self.handle = handle
  }

  /// The function of that name, which must have the C type `Function`: nothing can check that.
  package func function<Function>(_ name: String) throws(Unusable) -> Function {
    guard let address = dlsym(handle, name) else { throw Unusable(reason: "it has no \(name)") }
    return unsafeBitCast(address, to: Function.self)
  }
}
