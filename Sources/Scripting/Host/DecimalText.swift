import Timing

/// A number with a fixed count of decimals, rounded; `trimmed` drops zeros at its end.
func decimalText(_ number: Double, places: Int, trimmed: Bool = false) -> String {
  guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
  var scale = 1
  for _ in 0..<places { scale *= 10 }
  let units = Int((number.magnitude * Double(scale)).rounded())
  let (whole, rest) = units.quotientAndRemainder(dividingBy: scale)
  var text = "\(whole)"
  if places > 0 {
    let digits = "\(rest)"
    text += "." + String(repeating: "0", count: places - digits.count) + digits
    if trimmed {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
  }
  return number < 0 && units != 0 ? "-" + text : text
}

/// Seconds to the millisecond: what people read; the exact value is the time's own text.
func secondsText(_ time: Time) -> String {
  guard time.isNumeric else { return "\(time)" }
  let thousandths = time.units(per: 1000)
  return decimalText(Double(thousandths) / 1000, places: 3, trimmed: true)
}

/// A count of bytes in the unit people use for it.
func sizeText(_ bytes: Int64) -> String {
  if bytes < 1000 { return "\(bytes) bytes" }
  var (amount, unit) = (Double(bytes) / 1000, "kB")
  for larger in ["MB", "GB", "TB"] where amount >= 999.5 {
    (amount, unit) = (amount / 1000, larger)
  }
  return decimalText(amount, places: amount < 10 ? 1 : 0) + " " + unit
}

/// Minutes and seconds, with hours where there are any: `0:07`, `1:02:03`.
func clockText(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "--:--" }
  let total = Int(seconds.rounded(.up))
  func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (hours, minutes) = (total / 3600, total / 60 % 60)
  let tail = padded(total % 60)
  return hours > 0 ? "\(hours):\(padded(minutes)):\(tail)" : "\(minutes):\(tail)"
}
