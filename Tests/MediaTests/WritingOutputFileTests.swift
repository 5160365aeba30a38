import CFFmpeg
@preconcurrency import Glibc
import Testing

@testable import Media

@Suite struct WritingOutputFileTests {
  let folder = ScratchFolder()

  private func write(_ text: String, to output: OutputFile) {
    let bytes = Array(text.utf8)
    #expect(output.write(bytes, count: bytes.count))
  }

  private func text(_ name: String) -> String { run(["cat", folder.file(name)]) }

  @Test func theFileHasNoNameUntilItIsComplete() throws {
    let output = try OutputFile(path: folder.file("a.txt"))
    write("whole", to: output)
    #expect(folder.names == [])
    try output.commit()
    #expect(folder.names == ["a.txt"])
    #expect(text("a.txt") == "whole" && output.size == 5)
  }

  @Test func aDiscardedFileLeavesNothing() throws {
    var output: OutputFile? = try OutputFile(path: folder.file("a.txt"))
    if let output { write("half", to: output) }
    output?.discard()
    output = nil
    #expect(folder.names == [])
  }

  @Test func whatExistsStaysUntilItIsReplaced() throws {
    _ = run(["sh", "-c", "printf old > \(folder.file("a.txt")); chmod 640 \(folder.file("a.txt"))"])
    let refused = #expect(throws: MediaError.self) { try OutputFile(path: folder.file("a.txt")) }
    #expect(refused?.code == "file_exists" && refused?.number == -11823)
    let output = try OutputFile(path: folder.file("a.txt"), overwrite: true)
    write("new", to: output)
    #expect(text("a.txt") == "old" && folder.names == ["a.txt"])
    try output.commit()
    #expect(text("a.txt") == "new" && folder.names == ["a.txt"])
    #expect(run(["stat", "-c", "%a", folder.file("a.txt")]) == "640\n")
  }

  @Test func aNameTakenInTheMeantimeIsNotReplaced() throws {
    let output = try OutputFile(path: folder.file("a.txt"))
    write("mine", to: output)
    _ = run(["sh", "-c", "printf theirs > \(folder.file("a.txt"))"])
    let error = #expect(throws: MediaError.self) { try output.commit() }
    #expect(error?.code == "file_exists" && text("a.txt") == "theirs")
    #expect(folder.names == ["a.txt"])
  }

  @Test func aSourceIsNeverReplaced() throws {
    let source = folder.file("a.txt")
    _ = run(["sh", "-c", "printf source > \(source); ln \(source) \(folder.file("b.txt"))"])
    _ = run(["ln", "-s", "a.txt", folder.file("c.txt")])
    var status = stat()
    #expect(stat(source, &status) == 0)
    let identity = FileIdentity(status)
    for name in ["a.txt", "b.txt", "c.txt"] {
      let error = #expect(throws: MediaError.self) {
        try OutputFile(path: folder.file(name), overwrite: true, forbidden: [identity])
      }
      #expect(error?.code == "output_is_input")
    }
    #expect(text("a.txt") == "source")
  }

  @Test func aLinkKeepsPointingAtTheReplacedFile() throws {
    _ = run(["sh", "-c", "cd \(folder.path); printf old > real.txt; ln -s real.txt link.txt"])
    let output = try OutputFile(path: folder.file("link.txt"), overwrite: true)
    write("new", to: output)
    try output.commit()
    #expect(text("real.txt") == "new")
    #expect(run(["readlink", folder.file("link.txt")]) == "real.txt\n")
  }

  @Test func impossiblePlacesAreNamed() {
    let missing = #expect(throws: MediaError.self) {
      try OutputFile(path: folder.file("none/a.txt"))
    }
    #expect(missing?.code == "directory_missing")
    #expect(missing?.message.contains(folder.file("none")) == true)
    let directory = #expect(throws: MediaError.self) { try OutputFile(path: folder.path) }
    #expect(directory?.code == "is_a_directory")
    let device = #expect(throws: MediaError.self) {
      try OutputFile(path: "/dev/null", overwrite: true)
    }
    #expect(device?.code == "not_a_regular_file")
    let file = #expect(throws: MediaError.self) { try OutputFile(path: "/etc/passwd/a.txt") }
    #expect(file?.code == "directory_missing")
    #expect(throws: MediaError.self) { try OutputFile(path: "") }
    // The system refuses even root here.
    let readOnly = #expect(throws: MediaError.self) { try OutputFile(path: "/proc/a.txt") }
    #expect(readOnly != nil)
  }

  @Test func namesOfDeadWritersAreRemovedAndThoseOfLivingOnesKept() throws {
    let dead = folder.file(".vscript-1-1.part")
    _ = run(["touch", dead])
    let living = try #require(HiddenName.create(in: folder.path))
    let output = try OutputFile(path: folder.file("a.txt"))
    #expect(folder.names == [living.name.split(separator: "/").last.map(String.init) ?? ""])
    close(living.descriptor)
    unlink(living.name)
    output.discard()
  }

  /// Where a file must have a name it gets a hidden one that goes with it.
  @Test func aHiddenNameDoesWhereThereMustBeOne() throws {
    for overwrite in [false, true] {
      let output = try OutputFile(
        path: folder.file("a.txt"), overwrite: overwrite, allowsUnnamed: false)
      write("\(overwrite)", to: output)
      #expect(folder.names.contains { $0.hasPrefix(".vscript-") })
      try output.commit()
      #expect(folder.names == ["a.txt"] && text("a.txt") == "\(overwrite)")
    }
    let output = try OutputFile(
      path: folder.file("a.txt"), overwrite: true, allowsUnnamed: false)
    output.discard()
    #expect(folder.names == ["a.txt"])
  }

  @Test func aFullDiskIsToldAndNothingIsLeft() throws {
    let mount = folder.file("small")
    mkdir(mount, 0o755)
    guard run(["sh", "-c", "mount -t tmpfs -o size=64k tmpfs \(mount) && echo yes"]) == "yes\n"
    else {
      print("skipped: a small file system cannot be mounted here")
      return
    }
    defer { _ = run(["umount", mount]) }
    let error = #expect(throws: MediaError.self) {
      try Film(fileType: "wav", audioCodec: "pcm_s16le", samples: 100_000).write(
        to: mount + "/a.wav")
    }
    #expect(error?.code == "disk_full" && error?.number == -11807)
    #expect(run(["ls", "-A", mount]) == "")
  }
}
