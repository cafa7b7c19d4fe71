PREMIER = """[PREMIER] 1:3 = prime-minister | PM | prime minister | head of government | premier
[ITALIAN] 3:4 = Italian
[SILVIO] 4:6 = Silvio Berlusconi | Berlusconi
[IT] 0:4 = the [ITALIAN] [PREMIER] | the [PREMIER] of Italy
[S] 0:6 = [SILVIO] , [IT] | [IT] , [SILVIO] | [IT] [SILVIO]
"""
