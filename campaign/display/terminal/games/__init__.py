"""The games on the screen: how a session ended, and a step of its replay."""
