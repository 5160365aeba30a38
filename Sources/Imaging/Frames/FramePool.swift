import Synchronization

/// Recycles the memory of frames.
///
/// Frames may be released on any thread and may outlive the pool. Memory of a new frame is not
/// cleared.
package final class FramePool: Sendable {
  private let shelf: Shelf

  /// Makes a pool that keeps at most `idleBytes` of unused memory.
  package init(idleBytes: Int = 256 << 20) {
    shelf = Shelf(idleBytes: idleBytes)
  }

  /// The number of buffers that had to be allocated so far.
  package var allocationCount: Int { shelf.state.withLock { $0.allocationCount } }

  /// Gives back all memory that is not in use.
  package func trim() { shelf.trim() }

  /// A frame to write into, with rows that begin at multiples of 64 bytes.
  ///
  /// The format must be planar.
  package func makeFrame(
    format: PixelFormat, width: Int, height: Int, color: ColorDescription,
    pixelAspect: PixelAspect = .square
  ) -> VideoFrame {
    precondition(format.isPlanar && width > 0 && height > 0, "a pool makes planar frames")
    var layout: [(offset: Int, stride: Int, width: Int, height: Int)] = []
    layout.reserveCapacity(format.planeCount)
    var size = 0
    for plane in 0..<format.planeCount {
      let (columns, rows) = format.planeSize(plane, width: width, height: height)
      let stride = (columns * format.bytesPerSample + 63) & ~63
      layout.append((size, stride, columns, rows))
      size += stride * rows
    }
    let buffer = shelf.take(size)
    let planes = layout.map {
      Plane(base: buffer.base + $0.offset, stride: $0.stride, width: $0.width, height: $0.height)
    }
    return VideoFrame(
      format: format, width: width, height: height, color: color, pixelAspect: pixelAspect,
      planes: planes, owner: buffer)
  }
}

/// The idle buffers of a pool, kept by their size.
private final class Shelf: Sendable {
  /// Owned, idle memory; it is only touched under the lock.
  struct Block: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
  }

  struct State {
    var idle: [Int: [Block]] = [:]
    var idleBytes = 0
    var allocationCount = 0
  }

  let state = Mutex(State())
  private let idleLimit: Int

  init(idleBytes: Int) { idleLimit = idleBytes }

  deinit {
    state.withLock { state in
      for block in state.idle.values.joined() { block.base.deallocate() }
    }
  }

  func take(_ size: Int) -> PooledBuffer {
    let recycled = state.withLock { state -> Block? in
      guard let block = state.idle[size]?.popLast() else {
        state.allocationCount += 1
        return nil
      }
      state.idleBytes -= size
      return block
    }
    // Vector loads and filters may look a little past the last row.
    let base =
      recycled?.base ?? UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    return PooledBuffer(base: base, size: size, shelf: self)
  }

  func trim() {
    let idle = state.withLock { state -> [Block] in
      defer { (state.idle, state.idleBytes) = ([:], 0) }
      return Array(state.idle.values.joined())
    }
    for block in idle { block.base.deallocate() }
  }

  func put(_ base: UnsafeMutableRawPointer, _ size: Int) {
    let block = Block(base: base)
    let surplus = state.withLock { state -> [Block] in
      var surplus: [Block] = []
      state.idle[size, default: []].append(block)
      state.idleBytes += size
      // Other sizes go first: they belong to a canvas or a clip that is over.
      for other in state.idle.keys where other != size && state.idleBytes > idleLimit {
        guard let blocks = state.idle.removeValue(forKey: other) else { continue }
        state.idleBytes -= other * blocks.count
        surplus += blocks
      }
      while state.idleBytes > idleLimit, let block = state.idle[size]?.popLast() {
        state.idleBytes -= size
        surplus.append(block)
      }
      return surplus
    }
    for block in surplus { block.base.deallocate() }
  }
}

/// Memory on loan from a pool; it goes back when the last frame over it is gone.
private final class PooledBuffer: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  private let size: Int
  private let shelf: Shelf

  init(base: UnsafeMutableRawPointer, size: Int, shelf: Shelf) {
    (self.base, self.size, self.shelf) = (base, size, shelf)
  }

  deinit { shelf.put(base, size) }
}
