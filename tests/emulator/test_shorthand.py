"""The shorthand of IR that is written as text."""

from __future__ import annotations

from grader.emulator.shorthand import spelled_out


def test_a_word_is_loaded_from_its_place_and_the_place_has_a_name():
    """So that it can be stored to as well."""
    assert spelled_out("  %free = word i64 <book.node_free> of %books\n  store i64 0, ptr %free_at\n") == (
        "  %free_at = getelementptr i8, ptr %books, i64 <book.node_free>\n"
        "  %free = load i64, ptr %free_at\n"
        "  store i64 0, ptr %free_at\n"
    )


def test_a_step_ends_a_loop():
    """By one, or by as many as it says."""
    assert spelled_out("  step %t below %threads, label %thread, label %done\n") == (
        "  %t_next = add i64 %t, 1\n"
        "  %t_more = icmp ult i64 %t_next, %threads\n"
        "  br i1 %t_more, label %thread, label %done\n"
    )
    assert "  %w_next = add i64 %w, 32\n" in spelled_out("  step %w by 32 below 64, label %warp, label %done")


def test_what_is_no_shorthand_stays_as_it_is():
    """Comments speak of words and steps, too."""
    text = "; a word of them\n  %word = load i64, ptr %step\n  br label %step\nstep:\n"
    assert spelled_out(text) == text
