"""What differs between two records, in one sentence."""

from __future__ import annotations

from campaign.services.record_comparison import comparison_in_words

RECORD = """
format = 1
game = "my-city"
edition = "1"
episode = 1
seats = ["eagle", "bear"]
moves = '''
*: reveal Y4
eagle: build Y4@E5
bear: build Y4@D1
*: reveal R8
eagle: quit
bear: quit
'''
"""


def test_who_quits_and_who_does_not_answer_any_more() -> None:
    earlier = RECORD.replace("bear: build Y4@D1", "bear: quit").replace(
        "eagle: quit\nbear: quit", "eagle: quit"
    )
    assert "bear at card 1, Y4: quits, not Y4 on D1; bear at card 2, R8: no answer, not quits" == (
        str(comparison_in_words(RECORD, earlier))
    )
