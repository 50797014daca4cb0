"""The laws every game keeps, checked over random matches.

- ``subjects`` lists the games: all registered ones and the toys.
- ``walks`` plays random matches through ``step``, arrival by arrival.
- ``arrivals`` makes what arrives: sensible, senseless and malformed.
- ``surroundings`` adds officials, offers, pauses, gifts of time and presence.
- ``files`` makes a match file of a walk.

A game shows what its players cannot tell apart in ``tests/engine/games/<game>/laws.py``, by two
functions ``(state, seat or None, rng) -> state`` that return another state at random:

- ``twin`` differs only in what the seat (None: a spectator) may not know;
- ``quiet_twin`` differs only in what it does not learn by one command of its own either.

Where matches are long, it also says how few the short form plays: ``WALKS`` of all kinds together.
"""
