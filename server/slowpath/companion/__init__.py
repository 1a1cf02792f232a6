"""Problems that a browser sends: Competitive Companion reads a judge's page and posts it to ports of this machine.

`message` reads what is posted, `layout` says which files are made of it, `listener` takes it, `ports` says where.
Everything posted is somebody else's text: it is read into values or refused, and names no path.
"""
