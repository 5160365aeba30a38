import Media
import Timing

/// Puts a film's pictures together from copied packets and re-encoded parts.
///
/// Packets come out in the order of decoding, with times that are regular over all parts: each is
/// decoded `delay` frames before the frame of its number is shown.
struct PictureAssembly {
  private let plan: OutputPlan
  private let stream: CopiedStream
  private let schedule: FrameSchedule
  private let end: Time
  /// Packets so far, which is the number of the next one in the order of decoding.
  private var number = 0
  /// The sources that have been copied from.
  private var entered: Set<PictureSource.Key> = []
  /// Takes packets; false when the export is over.
  private let put: ([Packet]) -> Bool

  init?(
    _ plan: OutputPlan, schedule: FrameSchedule, end: Time, put: @escaping ([Packet]) -> Bool
  ) {
    guard let stream = plan.stream else { return nil }
    (self.plan, self.stream, self.schedule, self.end, self.put) = (plan, stream, schedule, end, put)
  }

  /// A source whose packets turned out not to be what its header promises.
  struct Fault: Error {
    let key: PictureSource.Key
    let path: String
    let reason: String
  }

  /// Makes all pictures; `next` hands out the drawn frames, in order.
  mutating func run(
    next: () -> ExportJob.TimedFrame?, report: (Int) -> Void
  ) throws {
    var waiting: [Packet] = []
    var place = 0
    while place < plan.spans.count {
      if let part = plan.spans[place].part {
        let frames = plan.spans[place].frames
        place += 1
        guard try copy(part, to: frames, after: &waiting, report) else { return }
        continue
      }
      let first = place
      while place < plan.spans.count, plan.spans[place].part == nil { place += 1 }
      let frames = plan.spans[first].frames.lowerBound..<plan.spans[place - 1].frames.upperBound
      guard flush(&waiting) else { return }
      guard let packets = try encode(frames, next, report) else { return }
      waiting = packets
    }
    _ = flush(&waiting)
  }

  private func flush(_ packets: inout [Packet]) -> Bool {
    defer { packets = [] }
    return packets.isEmpty || put(packets)
  }

  // MARK: - Re-encoded parts

  /// Encodes one part by an encoder of its own; nil when the export is over.
  ///
  /// A part between cuts is short. A long one is handed on as it comes, which only its last group of
  /// pictures is kept from: there the seam is checked.
  private mutating func encode(
    _ frames: Range<Int>, _ next: () -> ExportJob.TimedFrame?, _ report: (Int) -> Void
  ) throws -> [Packet]? {
    guard let settings = plan.island else { preconditionFailure("a part without an encoder") }
    let encoder = try IslandEncoder(settings, for: stream)
    var kept: [Packet] = []
    // Which frame a packet shows, by its time.
    var sent: [Int64: Int] = [:]
    for index in frames {
      guard let frame = next() else { return nil }
      precondition(frame.index == index, "frames come in order")
      sent[frame.pts] = index
      for packet in try encoder.encode(frame.frame, pts: frame.pts) {
        if packet.isKey, !kept.isEmpty {
          guard put(kept) else { return nil }
          kept = []
        }
        kept.append(try timed(packet, &sent))
      }
      report(index + 1)
    }
    for packet in try encoder.finish(end: time(frames.upperBound)) {
      kept.append(try timed(packet, &sent))
    }
    return kept
  }

  /// A packet of an encoder with the film's times.
  private mutating func timed(_ packet: Packet, _ sent: inout [Int64: Int]) throws -> Packet {
    guard let index = sent.removeValue(forKey: packet.shownUnits) else {
      throw MediaError(
        .encodeFailed, action: "encode beside copied pictures",
        detail: "a packet came out at a time at which no frame went in",
        hint: "reencode = \"always\" does without copying")
    }
    try time(packet, as: index)
    return packet
  }

  // MARK: - Copied parts

  private mutating func copy(
    _ part: OutputPlan.CopyPart, to frames: Range<Int>, after island: inout [Packet],
    _ report: (Int) -> Void
  ) throws -> Bool {
    let source = part.source.value
    func fault(_ reason: String) -> Fault {
      Fault(key: part.key, path: source.asset.path, reason: reason)
    }
    do {
      let copier = try PictureCopier(source, part.span, into: stream)
      var head: [Packet] = []
      // Once for every file even where nothing was encoded before: its header may lie.
      var isChecked = !entered.insert(part.key).inserted && island.isEmpty
      var count = 0
      while let item = try copier.next() {
        try time(item.packet, as: frames.lowerBound + item.offset)
        count += 1
        if count == 1, number > 1 { stream.begin(item.packet, after: !island.isEmpty) }
        if isChecked {
          guard put([item.packet]) else { return false }
          report(frames.lowerBound + item.offset + 1)
          continue
        }
        head.append(item.packet)
        // As many as let two pictures out of a decoder.
        guard head.count > stream.delay + 2 || head.count == frames.count else { continue }
        if let reason = try SeamCheck.fault(
          island: island, copied: head, source: source, in: stream)
        {
          throw fault("the seam at \(time(frames.lowerBound).exactClock) does not hold: \(reason)")
        }
        guard put(island + head) else { return false }
        (island, head, isChecked) = ([], [], true)
      }
      return true
    } catch let refusal as CopyRefusal {
      throw fault(refusal.reason)
    }
  }

  // MARK: - Times

  /// When a frame is shown; after the last one the film's end.
  private func time(_ index: Int) -> Time {
    index < schedule.count ? schedule.outputTime(of: index) : end
  }

  private func units(_ index: Int) -> Int64 {
    time(index).quotient(by: stream.timeBase, .halfAwayFromZero)
  }

  /// When the packet of a number is decoded: before the first frame, at the distance of the first two.
  private func decodingTime(of number: Int) -> Int64 {
    let index = number - stream.delay
    guard index < 0 else { return units(index) }
    return units(0) + Int64(index) * max(1, units(1) - units(0))
  }

  private mutating func time(_ packet: Packet, as index: Int) throws {
    let (shown, decoded) = (units(index), decodingTime(of: number))
    guard decoded <= shown else {
      throw CopyRefusal("its pictures are reordered further than its header says")
    }
    let isLast = index + 1 == schedule.count
    let stop =
      isLast ? end.quotient(by: stream.timeBase, .towardPositiveInfinity) : units(index + 1)
    packet.setTimes(
      shown: shown, decoded: decoded, duration: max(1, stop - shown), exactEnd: isLast ? end : nil)
    number += 1
  }
}
