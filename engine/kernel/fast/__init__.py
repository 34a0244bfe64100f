"""Code that exists for speed alone, and the plain code that each piece replaces.

    piece                     plain code                             without it
    memo                      the function itself                    4.2 times, Machi Koro
    log                       `log.move_of`, then `parse`            2.2 times, My City
    toml                      `toml.loads`                           + 33 %, My City
    my_city.play.rules.play   `fold(apply)`                          4.1 times, My City
    machi_koro.rules.play     `fold(apply)`                          3.2 times, Machi Koro
    quadropolis.rules.play    `fold(apply)`                          2.3 times, Quadropolis
    my_city.rules.squares_for `fits` of every placement              3.2 times, simulated My City
    values                    a named tuple made by its own name     + 15 %, Dilluvia Project
    dilluvia.for_sale         `propeller_refusal` of every propeller      + 54 %, Dilluvia Project

The last column is the CPU time of parse, replay and score without the piece, the median of 20
pairs or more (`python -m benchmarks.pairs`; My City over all 24 episodes). A piece that saves less
than 5 % is removed. A game's own loop stays in the game.
"""
