import Composition
import LuaRuntime

extension MediaType: LuaChoice {}
extension Fit: LuaChoice {}
extension VideoComposition.FrameTiming: LuaChoice {}
extension TimePitchAlgorithm: LuaChoice {}
extension AnimatedProperty: LuaChoice {}
