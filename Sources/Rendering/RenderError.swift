import Timing

/// Why an export, a picture or a plan could not be made, in terms of the edit.
///
/// Failures of files keep their own `MediaError`, and faults of the edit their `CompositionError`;
/// this type is for what only the renderer knows: the request and how its parts fit together.
package struct RenderError: Error, Sendable {
  /// A stable word for scripts to test.
  package let code: String
  /// The reference's error number, where it has one.
  package let number: Int?
  package let message: String
  package let path: String?
  package let time: Time?
  /// What the user can do about it.
  package let hint: String?

  package init(
    _ code: String, number: Int? = nil, _ message: String, path: String? = nil, time: Time? = nil,
    hint: String? = nil
  ) {
    self.code = code
    self.number = number
    self.message = message
    self.path = path
    self.time = time
    self.hint = hint
  }
}

extension RenderError: CustomStringConvertible {
  package var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
