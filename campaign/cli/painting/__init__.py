"""campaign pack paint: the box painted on the screen; the screen needs textual, an extra."""
