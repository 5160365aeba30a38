extension RandomAccessCollection {
  /// The first index whose element satisfies a condition that holds for a tail of the collection.
  ///
  /// Logarithmic.
  @inlinable
  package func partitioningIndex(where isInTail: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInTail(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
