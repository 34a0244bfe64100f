"""Board and outlines of the owner's box, painted: values in, values out, nothing of a terminal.

pack ── painting_of ──> Painting ── painter, outlines ──> Painting ── overlay ──> what differs
"""
