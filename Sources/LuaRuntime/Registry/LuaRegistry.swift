/// A set of classes and modules.
package final class LuaRegistry {
  /// As given: classes, and the modules that are in no other.
  package let entries: [LuaClass]

  package init(_ entries: [LuaClass]) { self.entries = entries }

  /// Every class and every module, inner ones after their outer one.
  package var allClasses: [LuaClass] {
    func flatten(_ list: [LuaClass]) -> [LuaClass] {
      list.flatMap { [$0] + flatten($0.modules) }
    }
    return flatten(entries)
  }

  /// The class or module of a name: "Track", "vs.time".
  package func entry(named name: String) -> LuaClass? { allClasses.first { $0.name == name } }
}
