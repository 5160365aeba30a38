import Media

/// A fault inside a source that did not stop the job, with the file that it is in.
package struct SourceIssue: Sendable {
  package let path: String
  package let issue: DecodeIssue
}

/// Runs work on a file's pictures, whose failures then name it.
func naming<Result>(_ path: String?, _ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as MediaError {
    guard let path else { throw error }
    throw error.naming(path, action: "use the picture of")
  }
}

extension [SourceIssue] {
  /// One for each kind of fault in each file, with their counts, files in the order of their first.
  var gathered: [SourceIssue] {
    var logs: [String: IssueLog] = [:]
    var paths: [String] = []
    for issue in self {
      if logs[issue.path] == nil { paths.append(issue.path) }
      logs[issue.path, default: IssueLog()].add(issue.issue)
    }
    return paths.flatMap { path in
      (logs[path]?.issues ?? []).map { SourceIssue(path: path, issue: $0) }
    }
  }
}
