"""Special registers (PTX ISA chapter 10) as IR."""

from __future__ import annotations

from grader.emulator.isa.builder import Builder
from grader.emulator.unsupported import Unsupported

_FRAME = {"%tid.x": "tid_x", "%tid.y": "tid_y", "%tid.z": "tid_z"}
_CONTEXT = {
    **{f"%{name}.{axis}": f"{name}_{axis}" for name in ("ntid", "ctaid", "nctaid") for axis in "xyz"},
    **{f"%clusterid.{axis}": f"ctaid_{axis}" for axis in "xyz"},
    **{f"%nclusterid.{axis}": f"nctaid_{axis}" for axis in "xyz"},
    "%envreg1": "workspace_high", "%envreg2": "workspace_low",
    "%dynamic_smem_size": "dynamic_bytes", "%total_smem_size": "shared_bytes", "%aggr_smem_size": "shared_bytes",
}  # fmt: skip
_CONSTANT = {
    # A cluster is one block.
    **{f"%cluster_ctaid.{axis}": 0 for axis in "xyz"}, **{f"%cluster_nctaid.{axis}": 1 for axis in "xyz"},
    # What a GPU keeps of shared memory for itself: nothing, here.
    **{f"%reserved_smem_offset_{name}": 0 for name in ("begin", "end", "cap", "0", "1")},
    "%cluster_ctarank": 0, "%cluster_nctarank": 1, "%is_explicit_cluster": 0,
}  # fmt: skip
# What differs between machines and between launches, and says nothing of the kernel's work: the value, and how much
# more it is in a launch whose turns are reversed, so that a kernel which goes by it gives itself away.
_INCIDENTAL = {"%smid": (0, 5), "%nsmid": (1, 107), "%gridid": (1, 9), "%nwarpid": (64, -16)}
_CLOCKS = frozenset({"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"})
_TICK, _OTHER_TICK = 64, 1 << 20
SPECIAL_TYPES = {"%clock64": "i64", "%globaltimer": "i64", "%gridid": "i64", "%is_explicit_cluster": "i1"}
WARP_SIZE = 32


def is_special(name: str) -> bool:
    """Whether a name is a special register's (it may still be one that the emulator does not know)."""
    known = name in _FRAME or name in _CONTEXT or name in _CONSTANT or is_incidental(name)
    return known or name.split("_")[0] in ("%laneid", "%lanemask", "%envreg")


def is_incidental(name: str) -> bool:
    """Whether a special register tells when or where a thread runs: the time, the multiprocessor, the warp's slot."""
    return name in _INCIDENTAL or name in _CLOCKS or name == "%warpid"


def read_special(b: Builder, name: str) -> tuple[str, str]:
    """A special register's value and type.

    Raises:
        Unsupported: there is no such register here.

    """
    if name in _FRAME:
        return b.frame(_FRAME[name], "i32"), "i32"
    if name in _CONTEXT:
        return b.context(_CONTEXT[name], "i32"), "i32"
    if name in _CONSTANT:
        return str(_CONSTANT[name]), SPECIAL_TYPES.get(name, "i32")
    if name in _INCIDENTAL:
        value, more = _INCIDENTAL[name]
        kind = SPECIAL_TYPES.get(name, "i32")
        added = b.let(f"mul {kind} {_reversed(b, kind)}, {more}")
        return b.let(f"add {kind} {added}, {value}"), kind
    linear = b.frame("linear", "i32")
    if name == "%laneid":
        return b.let(f"and i32 {linear}, {WARP_SIZE - 1}"), "i32"
    if name == "%warpid":
        # A slot of the multiprocessor: the warp's number in its block, or any other.
        warp = b.let(f"lshr i32 {linear}, 5")
        return b.let(f"add i32 {warp}, {_reversed(b, 'i32')}"), "i32"
    if name.startswith("%lanemask_"):
        return _lane_mask(b, name.removeprefix("%lanemask_"), linear), "i32"
    if name in _CLOCKS:
        return _clock(b, name)
    raise Unsupported(f"special register {name}")


def _reversed(b: Builder, kind: str) -> str:
    """1 in a launch whose turns are reversed, else 0."""
    return b.context("reversed", kind)


def _lane_mask(b: Builder, which: str, linear: str) -> str:
    lane = b.let(f"and i32 {linear}, {WARP_SIZE - 1}")
    own = b.let(f"shl i32 1, {lane}")
    below = b.let(f"sub i32 {own}, 1")
    if which == "eq":
        return own
    if which == "lt":
        return below
    upto = b.let(f"or i32 {own}, {below}")
    if which == "le":
        return upto
    if which in ("ge", "gt"):
        return b.let(f"xor i32 {below if which == 'ge' else upto}, -1")
    raise Unsupported(f"special register %lanemask_{which}")


def _clock(b: Builder, name: str) -> tuple[str, str]:
    """Time here is a count that grows with every look, so that runs repeat exactly."""
    more = b.let(f"mul i64 {_reversed(b, 'i64')}, {_OTHER_TICK}")
    value = b.let(f"add i64 {b.context('clock')}, {b.let(f'add i64 {more}, {_TICK}')}")
    b.set_context("clock", value)
    if name in SPECIAL_TYPES:
        return value, "i64"
    if name.endswith("_hi"):
        value = b.let(f"lshr i64 {value}, 32")
    return b.let(f"trunc i64 {value} to i32"), "i32"
