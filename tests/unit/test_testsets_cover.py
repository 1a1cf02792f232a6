"""Which tests a set is made of: what each one covers, in which order, and the reason that it has."""

from __future__ import annotations

from dataclasses import replace

from slowpath.inputs.text_form.text import from_text
from slowpath.model.origin import Origin
from slowpath.model.testset import Group, ProposedTest
from slowpath.testsets.cover import Cover, Scored

PLAIN = from_text("n: int 2..50\na: int[n] 1..1000")
CASES = from_text("t: int 1..100\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 0..5\nwhere sum n <= 300")


def proposed(text: bytes, group: Group = Group.RANDOM, kind: str = "k") -> ProposedTest:
    return ProposedTest(group, f"label {kind}", kind, Origin(group.value, kind), text)


def scored(text: bytes, kills: str = "", features: str = "", group: Group = Group.RANDOM) -> Scored:
    return Scored(proposed(text, group, text.decode()), frozenset(kills), frozenset(features))


def picks(cover: Cover, refused: tuple[bytes, ...] = ()) -> list[bytes]:
    made = []
    while (pick := cover.next()) is not None:
        if pick.scored.proposed.data not in refused:
            cover.take(pick)
            made.append(pick.scored.proposed.data)
    return made


def test_a_test_on_which_more_fail_comes_first_and_none_comes_for_what_is_covered():
    offered = [scored(b"a", "12"), scored(b"b", "123"), scored(b"c", "3"), scored(b"d", "4")]
    assert picks(Cover(offered, {}, 100)) == [b"b", b"d"]


def test_of_two_that_do_the_same_the_shorter_one_is_taken():
    assert picks(Cover([scored(b"longer", "1"), scored(b"s", "1")], {}, 100)) == [b"s"]


def test_a_pick_that_is_refused_makes_room_for_another_with_the_same_kills():
    assert picks(Cover([scored(b"a", "12"), scored(b"b", "12")], {}, 100), refused=(b"a",)) == [b"b"]


def test_groups_have_turns_where_nothing_else_speaks_for_a_test():
    offered = [
        scored(b"r1", "", "1"),
        scored(b"r2", "", "2"),
        scored(b"s1", "", "3", Group.STRUCTURE),
        scored(b"r3", "", "1"),
    ]
    assert picks(Cover(offered, {}, 100)) == [b"s1", b"r1", b"r2"]


def test_no_two_tests_have_the_same_reason():
    offered = [
        replace(scored(text, "", group=group), features=frozenset({("kind", group, "small"), *features}))
        for text, group, features in (
            (b"1", Group.RANDOM, [(3, 0), (4, 5)]),
            (b"2", Group.RANDOM, [(3, 0), ("word", b"yes"), ("tokens", 1)]),
            (b"3", Group.RANDOM, [(3, 4), ("word", b"yes"), ("tokens", 3)]),
            (b"4", Group.RANDOM, [(3, 4)]),
            (b"5", Group.RANDOM, [(3, 6)]),
            (b"6", Group.RANDOM, [("number", True, 2, False)]),
            (b"7", Group.RANDOM, [("number", False, 1, True)]),
        )
    ]
    cover, reasons = Cover(offered, {}, 100), []
    while (pick := cover.next()) is not None:
        cover.take(pick)
        reasons.append(pick.reason)
    assert reasons == [
        "the first of its kind: small (random)",
        "the first whose answer begins with 'yes'",
        "the first whose answer has 4 to 7 tokens",
        "the first on which block 3 of the right program runs 64 to 127 times",
        "the first whose answer begins with a negative number of 2 characters",
        "the first whose answer begins with 0 or 1",
    ]


def test_of_a_group_each_answer_has_a_test_before_one_has_a_second():
    answers = {b"1": "no", b"2": "no", b"3": "no", b"4": "yes", b"5": "maybe"}
    offered = [replace(scored(text, "", text.decode()), answer=answer) for text, answer in answers.items()]
    assert picks(Cover(offered, {}, 100)) == [b"1", b"4", b"5", b"2", b"3"]


def test_of_what_was_grown_step_by_step_the_latest_comes_first():
    offered = [scored(text, "", text.decode(), Group.VARIED) for text in (b"1", b"2", b"3")]
    assert picks(Cover(offered, {}, 100)) == [b"3", b"2", b"1"]


def test_of_a_group_large_ones_and_small_ones_have_turns():
    offered = [scored(text, "", text.decode()[0], Group.STRUCTURE) for text in (b"1", b"2", b"3", b"a large", b"b too")]
    assert picks(Cover(offered, {}, 100, small_bytes=1)) == [b"a large", b"1", b"b too", b"2", b"3"]


def test_who_has_no_time_for_large_tests_takes_the_best_of_the_small_ones():
    cover = Cover([scored(b"long", "12"), scored(b"a", "1"), scored(b"b", "", "f")], {}, 100)
    small = [cover.next(2), cover.next(2)]
    assert [pick.scored.proposed.data for pick in small if pick is not None] == [b"a", b"b"]
    assert cover.next(2) is None


def test_what_the_samples_do_needs_no_further_test():
    assert picks(Cover([scored(b"a", "1", "x")], {}, 100, taken=[scored(b"s", "1", "x")])) == []


def test_the_size_of_all_is_kept():
    assert picks(Cover([scored(b"x" * 60, "1"), scored(b"y" * 30, "2"), scored(b"z" * 60, "3")], {}, 100)) == [
        b"y" * 30,
        b"x" * 60,
    ]
