"""What matrix instructions add to a kernel's IR beside the code of a thread: functions of the warp, tables, names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.emulator.matrix import computing
from grader.emulator.matrix.fragments import LANES, word_of_row
from grader.emulator.native import records
from grader.emulator.shorthand import spelled_out


class MatrixCode:
    """What the matrix instructions of one kernel add to its IR, beside the code of a thread."""

    def __init__(self, place: int) -> None:
        """`place` is where the area for matrix registers begins in a frame."""
        self.place = place
        self.texts: dict[str, str] = {}
        self.declarations: set[str] = set()
        self.calls: dict[int, str] = {}

    def text(self, frame_bytes: int) -> str:
        """All of it, for frames of this size."""
        places = {
            "FRAME": frame_bytes,
            **records.CONTEXT,
            **{f"frame.{name}": at for name, at in records.FRAME.items()},
        }
        text = spelled_out("\n".join(self.texts.values()))
        return re.sub(r"<([a-zA-Z][\w.]*)>", lambda found: str(places[found[1]]), text)

    def table_of(self, name: str, numbers: Sequence[int], kind: str) -> str:
        """A table of constants, written once; its name."""
        listed = ", ".join(f"{kind} {number}" for number in numbers)
        self.texts.setdefault(name, f"@{name} = internal constant [{len(numbers)} x {kind}] [{listed}]\n")
        return name

    def add_function(self, name: str, lines: Sequence[str], parameters: str = "ptr %frames, i64 %have") -> str:
        """A function of these lines, written once; its name."""
        body = "\n".join(f"  {line}" for line in lines)
        self.texts.setdefault(name, f"define internal void @{name}({parameters}) {{\n{body}\n  ret void\n}}\n")
        return name


def _halves(code: MatrixCode, *, transposed: bool) -> str:
    """The table of where a lane's two halves of a word lie in an 8 × 8 matrix."""
    cells = [0] * (2 * LANES)
    for row in range(8):
        for column in range(8):
            lane, half = word_of_row(row, column)
            cells[2 * lane + half] = 8 * column + row if transposed else 8 * row + column
    return code.table_of(f"matrix_halves{'_turned' if transposed else ''}", cells, "i16")


def word_mover(code: MatrixCode, direction: str, form_transposed: bool, number: int) -> str:
    """A line that moves the lanes' word `number` from or to the `number`-th matrix of halves (each in 32 bits)."""
    function, text = computing.mover(direction, "f16")
    code.texts.setdefault(function, text)
    table = _halves(code, transposed=form_transposed)
    return (
        f"call void @{function}(ptr %frames, i64 %have, i64 {code.place + 4 * number}, ptr @{table}, i64 2, "
        f"ptr %matrix{number})"
    )


def empty_matrices(count: int) -> list[str]:
    """Lines that make room for 8 × 8 matrices of halves, each in 32 bits."""
    lines = [f"%matrices = alloca [{64 * count} x i32], align 64"]
    lines.append(f"call void @llvm.memset.p0.i64(ptr %matrices, i8 0, i64 {256 * count}, i1 false)")
    return lines + [f"%matrix{n} = getelementptr i32, ptr %matrices, i64 {64 * n}" for n in range(count)]
