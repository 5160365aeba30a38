print("vscript")
