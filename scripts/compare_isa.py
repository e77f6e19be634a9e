"""Compare recorded results of a GPU with the reference interpreter, form by form.

    python scripts/compare_isa.py [RECORDING...] [--only TEXT]

Prints each form with a difference: how many results, the first one, and whether PTX allows it; then the largest error
of each approximate form, as a share of what PTX allows, where PTX bounds it. Exit code 1: a difference not allowed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.emulator.agreement import agree, error_ratio, in_domain, is_approximate, lanes_of
from tests.emulator.forms import FORMS, Form
from tests.emulator.recording import FOLDER, read
from tests.emulator.test_instructions import interpreted
from tests.emulator.vectors import operands


def differences(form: Form, got: list[int], expected: list[int]) -> tuple[int, int, str]:
    """How many results differ, how many of them PTX does not allow, and the most telling one."""
    found = [
        (agree(form, values, a, b), f"{[hex(each) for each in values]}: GPU {a:#x}, interpreter {b:#x}")
        for values, a, b in zip(operands(form), got, expected, strict=True)
        if a != b
    ]
    found.sort(key=lambda each: each[0])
    return len(found), sum(not allowed for allowed, _ in found), found[0][1] if found else ""


def largest_error(form: Form, got: list[int], expected: list[int]) -> float:
    """The largest error as a share of the bound, over the operands for which there is one."""
    ratios = [0.0]
    for values, a, b in zip(operands(form), got, expected, strict=True):
        for (number_format, left), (_, right) in zip(lanes_of(form, a), lanes_of(form, b), strict=True):
            if in_domain(form, values) and not (number_format.is_nan(left) and number_format.is_nan(right)):
                ratios.append(error_ratio(form, number_format, left, right))
    return max(ratios)


def compare(path: Path, only: str) -> int:
    """Print the comparison with one recording; the number of forms with differences not allowed."""
    recording = read(path)
    print(f"{path.name}: {recording.device}, {recording.details}")
    wrong, errors = 0, []
    for form in FORMS:
        results = recording.of(form)
        if only not in form.key:
            continue
        if results is None:
            print(f"  {form.key}: {recording.failures.get(form.key, 'not recorded on these operands')}")
            continue
        got, expected = results.tolist(), interpreted(form).tolist()
        count, refused, first = differences(form, got, expected)
        wrong += bool(refused)
        if count and (refused or not is_approximate(form)):
            print(f"  {form.key}: {count} of {len(got)} differ, {refused} not allowed: {first}")
        if is_approximate(form):
            errors.append(f"  {form.key}: {largest_error(form, got, expected):.2f}")
    print("largest errors of approximations, as a share of PTX's bound:", *errors, sep="\n")
    return wrong


def main() -> int:
    """Compare all recordings, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recordings", nargs="*", type=Path)
    parser.add_argument("--only", default="", help="only the forms whose name contains this")
    options = parser.parse_args()
    paths = options.recordings or sorted(FOLDER.glob("*.json.xz"))
    return int(sum(compare(path, options.only) for path in paths) > 0)


if __name__ == "__main__":
    sys.exit(main())
