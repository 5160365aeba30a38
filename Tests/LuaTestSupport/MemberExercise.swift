import LuaRuntime

/// Calls every registered member with everything that it does not want.
///
/// Each function (methods, getters, setters, operators, module functions) is called from Swift, under
/// Lua's `pcall`, and in a coroutine, with wrong objects and wrong arguments. None may change the
/// height of the stack, none may end in anything but a result or an error object, and Lua's memory
/// must be what it was.
package struct MemberExercise {
  /// Calls made.
  package private(set) var calls = 0
  /// Calls that raised.
  package private(set) var failures = 0
  /// What was wrong, one line each.
  package private(set) var problems: [String] = []

  /// Runs over all members of a registry that `state` has installed.
  ///
  /// `extra` are values of the registry's own types, to get past the check of the object; `skipping`
  /// names members that must not be called ("vs.player").
  package init(
    _ registry: LuaRegistry, on state: LuaState, extra: [LuaValue] = [],
    skipping: Set<String> = []
  ) throws {
    let attempts = try state.load(Self.attempts, name: "=exercise").call(returning: LuaTable.self)
    let values = try attempts.get("values", as: LuaFunction.self).call(list: extra)
    let run = try attempts.get("run", as: LuaFunction.self)

    for entry in registry.allClasses {
      for member in entry.members where !skipping.contains("\(entry.name).\(member.name)") {
        for function in state.functions(of: member) {
          try exercise(function, "\(entry.name).\(member.name)", values, run, state)
        }
      }
    }
  }

  private mutating func exercise(
    _ function: LuaFunction, _ name: String, _ values: [LuaValue], _ run: LuaFunction,
    _ state: LuaState
  ) throws {
    // Three times: tables of Lua's own grow now and then, but only a leak grows every time.
    var memory: [Int] = []
    for _ in 0..<3 {
      for first in values + [.nil] {
        for second in values {
          let height = state.stackHeight
          do {
            _ = try function.call(list: [first, second])
          } catch {
            failures += 1
            if error.code == LuaError.Code.unknown { problems.append("\(name): \(error.text)") }
          }
          calls += 1
          if state.stackHeight != height {
            problems.append("\(name) left \(state.stackHeight - height) values on the stack")
          }
        }
      }
      let report = try run.call(function, values)
      if case .integer(let count) = report[0] { calls += Int(count) }
      if let text = report[1].text { problems.append("\(name): \(text)") }
      state.collectGarbage()
      memory.append(state.memoryInUse)
    }
    if memory[1] > memory[0] + 256, memory[2] > memory[1] + 256 {
      problems.append("\(name) leaves \(memory[2] - memory[1]) bytes in Lua")
    }
  }

  /// `values(...)` returns the wrong arguments; `run(f, values)` the number of calls and a complaint.
  private static let attempts = """
    local function values(...)
      return true, -1, 0.5, 0/0, math.maxinteger, "", "no such thing\\0", {}, { 1, 2 },
        { unknown_key = 1 }, print, coroutine.create(print), io and io.stdout or print, ...
    end
    local function run(f, values)
      local count, complaint = 0, nil
      local function check(ok, ...)
        count = count + 1
        local message = ...
        if not ok and type(message) == "string" then complaint = "raised the string: " .. message end
      end
      for _, value in ipairs(values) do
        check(pcall(f))
        check(pcall(f, value))
        check(pcall(f, value, value, value))
        check(coroutine.resume(coroutine.create(f), value, value))
        check(pcall(coroutine.wrap(function() return f(value) end)))
      end
      return count, complaint
    end
    return { values = values, run = run }
    """
}
