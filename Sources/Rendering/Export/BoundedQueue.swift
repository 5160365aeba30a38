/// A queue between two stages of an export: full, it holds the producer back; empty, the consumer.
///
/// It ends in one of two ways: the producer says that nothing more will come, or either side closes
/// it (a failure, a cancel), which throws away what is in it and lets both sides go at once.
final class BoundedQueue<Element>: @unchecked Sendable {
  // Every field is guarded by `monitor`. Elements cross threads: what is put in is given away.
  private let monitor = Monitor()
  private let capacity: Int
  private var elements: [Element] = []
  private var hasFinished = false
  private var isClosed = false

  init(capacity: Int) { self.capacity = capacity }

  /// Puts an element in, waiting for room; false when the queue was closed and it was dropped.
  func put(_ element: Element) -> Bool {
    monitor.locked {
      while elements.count >= capacity && !isClosed { monitor.wait() }
      guard !isClosed else { return false }
      elements.append(element)
      monitor.signal()
      return true
    }
  }

  /// Takes the oldest element, waiting for one; nil at the end or after a close.
  func take() -> Element? {
    monitor.locked {
      while elements.isEmpty && !hasFinished && !isClosed { monitor.wait() }
      guard !isClosed, !elements.isEmpty else { return nil }
      let element = elements.removeFirst()
      monitor.signal()
      return element
    }
  }

  /// Says that nothing more will be put in; what is inside is still handed out.
  func finish() {
    monitor.locked {
      hasFinished = true
      monitor.signal()
    }
  }

  /// Ends the queue at once for both sides.
  func close() {
    monitor.locked {
      isClosed = true
      elements.removeAll()
      monitor.signal()
    }
  }
}
