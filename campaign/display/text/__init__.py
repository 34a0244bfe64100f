"""Text for people, without rich: long texts, and sentences that screens and documents share."""
