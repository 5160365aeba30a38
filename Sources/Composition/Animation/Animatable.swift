import Geometry

/// What a property of a layer or of a sound track is called, and what it may be.
package enum AnimatedProperty: String, Hashable, Sendable, CaseIterable {
  case opacity, transform
  case cropRectangle = "crop_rectangle"
  case volume
  /// −1 is left, 1 is right.
  case pan

  package var label: String { self == .cropRectangle ? "crop rectangle" : rawValue }

  /// For messages: completes "opacity …".
  var limits: String {
    switch self {
    case .opacity: "must be between 0 and 1"
    case .transform: "must be six finite numbers"
    case .cropRectangle:
      "must be four finite numbers with sides of 0 or more, or infinite as a whole"
    case .volume: "must be a finite number, 0 or more"
    case .pan: "must be between -1 (left) and 1 (right)"
    }
  }

  /// What a number may be.
  var range: ClosedRange<Double> {
    switch self {
    case .opacity: 0...1
    case .pan: -1...1
    case .volume, .transform, .cropRectangle: 0...Double.greatestFiniteMagnitude
    }
  }
}

/// A value that can change over time.
package protocol Animatable: Hashable, Sendable {
  /// The value between two others; `fraction` is 0…1, or beyond where an easing overshoots.
  static func interpolate(_ from: Self, _ to: Self, _ fraction: Double) -> Self
  /// The nearest value that a property may have: an easing may overshoot what it leads to.
  func limited(as property: AnimatedProperty) -> Self
  /// Whether a property may have this value.
  func isAllowed(as property: AnimatedProperty) -> Bool
}

extension Double: Animatable {
  package static func interpolate(_ from: Double, _ to: Double, _ fraction: Double) -> Double {
    fraction == 1 ? to : from + (to - from) * fraction
  }

  package func limited(as property: AnimatedProperty) -> Double {
    min(max(self, property.range.lowerBound), property.range.upperBound)
  }

  package func isAllowed(as property: AnimatedProperty) -> Bool {
    isFinite && property.range.contains(self)
  }
}

extension Transform: Animatable {
  /// Each of the six numbers by itself, so a turn shrinks half-way: the reference's rule.
  package static func interpolate(_ from: Transform, _ to: Transform, _ fraction: Double)
    -> Transform
  {
    func between(_ part: KeyPath<Transform, Double>) -> Double {
      .interpolate(from[keyPath: part], to[keyPath: part], fraction)
    }
    return Transform(
      a: between(\.a), b: between(\.b), c: between(\.c), d: between(\.d), tx: between(\.tx),
      ty: between(\.ty))
  }

  package func limited(as property: AnimatedProperty) -> Transform { self }

  package func isAllowed(as property: AnimatedProperty) -> Bool {
    [a, b, c, d, tx, ty].allSatisfy(\.isFinite)
  }
}

extension Rect: Animatable {
  /// Position and size each by itself, also of an empty rectangle.
  ///
  /// Between an infinite rectangle and another there is nothing: it stays infinite to the end.
  package static func interpolate(_ from: Rect, _ to: Rect, _ fraction: Double) -> Rect {
    if from.isInfinite || to.isInfinite { return fraction < 1 ? .infinite : to }
    func between(_ part: KeyPath<Rect, Double>) -> Double {
      .interpolate(from[keyPath: part], to[keyPath: part], fraction)
    }
    return Rect(
      x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
  }

  package func limited(as property: AnimatedProperty) -> Rect {
    isInfinite || (width >= 0 && height >= 0)
      ? self : Rect(x: x, y: y, width: max(width, 0), height: max(height, 0))
  }

  package func isAllowed(as property: AnimatedProperty) -> Bool {
    isInfinite
      || ([x, y, width, height].allSatisfy(\.isFinite) && width >= 0 && height >= 0)
  }
}
