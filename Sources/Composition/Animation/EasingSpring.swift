import Glibc

/// A mass on a damped spring that is let go at 0 and comes to rest at 1.
///
/// The whole of a ramp is the time until it has settled to a thousandth.
package struct EasingSpring: Hashable, Sendable {
  package let mass: Double
  package let stiffness: Double
  package let damping: Double
  /// How fast it moves at first, in distances per second of its own time.
  package let velocity: Double
  /// Its own time until it has settled, in seconds.
  private let settlingTime: Double

  /// Nil where it would not come to rest: all but the velocity must be above 0.
  package init?(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, velocity: Double = 0
  ) {
    guard mass > 0, stiffness > 0, damping > 0, velocity.isFinite,
      (mass * stiffness * damping).isFinite
    else { return nil }
    (self.mass, self.stiffness, self.damping, self.velocity) = (mass, stiffness, damping, velocity)
    let movement = Movement(mass, stiffness, damping, velocity)
    settlingTime = movement.settlingTime
    guard settlingTime.isFinite, settlingTime > 0 else { return nil }
  }

  func callAsFunction(_ progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    let movement = Movement(mass, stiffness, damping, velocity)
    // The last thousandth is spread over the whole, so that the end is met without a step.
    let rest = 1 - movement.place(settlingTime)
    return movement.place(progress * settlingTime) + rest * progress
  }

  /// The solution of the equation of motion.
  private struct Movement {
    /// Undamped angular frequency, and the share of critical damping.
    private let frequency, ratio, velocity: Double

    init(_ mass: Double, _ stiffness: Double, _ damping: Double, _ velocity: Double) {
      frequency = (stiffness / mass).squareRoot()
      ratio = damping / (2 * (stiffness * mass).squareRoot())
      self.velocity = velocity
    }

    func place(_ time: Double) -> Double {
      let decay = ratio * frequency
      if ratio < 1 {
        let turn = frequency * (1 - ratio * ratio).squareRoot()
        return 1 - exp(-decay * time)
          * (cos(turn * time) + (decay - velocity) / turn * sin(turn * time))
      }
      if ratio == 1 { return 1 - exp(-frequency * time) * (1 + (frequency - velocity) * time) }
      let spread = frequency * (ratio * ratio - 1).squareRoot()
      let (slow, fast) = (decay - spread, decay + spread)
      return 1
        - ((fast - velocity) * exp(-slow * time) - (slow - velocity) * exp(-fast * time))
        / (2 * spread)
    }

    /// When the envelope of what is left falls below a thousandth.
    var settlingTime: Double {
      let decay = ratio * frequency
      if ratio < 1 {
        let turn = frequency * (1 - ratio * ratio).squareRoot()
        let side = (decay - velocity) / turn
        return log(1000 * (1 + side * side).squareRoot()) / decay
      }
      // Without oscillation it passes the end at most once, after that it only comes nearer.
      var time = 1 / decay
      for _ in 0..<200 where (1 - place(time)).magnitude > 0.001 { time *= 1.25 }
      return time
    }
  }
}
