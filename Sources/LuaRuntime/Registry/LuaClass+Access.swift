/// What happens to names that a class does not have.
extension LuaClass {
  func makeMissing() -> LuaBody {
    LuaBody(name: name, role: .getter) { [unowned self] cursor in
      cursor.skipSelf()
      let key = try cursor.take(LuaValue.self)
      guard case .string(let bytes) = key else {
        throw LuaError(
          code: LuaError.Code.noSuchMember,
          message: "\(self.name) has no elements\(self.kind == .module ? "" : "; it is no list")",
          hint: self.advice)
      }
      throw self.noMember(bytes.text)
    }
  }

  func makeUnwritable() -> LuaBody {
    LuaBody(name: name, role: .setter) { [unowned self] cursor in
      cursor.skipSelf()
      guard case .string(let bytes) = try cursor.take(LuaValue.self) else {
        throw LuaError(
          code: LuaError.Code.noSuchMember, message: "\(self.name) has no elements to assign",
          hint: self.advice)
      }
      let name = bytes.text
      guard let member = self.member(named: name) else { throw self.noMember(name) }
      let message =
        switch member.kind {
        case .property where self.kind == .value:
          "property '\(name)' of \(self.name) cannot be assigned: values do not change"
        case .property: "property '\(name)' of \(self.name) is read-only"
        case .module: "module '\(name)' of \(self.name) is read-only"
        default: "function '\(name)' of \(self.name) cannot be replaced"
        }
      let hint =
        switch member.kind {
        case .property where self.kind == .value: "make a new one with other numbers"
        case .property:
          "it follows from what the object is; vs.help(\"\(self.name)\") lists what can be set"
        default: "keep what is yours in a variable or a table of your own"
        }
      throw LuaError(code: LuaError.Code.readOnly, message: message, hint: hint)
    }
  }

  private func noMember(_ name: String) -> LuaError {
    var message =
      kind == .module
      ? "no member '\(name)' in \(self.name)" : "no property '\(name)' on \(self.name)"
    if let near = nearestName(to: name, among: memberNames) {
      message += "; did you mean '\(near)'?"
    }
    return LuaError(code: LuaError.Code.noSuchMember, message: message, hint: advice)
  }

  /// Where to find what there is.
  private var advice: String { "vs.help(\"\(name)\") lists what there is" }
}
