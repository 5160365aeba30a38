import Composition
import Geometry
import LuaRuntime
import Timing

/// A value of an animated property as scripts read it.
protocol ScriptAnimatable: Animatable, LuaDecodable {
  associatedtype Result: LuaEncodable
  var scriptValue: Result { get }
}

extension Double: ScriptAnimatable {
  var scriptValue: NumberResult { NumberResult(self) }
}

extension Transform: ScriptAnimatable {
  var scriptValue: Transform { self }
}

extension Rect: ScriptAnimatable {
  var scriptValue: Rect { self }
}

extension LuaClassBuilder {
  /// Adds the members of one animated property: `set_…`, `set_…_ramp`, `…_ramp` and `…_at`.
  func animated<Value: ScriptAnimatable>(
    _ property: AnimatedProperty, _ path: ReferenceWritableKeyPath<Object, Animated<Value>>
  ) {
    let (name, label) = (property.rawValue, property.label)
    method("set_\(name)(value, at)", "Fixes the \(label) from a time until the next entry.") {
      (object: Object, value: Value, at: Time) in try object[keyPath: path].set(value, at: at)
    }
    method(
      "set_\(name)_ramp(from, to, range, options)",
      "Lets the \(label) run from one value to another over a range, and stay there."
    ) { (object: Object, from: Value, to: Value, range: TimeRange, options: RampOptions) in
      try object[keyPath: path].setRamp(from, to, range, easing: options.easing)
    }
    method(
      "\(name)_ramp(time) -> from, to, range",
      "The ramp at a time, else the next one; nothing after the last."
    ) { (object: Object, time: Time) -> LuaResults in
      guard let ramp = object[keyPath: path].ramp(at: time) else { return LuaResults([]) }
      return LuaResults([ramp.from.scriptValue, ramp.to.scriptValue, ramp.range])
    }
    method("\(name)_at(time)", "The \(label) that is used at a time.") {
      (object: Object, time: Time) in object[keyPath: path].value(at: time).scriptValue
    }
  }
}

/// The entries of an animated property as a list of `{ from =, to =, range =, easing = }`.
func rampRecords<Value: ScriptAnimatable>(_ animated: Animated<Value>) -> [LuaRecord] {
  animated.ramps.map {
    [
      "from": $0.from.scriptValue, "to": $0.to.scriptValue, "range": $0.range,
      "easing": EasingResult($0.easing),
    ]
  }
}

/// How a ramp runs between its ends.
struct RampOptions: LuaOptions {
  var easing = Easing.linear

  static var options: [LuaOption<Self>] {
    [
      .optional(
        "easing",
        "A curve by name, { x1, y1, x2, y2 }, { \"spring\" }, { \"steps\", n }, or a function of 0 to 1."
      ) { (options: inout Self, easing: EasingArgument) in options.easing = easing.easing }
    ]
  }
}
