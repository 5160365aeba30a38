--- call
print(vs.rect(10, 20, 300, 200)) --> 300×200 at (10, 20)
--- infinite
print(vs.rect.infinite) --> infinite
