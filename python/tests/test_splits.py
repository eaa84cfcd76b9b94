"""An item's part follows from its group and the seed alone."""

import hashlib

import pytest

from assay._splits import SHARES, checked_shares, place_of, split_of

KEYS = [f"item_{place}" for place in range(10_000)]


def test_the_rule_is_the_one_that_is_documented() -> None:
    first_bytes = hashlib.sha256(b"7:shop 1").hexdigest()[:16]
    assert place_of("shop 1", 7) == int(first_bytes, 16) / 2**64


def test_parts_have_their_shares() -> None:
    parts = [split_of(key, None, SHARES, 0) for key in KEYS]
    for name, share in SHARES.items():
        # Four standard deviations of a binomial share.
        assert abs(parts.count(name) / len(KEYS) - share) < 4 * (share * (1 - share) / len(KEYS)) ** 0.5


def test_a_group_is_never_apart() -> None:
    assert len({split_of(key, "document 3", SHARES, 0) for key in KEYS}) == 1


def test_another_seed_makes_other_parts() -> None:
    assert [split_of(key, None, SHARES, 1) for key in KEYS] != [split_of(key, None, SHARES, 2) for key in KEYS]


def test_more_training_data_takes_from_the_next_part_only() -> None:
    more = {"train": 0.85, "validation": 0.05, "test": 0.1}
    moves = {(split_of(key, None, SHARES, 0), split_of(key, None, more, 0)) for key in KEYS}
    assert moves == {("train", "train"), ("validation", "train"), ("validation", "validation"), ("test", "test")}


@pytest.mark.parametrize("shares", [{}, {"train": 0.5}, {"train": 1.2, "test": -0.2}])
def test_shares_that_make_no_whole_are_refused(shares: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        checked_shares(shares, None)


def test_a_part_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there are train, validation, test"):
        checked_shares(SHARES, "dev")
