import Composition
import LuaRuntime
import Timing

/// What the prompt's commands are about when they are not told: what was made, changed or looked at
/// last.
struct PromptSubject {
  /// A composition or an asset.
  private(set) var edit: LuaValue = .nil
  /// The global that holds it; nil for the value of an expression.
  private(set) var name: String?
  private(set) var videoComposition: LuaValue = .nil
  private(set) var audioMix: LuaValue = .nil
  /// The objects that globals held after the line before, and how much was in each edit.
  private var known: [String: Known] = [:]

  private struct Known: Equatable {
    let identity: UnsafeRawPointer
    /// Length, tracks and segments of an edit.
    var content: Content?
  }

  private struct Content: Equatable {
    let duration: Time
    let tracks: Int
    let segments: Int

    init(_ edit: Composition) {
      duration = edit.duration
      tracks = edit.tracks.count
      segments = edit.tracks.reduce(0) { $0 + $1.segments.count }
    }
  }

  /// Takes notice of what a line left in the globals, and of its value.
  ///
  /// An edit counts for more than the assets that were opened beside it.
  mutating func update(after values: [LuaValue], in state: LuaState) {
    var found: [String: Known] = [:]
    var assets: [(String, LuaValue)] = []
    var edits: [(String, LuaValue)] = []
    for (key, value) in (try? state.globals.entries()) ?? [] {
      guard let name = key.text, name != "_", case .object(let object) = value else { continue }
      guard let kind = object.luaClass?.name, let identity = state.identity(of: value) else {
        continue
      }
      let content = value.as(CompositionObject.self).map { Content($0.value) }
      found[name] = Known(identity: identity, content: content)
      guard known[name] != found[name] else { continue }
      // One that was there before and has nothing to show is not what is worked on.
      if let content, known[name]?.identity == identity, content.duration == .zero { continue }
      switch kind {
      case CompositionObject.luaName: edits.append((name, value))
      case AssetObject.luaName: assets.append((name, value))
      case VideoCompositionObject.luaName: videoComposition = value
      case AudioMixObject.luaName: audioMix = value
      default: break
      }
    }
    known = found
    if let value = values.first, Self.isEdit(value) {
      edit = value
      let identity = state.identity(of: value)
      name = found.filter { $0.value.identity == identity }.keys.sorted().first
    }
    // Of several that came at once the longest is the film, and the first name of equals.
    func isMore(_ a: (String, LuaValue), _ b: (String, LuaValue)) -> Bool {
      let (first, second) = (Self.duration(of: a.1), Self.duration(of: b.1))
      return first == second ? a.0 < b.0 : first > second
    }
    if let chosen = (edits.isEmpty ? assets : edits).sorted(by: isMore).first {
      (name, edit) = (chosen.0, chosen.1)
    }
  }

  private static func duration(of value: LuaValue) -> Time {
    value.as(CompositionObject.self)?.value.duration
      ?? value.as(AssetObject.self)?.duration ?? .zero
  }

  private static func isEdit(_ value: LuaValue) -> Bool {
    guard case .object(let object) = value else { return false }
    let kind = object.luaClass?.name
    return kind == CompositionObject.luaName || kind == AssetObject.luaName
  }
}
