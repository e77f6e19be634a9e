"""What warp collectives compute (PTX ISA, 9.7.9.6 and 9.7.13), as IR over the frames of a warp.

A lane brings x0, x1, x2 and finds y0, y1. `have` is the set of lanes that came together.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.emulator.matrix.code import MatrixCode
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported

_READ = """
  %{name}_at = getelementptr i8, ptr {frame}, i64 <frame.{field}>
  %{name} = load i64, ptr %{name}_at"""
_WRITE = """
  %{field}_to = getelementptr i8, ptr {frame}, i64 <frame.{field}>
  store i64 {value}, ptr %{field}_to"""


_LANES = """
define internal void @{name}(ptr %frames, i64 %have) {{
entry:
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %next, %done ]
{carried}
  %bit = lshr i64 %have, %l
  %low = and i64 %bit, 1
  %on = icmp ne i64 %low, 0
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %l
  br i1 %on, label %work, label %done
work:
{work}
  br label %done
done:
{merged}
  %next = add i64 %l, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %lane, label %end
end:
{finish}
  ret void
}}
"""


def lane_function(name: str, work: str, carried: Sequence[tuple[str, str]] = (), finish: str = "") -> str:
    """A function `name(frames, have)` with a loop over the lanes of `have`.

    `carried` are i64 values that go round the loop, with their start; `work` sets `%x_new` for each `%x`.
    """
    phis = [f"  %{value} = phi i64 [ {start}, %entry ], [ %{value}_next, %done ]" for value, start in carried]
    merges = [f"  %{value}_next = phi i64 [ %{value}, %lane ], [ %{value}_new, %work ]" for value, _ in carried]
    return _LANES.format(
        name=name, carried="\n".join(phis), work=work.strip("\n"), merged="\n".join(merges), finish=finish.strip("\n")
    )


def _read(name: str, field: str, frame: str = "%frame") -> str:
    return _READ.format(name=name, field=field, frame=frame)


def _write(field: str, value: str, frame: str = "%frame") -> str:
    return _WRITE.format(field=field, value=value, frame=frame)


def perform_functions(operations: Sequence[tuple[int, Instruction]], matrices: MatrixCode) -> str:
    """`perform(ctx, frames, have, state)`: the operation with that number."""
    names: dict[str, str] = dict(matrices.texts)
    rows, cases = [], []
    for number, instruction in operations:
        if number in matrices.calls:
            rows.append(f"i64 {number}, label %op{number}")
            cases.append(f"op{number}:\n  {matrices.calls[number]}\n  ret void")
            continue
        try:
            name, text = operation_text(instruction)
        except Unsupported:
            # The thread that comes here has ended the launch already.
            continue
        names[name] = text
        rows.append(f"i64 {number}, label %op{number}")
        ordering = "\n  call void @order_warp(ptr %ctx, ptr %frames, i64 %have)" if name == "warp_sync" else ""
        cases.append(f"op{number}:\n  call void @{name}(ptr %frames, i64 %have){ordering}\n  ret void")
    head = "define internal void @perform(ptr %ctx, ptr %frames, i64 %have, i64 %state) {\n"
    switch = f"  switch i64 %state, label %none [ {' '.join(rows)} ]\n"
    return "\n".join(names.values()) + head + switch + "\n".join([*cases, "none:\n  ret void\n}\n"])


def operation_text(i: Instruction) -> tuple[str, str]:
    """The name and the IR of the function for one operation.

    Raises:
        Unsupported: the operation has a form that is not known.

    """
    if i.opcode == "shfl":
        mode = i.modifiers[1]
        return f"warp_shfl_{mode}", _shuffle(mode)
    if i.opcode == "vote":
        return f"warp_vote_{i.modifiers[1]}", _vote(i.modifiers[1])
    if i.opcode == "match":
        return f"warp_match_{i.modifiers[0]}", _match(i.modifiers[0])
    if i.opcode == "redux":
        return "warp_redux_" + "_".join(i.modifiers[1:]), _redux(i)
    if i.opcode == "elect":
        return "warp_elect", _elect()
    if i.opcode == "activemask":
        return "warp_active", lane_function("warp_active", _write("y0", "%have"))
    if i.opcode in ("bar", "barrier"):
        return "warp_sync", lane_function("warp_sync", "")
    raise Unsupported(i.name)


def _shuffle(mode: str) -> str:
    choose = {
        "up": ("sub i64 %l, %step", "icmp sge i64 %source, %limit"),
        "down": ("add i64 %l, %step", "icmp sle i64 %source, %limit"),
        "bfly": ("xor i64 %l, %step", "icmp sle i64 %source, %limit"),
        "idx": ("or i64 %own_part, %step_part", "icmp sle i64 %source, %limit"),
    }[mode]
    work = f"""{_read("value", "x0")}{_read("wanted", "x1")}{_read("control", "x2")}
  %step = and i64 %wanted, 31
  %clamp = and i64 %control, 31
  %segment_1 = lshr i64 %control, 8
  %segment = and i64 %segment_1, 31
  %free = xor i64 %segment, 31
  %own_part = and i64 %l, %segment
  %clamp_part = and i64 %clamp, %free
  %limit = or i64 %own_part, %clamp_part
  %step_part = and i64 %step, %free
  %source = {choose[0]}
  %inside = {choose[1]}
  %lane_from = select i1 %inside, i64 %source, i64 %l
  %from_bit_1 = lshr i64 %have, %lane_from
  %from_bit = and i64 %from_bit_1, 1
  %there = icmp ne i64 %from_bit, 0
  %lane_safe = select i1 %there, i64 %lane_from, i64 %l
  %from = getelementptr [<FRAME> x i8], ptr %frames, i64 %lane_safe
{_read("given", "x0", "%from")}
  %in_range = zext i1 %inside to i64
{_write("y0", "%given")}{_write("y1", "%in_range")}"""
    return lane_function(f"warp_shfl_{mode}", work)


def _vote(mode: str) -> str:
    gather = f"""{_read("value", "x0")}
  %true = icmp ne i64 %value, 0
  %one = zext i1 %true to i64
  %own = shl i64 %one, %l
  %ballot_new = or i64 %ballot, %own"""
    answer = {
        "ballot": "  %answer = add i64 %ballot_next, 0",
        "all": "  %truth = icmp eq i64 %ballot_next, %have\n  %answer = zext i1 %truth to i64",
        "any": "  %truth = icmp ne i64 %ballot_next, 0\n  %answer = zext i1 %truth to i64",
        "uni": "  %whole = icmp eq i64 %ballot_next, %have\n  %none = icmp eq i64 %ballot_next, 0\n"
        "  %truth = or i1 %whole, %none\n  %answer = zext i1 %truth to i64",
    }[mode]
    give = lane_function("warp_give_" + mode, _write("y0", "%answer")).replace("i64 %have)", "i64 %have, i64 %answer)")
    finish = f"{answer}\n  call void @warp_give_{mode}(ptr %frames, i64 %have, i64 %answer)"
    return give + lane_function(f"warp_vote_{mode}", gather, [("ballot", "0")], finish)


def _match(mode: str) -> str:
    compare = f"""{_read("value", "x0")}
  %same = icmp eq i64 %value, %wanted
  %one = zext i1 %same to i64
  %own = shl i64 %one, %l
  %bits_new = or i64 %bits, %own"""
    who = lane_function(f"warp_same_{mode}", compare, [("bits", "0")], "  ret i64 %bits_next")
    who = who.replace("define internal void", "define internal i64").replace("i64 %have)", "i64 %have, i64 %wanted)")
    who = who.replace("  ret i64 %bits_next\n  ret void", "  ret i64 %bits_next")
    work = f"""{_read("value", "x0")}
  %same = call i64 @warp_same_{mode}(ptr %frames, i64 %have, i64 %value)
  %everyone = icmp eq i64 %same, %have
  %truth = zext i1 %everyone to i64
  %all_or_none = select i1 %everyone, i64 %have, i64 0
{_write("y0", "%same" if mode == "any" else "%all_or_none")}{_write("y1", "%truth")}"""
    return who + lane_function(f"warp_match_{mode}", work)


def _elect() -> str:
    """The lowest lane is chosen."""
    leader = """
  %leader = call i64 @llvm.cttz.i64(i64 %have, i1 true)
  %own = icmp eq i64 %leader, %l
  %truth = zext i1 %own to i64"""
    text = lane_function("warp_elect", f"{leader}{_write('y0', '%leader')}{_write('y1', '%truth')}")
    return f"declare i64 @llvm.cttz.i64(i64, i1)\n{text}"


def _redux(i: Instruction) -> str:
    operation, kind = i.modifiers[1], i.modifiers[-1]
    name = "_".join(i.modifiers[1:])
    starts = {"add": 0, "or": 0, "xor": 0, "and": -1}
    plain = {"add": "add", "and": "and", "or": "or", "xor": "xor"}
    wide = "sext" if kind == "s32" else "zext"
    fold = f"""{_read("value", "x0")}
  %narrow = trunc i64 %value to i32
  %wide = {wide} i32 %narrow to i64
"""
    if operation in plain:
        fold += f"  %total_new = {plain[operation]} i64 %total, %wide"
        start = starts[operation]
    elif operation in ("min", "max") and kind in ("u32", "s32"):
        word = "slt" if operation == "min" else "sgt"
        fold += f"  %better = icmp {word} i64 %wide, %total\n"
        fold += "  %total_new = select i1 %better, i64 %wide, i64 %total"
        start = (1 << 62) if operation == "min" else -(1 << 62)
    else:
        raise Unsupported(i.name)
    give = lane_function(f"warp_fold_{name}", _write("y0", "%answer")).replace("i64 %have)", "i64 %have, i64 %answer)")
    finish = f"  call void @warp_fold_{name}(ptr %frames, i64 %have, i64 %total_next)"
    return give + lane_function(f"warp_redux_{name}", fold, [("total", str(start))], finish)
