-- arguments: one --two three

print(#arg, arg[1], arg[2], arg[3])
print(...)
print(arg[0]:match("[^/]+$"), arg[-1]:match("[^/]+$"), arg[-2])
