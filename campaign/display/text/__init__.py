"""Plain text for people, without rich: sentences that screens and documents share, long texts."""
