// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is compiled alike: Swift 6 mode, imports stated where they are used.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A Swift module of ours; `imports` is the whole list of what it may see.
func module(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// The tests of one module.
func tests(of name: String, also imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + imports,
    swiftSettings: settings)
}

let package = Package(
  name: "vscript",
  products: [.executable(name: "vscript", targets: ["vscript"])],
  targets: [
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat", providers: [.apt(["libavformat-dev"])]),
    .systemLibrary(name: "CZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"])]),
    .systemLibrary(name: "CSDL2", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(name: "CEditline", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "CLuaBridge", dependencies: ["CLua"]),

    module("Timing"),
    module("Geometry"),
    module("Imaging", imports: ["Geometry"]),
    module("Composition", imports: ["Timing", "Geometry"]),
    module("Media", imports: ["CFFmpeg", "CZimg", "Timing", "Geometry", "Imaging"]),
    module("Rendering", imports: ["Composition", "Media", "Imaging", "Geometry", "Timing"]),
    module(
      "Playback",
      imports: ["CSDL2", "Rendering", "Composition", "Media", "Imaging", "Geometry", "Timing"]),
    module("LuaRuntime", imports: ["CLuaBridge"]),
    module(
      "Scripting",
      imports: [
        "LuaRuntime", "Playback", "Rendering", "Media", "Composition", "Imaging", "Geometry",
        "Timing",
      ]),
    .executableTarget(
      name: "vscript", dependencies: ["Scripting", "LuaRuntime", "CEditline"],
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "filmcheck", dependencies: ["TestSupport"], path: "Tests/filmcheck",
      swiftSettings: settings),
    .executableTarget(
      name: "kernelbench", dependencies: ["Geometry", "Imaging", "Media"],
      path: "Tests/kernelbench", swiftSettings: settings),
    .testTarget(
      name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MergeTests", dependencies: ["TestSupport"], exclude: ["Scenarios"],
      swiftSettings: settings),
    tests(of: "Timing"),
    tests(of: "Rendering", also: ["Composition", "Media", "Imaging", "Geometry", "Timing"]),
    tests(
      of: "Playback", also: ["Rendering", "Composition", "Media", "Imaging", "Timing"]),
    tests(of: "Geometry"),
    tests(of: "Composition", also: ["Timing", "Geometry"]),
    tests(of: "Imaging", also: ["Geometry"]),
    tests(of: "Media", also: ["CFFmpeg", "Imaging", "Geometry", "Timing"]),
    .target(
      name: "LuaTestSupport", dependencies: ["LuaRuntime"], path: "Tests/LuaTestSupport",
      swiftSettings: settings),
    tests(of: "LuaRuntime", also: ["LuaTestSupport"]),
    tests(
      of: "Scripting",
      also: [
        "LuaRuntime", "LuaTestSupport", "Rendering", "Media", "Composition", "Geometry", "Timing",
      ]),
    .testTarget(
      name: "ScriptTests", dependencies: ["vscript", "TestSupport"],
      exclude: ["Scenarios", "Errors"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzz targets have no `main` of their own; `Scripts/dev/fuzz` asks for them.
if Context.environment["VSCRIPT_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["Scripting", "LuaRuntime", "Rendering", "Media", "Timing"],
      path: "Tests/fuzz", swiftSettings: settings))
  package.products.append(.executable(name: "fuzz", targets: ["fuzz"]))
}
