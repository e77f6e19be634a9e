"""Random small kernels about synchronisation: accesses of all sizes and kinds, barriers of all kinds, loops, guards.

Every statement has a source line of its own. Addresses and control flow depend on thread and block indices alone,
so what races does not depend on the order of execution.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FULL_MASK = 0xFFFFFFFF
EVERYTHING = frozenset({"atomics", "warps", "named"})
"""What a program may use beside plain accesses and `bar.sync 0`.

`partial`: named barriers may be of some warps, and some warps may arrive at one without waiting. `flags`: threads wait
for flags that others, of any block, have set; with the fences that this takes, or without one. `copies`: asynchronous
ones, in groups that are waited for now and then.
"""

OBJECT_BYTES = 64
MOST_FLAGS = 16
OBJECTS = {"left": "shared", "right": "shared", "out": "global", "more": "global"}


@dataclass(frozen=True, slots=True)
class RaceProgram:
    """A kernel `k(out, more, flags)` of two global arrays of OBJECT_BYTES bytes and one of flags, and its launch."""

    ptx: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]


_HEADER = """.version 7.8
.target sm_80
.address_size 64
.shared .align 16 .b8 left[64];
.shared .align 16 .b8 right[64];
.visible .entry k(.param .u64 out, .param .u64 more, .param .u64 flags)
{
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<32>;
.reg .b64 %rd<8>;
.loc 1 1 0
ld.param.u64 %rd1, [out];
ld.param.u64 %rd2, [more];
ld.param.u64 %rd3, [flags];
cvta.to.global.u64 %rd3, %rd3;
cvta.to.global.u64 %rd1, %rd1;
cvta.to.global.u64 %rd2, %rd2;
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
and.b32 %r3, %r1, 31;
shr.u32 %r4, %r1, 5;
mov.u32 %r10, 7;
mov.u32 %r11, 7;
mov.u32 %r12, 7;
mov.u32 %r13, 7;
mov.b64 %rd5, 7;
mov.b16 %h1, 7;
"""

_FOOTER = """ret;
}
.file 1 "k.cu"
"""


class _Writer:
    """Writes one random kernel."""

    def __init__(self, random: Random, threads: int, blocks: int, features: frozenset[str]) -> None:
        self.random = random
        self.features = features
        self.threads = threads
        self.blocks = blocks
        self.lines: list[str] = []
        self.line = 1
        self.labels = 0
        # Few objects and few bytes make accesses meet.
        self.objects = random.sample(list(OBJECTS), random.choice((1, 1, 2, 3)))
        self.spread = random.choice((1, 1, 2, 3, 4))
        self.arrivals: list[str] = []
        self.flags = 0
        self.fresh_barriers = list(range(4, 13))

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def new_line(self) -> None:
        self.line += 1
        self.emit(f".loc 1 {self.line} 1")

    def label(self) -> str:
        self.labels += 1
        return f"$L{self.labels}"

    def body(self, count: int, depth: int = 0) -> None:
        for _ in range(count):
            self.new_line()
            choice = self.random.random()
            if choice < 0.3 and "copies" in self.features:
                self.guarded(self.copy) if self.random.random() < 0.5 else self.wait()
            elif choice < 0.55:
                self.guarded(self.access)
            elif choice < 0.70:
                self.block_barrier()
            elif choice < 0.84 and "warps" in self.features:
                self.warp_barrier()
            elif choice < 0.90 and "named" in self.features and self.threads % 32 == 0:
                self.some_barrier(depth)
            elif choice < 0.97 and "flags" in self.features and depth == 0 and self.flags < MOST_FLAGS:
                self.flag()
            elif depth < 1:
                self.loop(depth)

    # ---- control

    def guarded(self, statement: object) -> None:
        condition = self.random.choice((self.nothing, self.some_lanes, self.one_thread, self.one_block, self.one_warp))
        skip = condition()
        statement()  # type: ignore[operator]
        if skip:
            self.emit(f"{skip}:")

    def nothing(self) -> str:
        return ""

    def _unless(self, register: str, comparison: str, value: int) -> str:
        label = self.label()
        self.emit(f"setp.{comparison}.u32 %p1, {register}, {value};", f"@%p1 bra {label};")
        return label

    def some_lanes(self) -> str:
        return self._unless("%r1", self.random.choice(("ge", "lt")), self.random.randrange(1, self.threads + 1))

    def one_thread(self) -> str:
        return self._unless("%r1", "ne", self.random.randrange(self.threads))

    def one_block(self) -> str:
        return self._unless("%r2", "ne", self.random.randrange(self.blocks))

    def one_warp(self) -> str:
        return self._unless("%r4", "ne", self.random.randrange(-(-self.threads // 32)))

    def loop(self, depth: int) -> None:
        label, counter = self.label(), f"%r{20 + depth}"
        self.emit(f"mov.u32 {counter}, 0;", f"{label}:")
        self.body(self.random.randrange(1, 4), depth + 1)
        self.emit(f"add.u32 {counter}, {counter}, 1;", f"setp.lt.u32 %p2, {counter}, 2;", f"@%p2 bra {label};")

    # ---- synchronisation

    def block_barrier(self) -> None:
        self.emit("bar.sync 0;")

    def warp_barrier(self) -> None:
        """All lanes, or those of a mask that the others step around."""
        if self.threads % 32 or self.random.random() < 0.5:
            mask = self.random.choice((0x3, 0xF, 0x5, 0xFFFF)) & ((1 << min(self.threads, 32)) - 1)
            if self.threads > 32:
                mask &= (1 << (self.threads % 32 or 32)) - 1
            skip = self.label()
            self.emit("mov.u32 %r5, 1;", "shl.b32 %r5, %r5, %r3;", f"and.b32 %r5, %r5, {mask};")
            self.emit("setp.eq.u32 %p1, %r5, 0;", f"@%p1 bra {skip};", f"bar.warp.sync {mask};", f"{skip}:")
        elif self.random.random() < 0.7:
            self.emit(f"bar.warp.sync {FULL_MASK};")
        else:
            self.emit(f"shfl.sync.idx.b32 %r6|%p3, %r1, 0, 31, {FULL_MASK};")

    def some_barrier(self, depth: int) -> None:
        if "partial" in self.features and depth == 0 and self.random.random() < 0.5:
            self.arrival()
        else:
            self.named_barrier()

    def named_barrier(self) -> None:
        """A counted barrier under another number, of the first or the last warps only where that is wanted.

        Each number belongs to certain warps: a barrier at which others come than it counts with is a fault.
        """
        warps = self.random.randrange(1, self.threads // 32 + 1) if "partial" in self.features else self.threads // 32
        last = "partial" in self.features and self.random.random() < 0.5
        skip = self._unless("%r4", "lt", self.threads // 32 - warps) if last else self._unless("%r4", "ge", warps)
        form = self.random.choice(("bar.sync {}, {};", "barrier.sync {}, {};", "barrier.cta.sync.aligned {}, {};"))
        self.emit(form.format(warps + (12 if last else 0), 32 * warps), f"{skip}:")

    def arrival(self) -> None:
        """Some warps arrive at a barrier and go on, others wait there, others have nothing to do with it.

        The same may come again under the same number, so that some arrive before the others have waited. Others use the
        number only after a barrier of all.
        """
        if self.arrivals and self.random.random() < 0.4:
            self.emit(*self.arrivals[-1].replace("$L", self.label() + "_").splitlines())
            return
        if not self.fresh_barriers:
            self.fresh_barriers = list(range(4, 13))
            self.block_barrier()
        number = self.fresh_barriers.pop(0)
        first = len(self.lines)
        parts = [self.random.choice(("arrive", "sync", "nothing")) for _ in range(self.threads // 32)]
        parts[self.random.randrange(len(parts))] = "sync"
        count = 32 * (len(parts) - parts.count("nothing"))
        for warp, part in enumerate(parts):
            if part != "nothing":
                skip = self._unless("%r4", "ne", warp)
                self.emit(f"bar.{part} {number}, {count};", f"{skip}:")
        self.arrivals.append("\n".join(self.lines[first:]))

    def flag(self) -> None:
        """One thread sets a flag of its own, others wait for it; a fence on either side may be missing."""
        place = f"[%rd3+{4 * self.flags}]"
        self.flags += 1
        skips = [self.one_block(), self.one_thread()]
        release = self.random.choice(("release.gpu", "relaxed.gpu", "volatile", "exch", "add", "add.release"))
        self.fence("release" in release)
        tell = {"exch": f"atom.global.exch.b32 %r6, {place}, 1;", "add": f"red.relaxed.gpu.global.add.u32 {place}, 1;"}
        tell["add.release"] = f"atom.release.gpu.global.add.u32 %r6, {place}, 1;"
        self.emit(tell.get(release, f"st.{release}.global.u32 {place}, 1;"), *(f"{skip}:" for skip in skips))
        who = self.random.choice((self.one_thread, self.some_lanes, self.one_warp, self.nothing))
        skips = [each for each in (self.random.choice((self.one_block, self.nothing))(), who()) if each]
        again = self.label()
        acquire = self.random.choice(("ld.acquire.gpu", "ld.relaxed.gpu", "ld.volatile", "atom"))
        see = f"atom.global.cas.b32 %r6, {place}, 7, 7;" if acquire == "atom" else f"{acquire}.global.u32 %r6, {place};"
        self.emit(f"{again}:", see, "setp.eq.u32 %p3, %r6, 0;", f"@%p3 bra {again};")
        self.fence("acquire" in acquire)
        self.emit(*(f"{skip}:" for skip in skips))

    def fence(self, needless: bool) -> None:
        """A fence, more often where it is needed."""
        if self.random.random() < (0.2 if needless else 0.8):
            self.emit(self.random.choice(("membar.gl;", "fence.acq_rel.gpu;", "fence.sc.gpu;", "membar.sys;")))

    # ---- accesses

    def access(self) -> None:
        name = self.random.choice(self.objects)
        size = self.random.choice((1, 2, 4, 4, 4, 8, 16))
        self.address(name, size)
        kind = self.random.choice(("ld", "ld", "st", "st", "atom"))
        if kind == "atom" and size in (4, 8) and "atomics" in self.features:
            self.atomic(OBJECTS[name], size)
        else:
            self.plain("st" if kind == "atom" else kind, OBJECTS[name], size)

    def copy(self) -> None:
        """From global to shared memory, perhaps as a group of its own."""
        size = self.random.choice((4, 8, 16))
        source = self.random.choice([name for name, space in OBJECTS.items() if space == "global"])
        target = self.random.choice([name for name, space in OBJECTS.items() if space == "shared"])
        self.address(source, size)
        self.address(target, size)
        self.emit(f"cp.async.ca.shared.global [%r8], [%rd4], {size};")
        if self.random.random() < 0.5:
            self.emit("cp.async.commit_group;")

    def wait(self) -> None:
        """Close the group, and wait for some groups or for all copies."""
        forms = ("cp.async.wait_all;", "cp.async.wait_group 0;", "cp.async.wait_group 1;", "cp.async.wait_group 2;", "")
        self.emit("cp.async.commit_group;", self.random.choice(forms))
        if self.random.random() < 0.3:
            self.block_barrier()

    def address(self, name: str, size: int) -> None:
        """An aligned place from thread and block indices, in %r8 (shared) or %rd4 (global)."""
        places = OBJECT_BYTES // size
        thread_step = self.random.choice((0, 1, 1, 1, 2, 3, self.spread))
        block_step = self.random.choice((0, 1, 4, self.threads))
        start = self.random.randrange(self.spread * 2)
        self.emit(
            f"mad.lo.u32 %r7, %r1, {thread_step}, {start};",
            f"mad.lo.u32 %r7, %r2, {block_step}, %r7;",
            f"and.b32 %r7, %r7, {places - 1};",
            f"mul.lo.u32 %r7, %r7, {size};",
        )
        if OBJECTS[name] == "shared":
            self.emit(f"mov.u32 %r8, {name};", "add.u32 %r8, %r8, %r7;")
        else:
            self.emit("cvt.u64.u32 %rd4, %r7;", f"add.u64 %rd4, %rd4, %rd{1 if name == 'out' else 2};")

    def plain(self, kind: str, space: str, size: int) -> None:
        place = "[%r8]" if space == "shared" else "[%rd4]"
        form, value = {
            1: ("u8", "%h1"),
            2: ("u16", "%h1"),
            4: ("u32", "%r10"),
            8: self.random.choice((("u64", "%rd5"), ("v2.u32", "{%r10, %r11}"))),
            16: ("v4.u32", "{%r10, %r11, %r12, %r13}"),
        }[size]
        if kind == "ld":
            self.emit(f"ld.{space}.{form} {value}, {place};")
        else:
            self.emit(f"st.{space}.{form} {place}, {value};")

    def atomic(self, space: str, size: int) -> None:
        place = "[%r8]" if space == "shared" else "[%rd4]"
        if size == 4:
            self.emit(f"atom.{space}.add.u32 %r6, {place}, 1;")
        else:
            self.emit(f"atom.{space}.add.u64 %rd6, {place}, 1;")


def race_program(seed: int, features: frozenset[str] = EVERYTHING) -> RaceProgram:
    """The kernel number `seed` of those that use `features`."""
    random = Random(seed)
    threads = random.choice((2, 4, 32, 32, 33, 64, 64, 96))
    blocks = random.choice((1, 1, 2, 3))
    writer = _Writer(random, threads, blocks, features)
    writer.body(random.randrange(2, 9))
    text = _HEADER + "\n".join(writer.lines) + "\n" + _FOOTER
    return RaceProgram(text, (blocks, 1, 1), (threads, 1, 1))
