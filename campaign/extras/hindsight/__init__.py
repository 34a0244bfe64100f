"""What a seat could have reached with the same cards in the same order."""
