import Composition
import LuaRuntime
import Media
import Playback
import Rendering

/// An error of a call that makes no sense as it was written.
func refusal(_ message: String, hint: String? = nil) -> LuaError {
  LuaError(code: LuaError.Code.badArgument, message: message, hint: hint)
}

extension MediaError: LuaErrorConvertible {
  package var luaCode: String { code }
  package var luaNumber: Int? { number }
  package var luaMessage: String { message }
  package var luaPath: String? { path }
  package var luaTime: (any LuaEncodable)? { time }
  package var luaHint: String? { hint }
}

extension RenderError: LuaErrorConvertible {
  package var luaCode: String { code }
  package var luaNumber: Int? { number }
  package var luaMessage: String { message }
  package var luaPath: String? { path }
  package var luaTime: (any LuaEncodable)? { time }
  package var luaHint: String? { hint }
}

extension CompositionError: LuaErrorConvertible {
  package var luaCode: String { code }
  package var luaNumber: Int? { number }
  package var luaMessage: String { message }
  package var luaPath: String? { path }
  package var luaTime: (any LuaEncodable)? { time }
  package var luaHint: String? { hint }
}

extension PlaybackError: LuaErrorConvertible {
  package var luaCode: String { code }
  package var luaMessage: String { message }
  package var luaHint: String? { hint }
}

extension Cancelled: LuaErrorConvertible {
  package var luaCode: String { "cancelled" }
  package var luaNumber: Int? { -11878 }
  package var luaMessage: String { "the export was cancelled; nothing was written" }
}
