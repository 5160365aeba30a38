import Composition
import Geometry
import LuaRuntime

extension MediaType: LuaChoice {}
extension Fit: LuaChoice {}
extension BlendMode: LuaChoice {}
extension VideoComposition.FrameTiming: LuaChoice {}
extension TimePitchAlgorithm: LuaChoice {}
extension AnimatedProperty: LuaChoice {}
