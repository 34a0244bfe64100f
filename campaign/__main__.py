"""`python -m campaign`, where the command `campaign` is not on the path."""

from campaign.cli.start import main

if __name__ == "__main__":
    main()
