"""The yardstick: chess games, replayed by python-chess with every move's legality checked."""

from __future__ import annotations

import random

import chess

GAMES = 30
LONGEST = 160


def games() -> list[str]:
    """Games of random legal moves from a fixed seed, one text each, moves in UCI notation."""
    rng = random.Random(1)
    texts = []
    for _ in range(GAMES):
        board, moves = chess.Board(), list[str]()
        while len(moves) < LONGEST and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        texts.append(" ".join(moves))
    return texts


def replay(texts: list[str]) -> None:
    """Read and play every move; `push_uci` refuses an illegal one."""
    for text in texts:
        board = chess.Board()
        for word in text.split():
            board.push_uci(word)
