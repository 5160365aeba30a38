import Media

/// A reader of pictures that is opened on a thread of its own, to be there when it is needed.
///
/// It is handed out once, to the thread that uses it from then on. One that is let go is waited for.
final class PreparedReader {
  let key: PictureSource.Key
  let path: String
  private let worker: Worker
  private let box = Box()
  private var isJoined = false

  /// What the thread leaves behind; it is looked at after the thread has ended.
  private final class Box: @unchecked Sendable {
    var result: Result<VideoReader, any Error>?
    var time = Duration.zero
  }

  init(_ key: PictureSource.Key, path: String, _ open: @escaping @Sendable () throws -> VideoReader)
  {
    (self.key, self.path) = (key, path)
    worker = Worker { [box] in
      let start = ContinuousClock.now
      box.result = Result { try open() }
      box.time = ContinuousClock.now - start
    }
  }

  /// How long it took; waits for its end.
  var time: Duration {
    finish()
    return box.time
  }

  /// The reader, once.
  func take() throws -> VideoReader? {
    finish()
    defer { box.result = nil }
    return try box.result?.get()
  }

  private func finish() {
    guard !isJoined else { return }
    isJoined = true
    worker.join()
  }

  deinit { finish() }
}
