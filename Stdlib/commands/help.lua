-- vscript help: what there is to know of a name, a tool or a topic.

local vs = require("vscript")

local function run(_, words)
  if #words == 0 then
    print("usage: vscript help TOPIC\n")
    print("tools:  " .. table.concat(vs.tools(), ", "))
    print("topics: " .. table.concat(vs.topics(), ", "))
    print("\nA topic is also a type, a member or a module: Asset, Asset.duration, vs.export, vscript.merge.")
    print("'vscript --help' lists the options of the program.")
    return
  end
  print(vs.help(table.concat(words, " ")))
end

return {
  summary = "Explains a topic, a tool, a type or a member: the same as vs.help in a script.",
  usage = "[TOPIC]",
  completes = "topic",
  run = run,
}
