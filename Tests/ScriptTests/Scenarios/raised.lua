-- status: 1

error("the script says so")
