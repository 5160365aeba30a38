import Timing

extension MediaError {
  /// One line: what was asked, of which file and time, what is wrong, what the library said.
  package var message: String {
    var text = action.map { "cannot \($0)" } ?? "cannot use"
    if let path { text += " '\(path)'" }
    if let time, time.isNumeric { text += " at \(time.secondsText) s" }
    text += ": " + (detail ?? reason)
    if let libraryMessage, libraryMessage != detail { text += " (FFmpeg: \(libraryMessage))" }
    return text
  }

  /// What the caller can do about it.
  package var hint: String? {
    if let ownHint { return ownHint }
    switch kind {
    case .fileNotFound: return "check the spelling; relative names start at the current directory"
    case .isADirectory: return "name a file inside it"
    case .notARegularFile: return "copy the data into a regular file first"
    case .permissionDenied: return "check the permissions of the file and its directory"
    case .emptyFile: return "the download or recording was probably interrupted; get it again"
    case .notMedia: return "check with 'ffprobe' that this is an audio or video file"
    case .truncatedIndex:
      return "the index of an MP4 or MOV is often at its end: get the whole file again"
    case .truncatedMedia:
      return "the download or recording was probably interrupted; get the whole file again"
    case .damagedIndex: return "rewrite it with 'ffmpeg -i IN -c copy OUT' and use the result"
    case .noTracks: return "look with 'ffprobe' at what the file holds"
    case .networkRefused:
      return "only local files are opened: download it first, or allow it: "
        + "vs.asset{ path = \"http://…\", allow_network = true }"
    case .networkFailed: return "check the address and the connection, or download it first"
    case .fileChanged: return "the file was written to while in use; open it again"
    case .playlist: return "name the files that are in it, in their order"
    case .encrypted: return "ask whoever made it for a copy without protection"
    case .unsupportedCodec: return "convert it first with a tool that knows the codec"
    case .directoryMissing: return "make the directory first"
    case .fileExists: return "choose another name, or set overwrite"
    case .outputIsInput: return "choose another name: an input is never written over"
    case .diskFull: return "free some space or write elsewhere"
    case .ioFailed: return "check the disk or the connection that the file is on"
    case .tooManyFiles:
      return "close what is no longer used, or raise the limit, as with 'ulimit -n 4096'"
    case .decodeFailed: return "the file is damaged there; leave that part out"
    case .noFrames: return "use its sound, or another file"
    case .unsupportedFormat: return "convert it first to a usual format, such as yuv420p or s16"
    case .conversionFailed: return "choose another size, format or layout"
    case .unknownCodec: return "'vscript doctor' and vs.encoders() list what there is"
    case .unknownOption: return "leave it out; 'ffmpeg -h encoder=NAME' lists an encoder's options"
    case .invalidOption: return "leave it out, or give a value that the encoder knows"
    case .unknownFilter, .filterRefused:
      return "vs.filters(\"video\") and vs.filters(\"audio\") list those that can be used"
    case .filterFailed: return "leave the filter out, or change its options"
    case .unknownFont: return "vs.fonts() lists those that there are"
    case .unsupportedOutput: return "choose another file type or codec"
    case .encodeFailed: return "leave options of the encoder out, or choose another codec"
    case .writeFailed: return "check the disk, and that the folder can be written to"
    case .interrupted: return "start it again"
    }
  }

  var reason: String {
    switch kind {
    case .fileNotFound: "no such file"
    case .isADirectory: "it is a directory"
    case .notARegularFile: "it is not a regular file"
    case .permissionDenied: "permission denied"
    case .emptyFile: "the file is empty"
    case .notMedia: "no known audio or video format"
    case .truncatedIndex: "the file ends before its index"
    case .damagedIndex: "its index is damaged"
    case .noTracks: "there is no picture and no sound in it that can be used"
    case .truncatedMedia: "the file is cut short before its first picture or sound"
    case .networkRefused: "it is on the network"
    case .networkFailed: "it could not be fetched"
    case .fileChanged: "the file has changed since it was opened"
    case .ioFailed: "reading failed"
    case .tooManyFiles: "too many files are open at once"
    case .playlist: "it is a list of other files, not one itself"
    case .encrypted: "its media is encrypted, and the key is not in it"
    case .unsupportedCodec: "there is no decoder for its codec"
    case .decodeFailed: "decoding failed"
    case .noFrames: "there is no picture in the track"
    case .unsupportedFormat: "the format is not supported"
    case .conversionFailed: "conversion failed"
    case .unknownCodec: "there is no such codec"
    case .unknownOption: "there is no such option"
    case .invalidOption: "an option has no usable value"
    case .unknownFilter: "there is no such filter"
    case .filterRefused: "it cannot be used here"
    case .filterFailed: "the filter failed"
    case .unknownFont: "there is no such font"
    case .unsupportedOutput: "the output cannot hold this"
    case .encodeFailed: "encoding failed"
    case .fileExists: "the file exists"
    case .outputIsInput: "it is also an input"
    case .directoryMissing: "its directory does not exist"
    case .diskFull: "no space left"
    case .writeFailed: "writing failed"
    case .interrupted: "it was interrupted"
    }
  }
}

extension MediaError: CustomStringConvertible {
  package var description: String { hint.map { "\(message)\n  \($0)" } ?? message }
}

extension Time {
  /// A numeric time in seconds with milliseconds, for people.
  var secondsText: String {
    let units = units(per: 1000)
    let digits = String(units.magnitude % 1000)
    return (units < 0 ? "-" : "") + "\(units.magnitude / 1000)."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
