/// The last few objects of a kind that were made and are in use, so that equal ones become one.
///
/// Clips of one film are mostly made alike; what they have in common is then kept once.
package struct RecentObjects<Object: AnyObject> {
  private struct Entry {
    weak var object: Object?
  }

  private var entries: [Entry] = []
  private let capacity = 16

  package init() {}

  /// A known object that is like `made`, or else `made`.
  package mutating func shared(_ made: Object, isAlike: (Object, Object) -> Bool) -> Object {
    for case let known? in entries.lazy.map(\.object) where isAlike(known, made) { return known }
    if entries.count >= capacity { entries.removeFirst() }
    entries.append(Entry(object: made))
    return made
  }
}

extension RecentObjects: @unchecked Sendable where Object: Sendable {
  // A weak reference is read and dropped atomically.
}
