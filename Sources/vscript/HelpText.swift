let helpText = """
  usage: vscript [options] SCRIPT.lua [arguments]   run a script
         vscript [options]                          the prompt: type Lua, see what it gives
         vscript [options] -i SCRIPT.lua [args]     run a script, then the prompt
         vscript [options] NAME [arguments]         run a tool: merge or frame
         vscript [options] -e CODE [arguments]      run a line of Lua
         vscript [options] - [arguments]            run what standard input says

  options:
    --progress bar|json|none|line   what is shown of an export, on standard error
    --log error|warning|info|debug  how much is said besides
    --sandbox                       no programs, no files other than through vs
    --version                       print the version
    --help                          print this text

  A script finds its words in the table 'arg' and everything else in the table 'vs'.
  'vscript NAME --help' explains a tool.

  exit status: 0 done, 1 the script raised an error, 2 wrong usage,
               3 a media or file failure, 130 interrupted

  """
