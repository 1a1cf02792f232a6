"""Prints the worst known input for `solution.cpp`: a box in which 155 times beads vanish, hardly ever more than three.

The whole box is looked through each time something vanishes, which takes the longer the more beads are left. So few
should vanish at a time, but all of the box should take part. It was built from the end to the beginning: three beads of
one colour are pushed into the columns so that they are the only group then, since what they lift tears apart the group
that was there before; low columns first, and where nothing fitted, the last ones were taken out again. A climb over
single beads then filled what was left.

Best known, not proven. No more than 192 groups of three fit into the box; if it were full and they all vanished one by
one, that would cost about a sixth more.
"""

BOX = """
fghgcfgfccbefhhabdebgacd
bcdbcaafghbccgagegbhehfg
degdffggcafahagbgaggbbed
gbabbcehdhfgbbcdhfhdagef
gfhfgdhcagdhehhdghafcada
fbhgbfbfhhdfbdbchafcecdc
feccdfgddbgdggeffefdbhha
gbhbfcghhaddhdgdhddbhada
ehdbacbagbcfdhadfhccfehb
abdagchegfeehacehdbegcdd
dehfeaebedcgbaeafhdfaacb
ebeadbccgabchagabbfbdfdb
egghcaehhfcdgbahehhebefh
eaegfhbgbheeahhfeagedbdh
cabfhfebafefhdfegdhgdada
cbdaadhhchfehecfaghfgfcd
bechefdcbfechbhfhdhafhef
gadheacdcfacaefehfchhgdh
ehahfgdefdgebfgeadagcgac
hffeagccgfcdbfhgfehagbdc
hadaghagbfcefecbadfafhdh
ccdhcfgbhcghdbceadadhfhe
eggdceggbbddafddhaffddbb
cdchaaehhagghhffadeeggee
"""

rows = BOX.split()
print(len(rows), len(rows[0]))
print(*rows, sep="\n")
