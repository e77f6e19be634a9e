"""Matrix instructions: machine code, reference interpreter and a real GPU give the same bits."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from grader.emulator import load
from grader.emulator.matrix.fragments import (
    LANES,
    ROUNDING,
    accesses,
    left,
    right,
    rounding_of,
    total,
    wmma_left,
    wmma_right,
    wmma_total,
)
from grader.emulator.ptx.parser import parse
from tests.emulator.assembler import Assembler, AssemblerMissingError
from tests.emulator.interpreter import UnknownInstructionError, interpret
from tests.emulator.interpreter.tensor_cores import accumulate
from tests.emulator.matrix_cases import BY_NAME, CASES, Case, form_of, gathered, spread
from tests.emulator.matrix_probes import PROBES
from tests.emulator.matrix_recording import FOLDER, PATTERN, MatrixRecording, read
from tests.sampling import one_in

RECORDINGS = sorted(path.name for path in FOLDER.glob(PATTERN))
GROUPS = sorted({" ".join(case.name.split(".")[:2]).split(" sync")[0] for case in CASES})


by_group = pytest.mark.parametrize("group", GROUPS, scope="module")
"""All tests of one group follow one another, and share what the interpreter made of its cases."""


def of_group(group: str) -> list[Case]:
    return [case for case in CASES if " ".join(case.name.split(".")[:2]).split(" sync")[0] == group]


@cache
def recording(name: str) -> MatrixRecording:
    return read(FOLDER / name)


@cache
def interpreted(name: str) -> np.ndarray:
    case = BY_NAME[name]
    output = np.zeros(case.output_words, np.uint32)
    outcome = interpret(
        parse(case.ptx), "k", grid=(case.blocks,), block=(LANES,), args=[case.words.copy(), output], max_steps=10**6
    )
    assert not outcome.faults
    assert not outcome.stuck
    return output


def compiled(case: Case, checked: bool = False) -> np.ndarray:
    output = np.zeros(case.output_words, np.uint32)
    run = load(case.ptx)["k"].launch(
        grid=(case.blocks,), block=(LANES,), args=[case.words.copy(), output], checked=checked
    )
    assert not run.findings
    return output


def disagreement(case: Case, got: np.ndarray, expected: np.ndarray) -> str:
    """The first words that differ; two NaNs in double precision count as the same."""
    assert case.form is not None
    if case.form.d_type == "f64" and case.form.kind == "multiply":
        numbers = got.view(np.float64), expected.view(np.float64)
        same = (numbers[0].view(np.uint64) == numbers[1].view(np.uint64)) | (
            np.isnan(numbers[0]) & np.isnan(numbers[1])
        )
        differing = np.flatnonzero(~same) * 2
    else:
        differing = np.flatnonzero(got != expected)
    if not len(differing):
        return ""
    first = int(differing[0])
    return f"{case.name}: {len(differing)} of {len(got)}, word {first}: {got[first]:#x}, expected {expected[first]:#x}"


@pytest.mark.parametrize("group", one_in(2, GROUPS), scope="module")
def test_machine_code_equals_the_interpreter(group):
    """Every form, on plain operands and on those that tell roundings apart, on every layout."""
    wrong = [disagreement(case, compiled(case), interpreted(case.name)) for case in of_group(group)]
    assert not any(wrong), "\n".join(filter(None, wrong))


@by_group
def test_checkers_change_no_result_and_find_nothing(group):
    """With all checkers compiled in, an eighth of the cases gives the same."""
    wrong = [disagreement(case, compiled(case, checked=True), interpreted(case.name)) for case in of_group(group)[::8]]
    assert not any(wrong), "\n".join(filter(None, wrong))


@by_group
@pytest.mark.parametrize("name", RECORDINGS)
def test_interpreter_equals_the_recorded_gpu(name, group):
    """What a real GPU gave, bit for bit: sums, layouts of fragments, rows of 8 × 8 matrices."""
    wrong = []
    for case in of_group(group):
        recorded = recording(name).of(case)
        assert recorded is not None, f"{case.name} was recorded on other operands, or not at all: record again"
        wrong.append(disagreement(case, interpreted(case.name), recorded))
    assert not any(wrong), "\n".join(filter(None, wrong))


@pytest.mark.parametrize("name", RECORDINGS)
def test_what_a_gpu_refuses_as_misaligned_is_a_finding(name):
    """And nothing else is, but odd strides of neighbours that move together: there a GPU reads wrong elements."""
    told = {}
    for probe in PROBES.values():
        args = [np.zeros(8192, np.uint32), np.uint32(probe.offset), np.uint32(probe.stride)]
        run = load(probe.ptx)["k"].launch(grid=(1,), block=(LANES,), args=args)
        kinds = {each.kind for each in run.findings}
        assert kinds <= {"misaligned-access", "uninitialized-read", "data-race"}
        told[probe.name] = "misaligned-access" in kinds
    recorded = {key: "MISALIGNED_ADDRESS" in message for key, message in recording(name).alignment.items()}
    differing = {key for key in PROBES if told[key] != recorded[key]}
    assert all(PROBES[key].stride % 2 and told[key] for key in differing), differing


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_has_every_case_and_no_failure(name):
    """Nothing that the GPU refused, and nothing left out, hides in a recording."""
    assert not recording(name).failures
    assert set(recording(name).results) == set(BY_NAME)


def test_every_case_is_ptx():
    """NVIDIA's own assembler accepts every kernel."""
    try:
        assembler = Assembler(90)
    except AssemblerMissingError as missing:
        pytest.skip(str(missing))
    refused = {case.name: errors for case in CASES if (errors := assembler.errors(case.ptx))}
    assert not refused


# ---- the definition


def value(bits: int, kind: str) -> float:
    """What the bits of an element stand for."""
    if kind == "f16":
        return float(np.uint16(bits).view(np.float16))
    shifted = bits << 16 if kind == "bf16" else bits & ~0x1FFF if kind == "tf32" else bits
    return float(np.uint32(shifted).view(np.float32))


@pytest.mark.parametrize("capability", sorted(ROUNDING))
@pytest.mark.parametrize("case", [case for case in CASES if case.name.startswith("mma") and case.form.is_floating])
def test_sums_are_near_the_exact_ones(case, capability):
    """On plain operands an element differs from the exact sum by less than its terms' last bits in f32 or f16."""
    form = case.form
    plain = next(each for each in case.operands() if each.what == "plain")
    a, b = plain.a.reshape(form.m, form.k).tolist(), plain.b.reshape(form.k, form.n).T.tolist()
    unit = 2.0**-22 if form.d_type == "f32" else 2.0**-10
    for i, j in product(range(form.m), range(form.n)):
        c = int(plain.c[i * form.n + j])
        terms = [value(x, form.a_type) * value(y, form.b_type) for x, y in zip(a[i], b[j], strict=True)]
        terms.append(value(c, form.c_type))
        rules = rounding_of(form.opcode, form.a_type, capability)
        got = value(accumulate(a[i], b[j], c, form.a_type, form.c_type, form.d_type, rules), form.d_type)
        assert abs(got - sum(terms)) <= len(terms) * unit * max(map(abs, terms))


def test_small_terms_beside_a_large_one_are_lost():
    """What makes tensor cores differ from a chain of additions: bits far below the greatest exponent are cut."""
    one, quarter, least = 0x3C00, 0x3400, 0x0001
    a, b = [one] + [least] * 15, [one] + [quarter] * 15
    rules = rounding_of("mma", "f16")
    together = accumulate(a, b, 0, "f16", "f32", "f32", rules)
    assert value(together, "f32") == 1.0  # the small terms' sum, 15 · 2⁻²⁶, would show in an f32
    alone = accumulate([0, *a[1:]], b, 0, "f16", "f32", "f32", rules)
    assert value(alone, "f32") == 15 * 2.0**-26


@pytest.mark.parametrize(
    ("a", "b", "c", "expected"),
    [
        (0x7C00, 0x3C00, 0x3F800000, 0x7F800000),
        (0x7C00, 0x0000, 0x3F800000, 0x7FFFFFFF),
        (0x7C00, 0x3C00, 0xFF800000, 0x7FFFFFFF),
        (0x3C00, 0x3C00, 0x7FC00001, 0x7FFFFFFF),
        (0xFC00, 0x3C00, 0x3F800000, 0xFF800000),
    ],
)
def test_infinities_and_nans_follow_ieee(a, b, c, expected):
    """An infinity stays, opposite ones and infinity times zero make the one NaN."""
    assert accumulate([a, 0, 0, 0], [b, 0, 0, 0], c, "f16", "f32", "f32", rounding_of("mma", "f16")) == expected


# ---- fragments


FRAGMENTS = {
    "a of mma": left(16, 16, 16),
    "b of mma": right(16, 8, 16),
    "c of mma": total(16, 8, 32),
    "a of wmma": wmma_left(16, 16, 16, 8),
    "b of wmma": wmma_right(16, 16, 16, 8),
    "wide b of wmma": wmma_right(16, 32, 16, 8),
    "c of wmma": wmma_total(16, 16, 32),
    "wide c of wmma": wmma_total(8, 32, 32),
    "bytes": left(16, 32, 8),
    "doubles": left(16, 16, 64),
}


@pytest.mark.parametrize("name", FRAGMENTS)
def test_a_fragment_holds_every_element(name):
    """Spread over the lanes and gathered again, a matrix is what it was."""
    fragment = FRAGMENTS[name]
    size = fragment.rows * fragment.columns
    matrix = np.arange(size, dtype=np.uint64) & np.uint64((1 << fragment.element_bits) - 1)
    again = gathered(fragment, spread(fragment, matrix))
    assert (again.reshape(-1) == matrix).all()


@pytest.mark.parametrize("by_rows", [False, True])
@pytest.mark.parametrize("by_column", [False, True])
@pytest.mark.parametrize("name", FRAGMENTS)
def test_the_accesses_of_a_warp_are_every_element_once(name, by_column, by_rows):
    """Whatever way a fragment takes between memory and registers."""
    fragment = FRAGMENTS[name]
    width = fragment.rows if by_column else fragment.columns
    made = accesses(fragment, by_column=by_column, by_rows=by_rows)
    cells = [major * width + minor + n for lane in made.places for major, minor in lane for n in range(made.count)]
    assert sorted(cells) == list(range(fragment.rows * fragment.columns))


# ---- what is not known


@pytest.mark.parametrize(
    "name",
    [
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32",
        "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32",
        "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32",
        "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc",
    ],
)
def test_a_form_that_is_not_known_is_said_to_be(name):
    """An `unsupported` finding from machine code, an error from the interpreter: never a wrong answer."""
    text = f""".version 8.0
    .target sm_80
    .address_size 64
    .visible .entry k(.param .u64 output) {{ .reg .b32 %r<9>;
    {name} {{%r1, %r2}}, {{%r3}}, {{%r4}}, {{%r5, %r6}}; ret; }}"""
    output = np.zeros(1, np.uint32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[output])
    assert [each.kind for each in run.findings] == ["unsupported"]
    with pytest.raises(UnknownInstructionError):
        interpret(parse(text), "k", grid=(1,), block=(32,), args=[output])


def test_counters_tell_a_products_work_and_a_fragments_bytes():
    """A warp's wmma of 16 × 16 × 16 is 8,192 FLOP; its fragments are 512 bytes each from memory, though held twice."""
    case = BY_NAME["wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"]
    output = np.zeros(case.output_words, np.uint32)
    run = load(case.ptx)["k"].launch(grid=(case.blocks,), block=(32,), args=[case.words.copy(), output])
    whole = run.counters.total
    assert form_of(case.name).m == 16
    assert whole.flop == 8192 * case.blocks
    assert whole.global_load_bytes == (512 + 512 + 1024) * case.blocks
    assert whole.global_store_bytes == 1024 * case.blocks
