import CFFmpeg
import Geometry

extension FilterCall {
  /// The filters of a chain in libavfilter's own writing, `hue=s=0,gblur=5`, none of them checked.
  ///
  /// Values without a name go to the filter's options in their order.
  package static func chain(_ text: String) throws(MediaError) -> [FilterCall] {
    func refused(_ reason: String, _ hint: String) -> MediaError {
      MediaError(
        .filterRefused, action: "read the filters '\(text)'", detail: reason, hint: hint)
    }
    guard !text.utf8.contains(0) else {
      throw refused("it is no text", "write filters as in \"gblur=sigma=5\"")
    }
    var calls: [FilterCall] = []
    var rest = text[...]
    while true {
      guard let (name, afterName) = token(rest, endingAt: "=,;[") else {
        throw refused("it cannot be read", "write filters as in \"gblur=sigma=5\"")
      }
      guard !name.isEmpty else {
        throw refused("a filter has no name", "write filters as in \"hue=s=0,gblur=sigma=5\"")
      }
      rest = afterName
      var arguments = ""
      if rest.first == "=", let (value, after) = token(rest.dropFirst(), endingAt: "[],;") {
        (arguments, rest) = (value, after)
      }
      calls.append(try call(name, arguments))
      guard let separator = rest.first else { return calls }
      guard separator == "," else {
        throw refused(
          "'\(separator)' joins several chains or names their ends",
          "use one chain: filters with a comma between them")
      }
      rest = rest.dropFirst()
    }
  }

  /// A part of a chain without its quotes, and what comes after it.
  private static func token(
    _ text: Substring, endingAt ends: String
  ) -> (token: String, rest: Substring)? {
    String(text).withCString { start -> (String, Int)? in
      var place: UnsafePointer<CChar>? = start
      guard let token = av_get_token(&place, ends), let place else { return nil }
      defer { av_free(token) }
      return (String(cString: token), place - start)
    }.map { ($0.0, Substring(text.utf8.dropFirst($0.1))) }
  }

  /// A filter with its options in one text.
  private static func call(_ name: String, _ text: String) throws(MediaError) -> FilterCall {
    guard !text.isEmpty else { return FilterCall(name) }
    // A place may have several names, of which the first counts.
    var positional: [String] = []
    var lastOffset: Int32?
    for option in try FilterLibrary.load().options(of: name) where option.offset != lastOffset {
      positional.append(option.name)
      lastOffset = option.offset
    }
    var options: [Option] = []
    var rest = text
    while !rest.isEmpty {
      var (key, value): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
      var used = 0
      let status = rest.withCString { start -> Int32 in
        var place: UnsafePointer<CChar>? = start
        let flags = positional.isEmpty ? 0 : UInt32(AV_OPT_FLAG_IMPLICIT_KEY)
        let status = av_opt_get_key_value(&place, "=", ":", flags, &key, &value)
        used = place.map { $0 - start } ?? 0
        return status
      }
      defer {
        av_free(key)
        av_free(value)
      }
      guard status >= 0, let value else {
        throw MediaError(
          .invalidOption, action: "use the filter '\(name)'",
          detail: "'\(rest)' is no option: there is no value, or no name left for it",
          hint: "write options as in \"gblur=sigma=5:steps=2\"")
      }
      if let key {
        positional = []
        options.append(Option(String(cString: key), String(cString: value)))
      } else {
        options.append(Option(positional.removeFirst(), String(cString: value)))
      }
      rest = String(decoding: Array(rest.utf8.dropFirst(used)), as: UTF8.self)
      if rest.first == ":" { rest.removeFirst() }
    }
    return FilterCall(name, options)
  }
}
