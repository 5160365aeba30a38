/// Objects by a key for as long as somebody else holds them.
///
/// An entry takes constant time, however many there are: those that are gone are looked for each
/// time the number of entries has doubled.
package struct WeakTable<Key: Hashable, Object: AnyObject> {
  private struct Entry {
    weak var object: Object?
  }

  private var entries: [Key: Entry] = [:]
  private var limit = 64

  package init() {}

  package subscript(key: Key) -> Object? {
    get { entries[key]?.object }
    set {
      if entries.count >= limit {
        entries = entries.filter { $0.value.object != nil }
        limit = max(64, entries.count * 2)
      }
      entries[key] = newValue.map { Entry(object: $0) }
    }
  }
}

extension WeakTable: @unchecked Sendable where Key: Sendable, Object: Sendable {
  // A weak reference is read and dropped atomically.
}
