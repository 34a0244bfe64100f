"""Run the program as `python -m campaign`, if the command `campaign` is not on the path."""

from campaign.cli.start import main

if __name__ == "__main__":
    main()
