@preconcurrency import Glibc

/// A program that the test started, with its three streams in files that cannot block it.
///
/// Standard output and error go to files without a name, so nothing has to be drained while it runs; only a
/// stream asked for as a pipe is one.
package final class ChildProcess {
  package enum Stream {
    case captured
    case pipe
  }

  package let identifier: pid_t
  /// Our end of the pipe to its standard input, or −1.
  package private(set) var inputPipe: Int32 = -1
  /// Our end of the pipe from its standard output, or −1.
  package private(set) var outputPipe: Int32 = -1
  private let output: Int32
  private let errors: Int32
  private(set) var status: Int32?
  /// What it and its threads used of the processor, in seconds, once it has ended.
  private(set) var processorSeconds = 0.0

  /// Starts `program` (searched in `PATH` unless it has a slash).
  ///
  /// `environment` nil inherits ours; `folder` is where it runs; `input` is what it reads, and
  /// `.pipe` for `inputStream` gives `inputPipe` instead.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    folder: String? = nil, input: [UInt8] = [], inputStream: Stream = .captured,
    outputStream: Stream = .captured
  ) {
    // A program that stops reading must not take the test run with it.
    signal(SIGPIPE, SIG_IGN)
    // One start at a time: between the making of a descriptor and its closing mark another start
    // would hand it to a stranger, and a pipe held by a stranger never ends.
    startLock.lock()
    defer { startLock.unlock() }
    output = makeNamelessFile()
    errors = makeNamelessFile()
    var childInput = makeNamelessFile()
    var childOutput = output
    if inputStream == .pipe {
      close(childInput)
      (childInput, inputPipe) = makePipe()
    } else {
      _ = writeAll(childInput, input)
      lseek(childInput, 0, SEEK_SET)
    }
    if outputStream == .pipe { (outputPipe, childOutput) = makePipe() }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    let (program, arguments) =
      folder.map { ("env", ["-C", $0, program] + arguments) } ?? (program, arguments)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] } ?? []
    var started: pid_t = 0
    let failure =
      environment == nil
      ? posix_spawnp(&started, program, &actions, &attributes, &words, environ)
      : posix_spawnp(&started, program, &actions, &attributes, &words, &variables)
    for word in words + variables { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(childInput)
    if outputStream == .pipe { close(childOutput) }
    guard failure == 0 else { fatalError("\(program): \(String(cString: strerror(failure)))") }
    identifier = started
  }

  deinit {
    if status == nil {
      kill(identifier, SIGKILL)
      _ = wait()
    }
    closeInput()
    if outputPipe >= 0 { close(outputPipe) }
    close(output)
    close(errors)
  }

  package func closeInput() {
    if inputPipe >= 0 { close(inputPipe) }
    inputPipe = -1
  }

  package func send(_ signal: Int32) { kill(identifier, signal) }

  /// True once it has ended; does not wait.
  package var hasEnded: Bool {
    if status != nil { return true }
    return collect(WNOHANG)
  }

  /// Takes the status of a process that has ended.
  private func collect(_ options: Int32) -> Bool {
    var (word, usage) = (Int32(0), rusage())
    guard wait4(identifier, &word, options, &usage) == identifier else { return false }
    status = word
    processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    return true
  }

  /// Waits for the end: the exit status, or 128 + the signal that ended it, as a shell says it.
  @discardableResult
  package func wait() -> Int32 {
    while status == nil { _ = collect(0) }
    let word = status!
    return word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
  }

  package var outputText: String { String(decoding: outputBytes, as: UTF8.self) }
  package var outputBytes: [UInt8] { bytes(of: output) }
  package var errorText: String { String(decoding: bytes(of: errors), as: UTF8.self) }

  private func bytes(of file: Int32) -> [UInt8] {
    lseek(file, 0, SEEK_SET)
    return readAll(file)
  }
}

/// Serialises the starting of programs.
private let startLock = Lock()

private final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  init() { pthread_mutex_init(mutex, nil) }
  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}

private func makePipe() -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { fatalError("pipe: \(String(cString: strerror(errno)))") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

private func makeNamelessFile() -> Int32 {
  var template = Array("/tmp/vscript-stream-XXXXXX".utf8CString)
  let file = mkstemp(&template)
  guard file >= 0 else { fatalError("mkstemp: \(String(cString: strerror(errno)))") }
  unlink(template)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  return file
}

/// Runs a tool that has to succeed and returns what it printed; traps with its own words if not.
package func runTool(_ program: String, _ arguments: [String], input: [UInt8] = []) -> String {
  let tool = ChildProcess(program, arguments, input: input)
  let status = tool.wait()
  guard status == 0 else {
    fatalError("\(program) \(arguments.joined(separator: " ")): \(status): \(tool.errorText)")
  }
  return tool.outputText
}
