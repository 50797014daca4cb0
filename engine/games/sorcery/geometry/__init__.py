"""Where things stand and what lies between them, in whole thousandths of an inch, exactly.

Positions, radii and distances are integers. Distances are compared by their squares, fractions by
cross multiplication; the only roots are ``math.isqrt``, and each docstring says which way it
rounds. Nothing here knows of turns, sides or dice: pure functions of the values given.

One file each:

* ``points``: points, vectors and facings; ``directions``: the compass of 64 directions.
* ``shapes``: circles and convex polygons, and when a moving disc or a line meets one.
* ``bases``: bases and tokens; contact, overlap, distance, and the ground they stand on.
* ``obstacles``: what of several things is met first along a line.
* ``paths``: whether a base can move along a path; ``costs``: what that costs.
* ``surroundings``: what of all that a base may meet; ``reach``: how far it goes straight on.
* ``sight``: line of fire; ``arcs``: front and rear; ``spots``: places in contact.
"""
