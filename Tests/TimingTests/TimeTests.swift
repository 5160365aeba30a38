import Testing
import Timing

@Suite struct TimeTests {
  @Test func sumsUseTheLeastCommonMultiple() {
    let sum = Time(1, 2) + Time(1, 3)
    #expect(sum.value == 5 && sum.timescale == 6 && !sum.isRounded)
  }
}
