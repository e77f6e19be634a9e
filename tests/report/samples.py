"""Realistic results made by hand: what the report is tested and looked at with, without running the grader."""

from __future__ import annotations

import hashlib
import math
import random

from grader.results import (
    Case,
    Cell,
    Compile,
    DeviceInfo,
    Diagnostic,
    ErrorMap,
    Finding,
    Kind,
    LineCount,
    OtherParty,
    Performance,
    Recording,
    Requirement,
    Resources,
    Results,
    RubricItem,
    Severity,
    Shape,
    SharedArray,
    Status,
    Submission,
    Threshold,
    Timing,
    Traffic,
)

SOURCE = """\
// Tiled matrix multiplication: C (M x N) = A (M x K) * B (K x N), row-major.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void matmul_tiled(const float *A, const float *B, float *C,
                                        int M, int K, int N) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        int a_col = p * TILE_WIDTH + tx;
        int b_row = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
        Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
"""
NO_SECOND_BARRIER = SOURCE.replace("Bs[k][tx];\n        __syncthreads();\n", "Bs[k][tx];\n")
NO_GUARD = SOURCE.replace("(row < M && a_col < K) ? A[row * K + a_col] : 0.0f", "A[row * K + a_col]")
BARRIERS = (22, 26)
LOAD_A, LOAD_B, MULTIPLY, STORE_C = 20, 21, 25, 30

SHAPES = (
    ("multiples", "square-1T", "16", "16", "16"),
    ("multiples", "square-2T", "32", "32", "32"),
    ("multiples", "square-4T", "64", "64", "64"),
    ("lesson", "ones-twos-34", "34", "34", "34"),
    ("lesson", "random-34", "34", "34", "34"),
    ("rectangular", "tall", "70", "20", "18"),
    ("rectangular", "wide", "20", "33", "90"),
    ("vectors", "row", "1", "40", "37"),
    ("vectors", "column", "37", "40", "1"),
    ("vectors", "k-1", "33", "1", "21"),
    ("edges", "below", "15", "15", "15"),
    ("edges", "above", "17", "17", "17"),
    ("primes", "prime", "29", "47", "31"),
)
REASONS = {
    "multiples": "Multiples of the tile width: no partial tile anywhere, so only the core algorithm counts.",
    "lesson": "The lesson's 34×34: three phases, a 3×3 grid that covers 48×48. Constant inputs hide swapped indices.",
    "rectangular": "M, K and N differ, so a dimension used for another shows.",
    "vectors": "One row, one column or one term: nearly every thread is outside.",
    "edges": "One below and one above the tile width.",
    "primes": "No dimension divides anything.",
}


SMALL = Shape(M=4, K=4, N=4)


def record(
    shape: Shape = SMALL,
    tile: int = 2,
    block: tuple[int, int, int] = (0, 0, 0),
    *,
    second_barrier: bool = True,
    guard_a: bool = True,
    seed: int = 1,
    case: str = "trace 4×4",
) -> Recording:
    """The lesson's kernel played in Python, one thread after another up to each barrier, as the emulator does."""
    rng = random.Random(seed)
    a = [float(rng.randint(1, 9)) for _ in range(shape.M * shape.K)]
    b = [float(rng.randint(1, 9)) for _ in range(shape.K * shape.N)]
    c = [math.nan] * (shape.M * shape.N)
    phases = -(-shape.K // tile)
    threads = [(x, y) for y in range(tile) for x in range(tile)]
    sums = dict.fromkeys(threads, 0.0)
    tiles = {"As": [math.nan] * tile**2, "Bs": [math.nan] * tile**2}
    events: list[tuple[int, int, int, str, str, int, float]] = []
    passed = 0

    def load_tiles(p: int, x: int, y: int) -> None:
        thread, row, col = y * tile + x, block[1] * tile + y, block[0] * tile + x
        k_a, k_b = p * tile + x, p * tile + y
        inside_a = k_a < shape.K and row < shape.M
        value = 0.0
        if inside_a or not guard_a:
            index = row * shape.K + k_a
            value = a[index] if index < len(a) else 0.0
            events.append((thread, passed, LOAD_A, "load", "A", index if index < len(a) else -1, value))
        tiles["As"][thread] = value
        events.append((thread, passed, LOAD_A, "store", "As", thread, value))
        value = 0.0
        if k_b < shape.K and col < shape.N:
            value = b[k_b * shape.N + col]
            events.append((thread, passed, LOAD_B, "load", "B", k_b * shape.N + col, value))
        tiles["Bs"][thread] = value
        events.append((thread, passed, LOAD_B, "store", "Bs", thread, value))

    def multiply(x: int, y: int) -> None:
        thread = y * tile + x
        for k in range(tile):
            left, right = tiles["As"][y * tile + k], tiles["Bs"][k * tile + x]
            events.append((thread, passed, MULTIPLY, "load", "As", y * tile + k, left))
            events.append((thread, passed, MULTIPLY, "load", "Bs", k * tile + x, right))
            sums[x, y] += left * right
            events.append((thread, passed, MULTIPLY, "fma", "", 0, sums[x, y]))

    def barrier(line: int) -> None:
        nonlocal passed
        events.extend((y * tile + x, passed, line, "barrier", "", 0, 0.0) for x, y in threads)
        passed += 1

    def finish(x: int, y: int) -> None:
        thread, row, col = y * tile + x, block[1] * tile + y, block[0] * tile + x
        if row < shape.M and col < shape.N:
            c[row * shape.N + col] = sums[x, y]
            events.append((thread, passed, STORE_C, "store", "C", row * shape.N + col, sums[x, y]))
        events.append((thread, passed, STORE_C + 1, "exit", "", 0, 0.0))

    for x, y in threads:
        load_tiles(0, x, y)
    for p in range(phases):
        barrier(BARRIERS[0])
        if second_barrier:
            for x, y in threads:
                multiply(x, y)
            barrier(BARRIERS[1])
        for x, y in threads:
            if not second_barrier:
                multiply(x, y)
            if p + 1 < phases:
                load_tiles(p + 1, x, y)
            else:
                finish(x, y)
    expected = [
        sum(a[i * shape.K + k] * b[k * shape.N + j] for k in range(shape.K))
        for i in range(shape.M)
        for j in range(shape.N)
    ]
    in_block = {
        (block[1] * tile + y) * shape.N + block[0] * tile + x
        for x, y in threads
        if block[1] * tile + y < shape.M and block[0] * tile + x < shape.N
    }
    final = [c[i] if i in in_block else expected[i] for i in range(len(c))]
    return Recording(
        case=case,
        shape=shape,
        tile_width=tile,
        grid=(-(-shape.N // tile), -(-shape.M // tile), 1),
        block_dim=(tile, tile, 1),
        block=block,
        shared=(SharedArray(name="As", dims=(tile, tile)), SharedArray(name="Bs", dims=(tile, tile))),
        A=tuple(a),
        B=tuple(b),
        C=tuple(final),
        expected=tuple(expected),
        events=tuple(events),
        title=f"Block ({block[0]},{block[1]}) of {case}",
    )


def naive_record() -> Recording:
    """The naive kernel on the same 4×4: no tile, every operand straight from global memory."""
    tiled = record()
    events: list[tuple[int, int, int, str, str, int, float]] = []
    sums = [0.0] * 4
    for thread in range(4):
        row, col = divmod(thread, 2)
        for k in range(4):
            left, right = tiled.A[row * 4 + k], tiled.B[k * 4 + col]
            sums[thread] += left * right
            events.append((thread, 0, 9, "load", "A", row * 4 + k, left))
            events.append((thread, 0, 9, "load", "B", k * 4 + col, right))
            events.append((thread, 0, 9, "fma", "", 0, sums[thread]))
        events.append((thread, 0, 10, "store", "C", row * 4 + col, sums[thread]))
        events.append((thread, 0, 11, "exit", "", 0, 0.0))
    return tiled.model_copy(update={"events": tuple(events), "shared": (), "title": "naive"})


def cases(failing: dict[str, ErrorMap] | None = None, status: Status | None = None) -> tuple[Case, ...]:
    """Every sample case at both tile widths; those named in `failing` fail with its map at T = 16."""
    rows = []
    for tile in (16, 32):
        for family, name, m, k, n in SHAPES:
            chart = (failing or {}).get(name) if tile == 16 else None
            state = status or (Status.FAILED if chart else Status.PASSED)
            shape = Shape(M=int(m), K=int(k), N=int(n))
            wrong = sum(row.count("x") for row in chart.cells) if chart else 0
            rows.append(
                Case(
                    name=f"{name}@{tile}",
                    family=family,
                    title=f"{shape.M}×{shape.K} by {shape.K}×{shape.N}",
                    reason=REASONS[family],
                    shape=shape,
                    tile_width=tile,
                    grid=(-(-shape.N // tile), -(-shape.M // tile), 1),
                    block=(tile, tile, 1),
                    status=state,
                    points=2.0 if state is Status.PASSED else 0.0,
                    max_points=2.0,
                    message=f"{wrong} of {shape.M * shape.N} cells wrong" if chart else "",
                    wrong_cells=wrong,
                    worst=chart.samples[0] if chart and chart.samples else None,
                    map=chart,
                    seconds=0.004,
                    reproduce=f"python -m grader starter/matmul.cu --case '{name}@{tile}'",
                )
            )
    return tuple(rows)


def boundary_map(size: int = 34, tile: int = 16) -> ErrorMap:
    """What a missing guard on A leaves at 34×34: the last phase adds the next row's elements, in nearly all rows."""
    rows = ["x" * size if row < size - 1 else "." * size for row in range(size)]
    samples = tuple(
        Cell(row=row, col=col, expected=68.0, got=96.0, error=28.0, bound=0.0001)
        for row in range(14)
        for col in range(34)
    )
    return ErrorMap(
        rows=size,
        cols=size,
        step=1,
        tile_width=tile,
        cells=tuple(rows),
        samples=samples,
        pattern="All rows but the last are wrong: the last phase adds elements of the next row of A.",
    )


def mixed_map() -> ErrorMap:
    """A map with every sign in it: right, wrong, never written, not finite."""
    rows = []
    for row in range(34):
        cells = ["."] * 34
        for col in range(34):
            if col >= 32:
                cells[col] = "u"
            elif row >= 32:
                cells[col] = "x"
            elif (row, col) in {(3, 4), (3, 5), (20, 9)}:
                cells[col] = "n"
        rows.append("".join(cells))
    samples = (
        Cell(row=3, col=4, expected=1.25, got=math.nan, error=math.inf, bound=1e-5),
        Cell(row=32, col=0, expected=2.5, got=3.5, error=1.0, bound=1e-5),
    )
    return ErrorMap(rows=34, cols=34, step=1, tile_width=16, cells=tuple(rows), samples=samples)


def traffic(kernel: str, reuse: float, n: int = 128, tile: int = 16) -> Traffic:
    """Exact counts of a kernel on n×n×n that reads each global element for `reuse` threads at once."""
    loads = int(2 * n**3 / reuse)
    return Traffic(
        kernel=kernel,
        shape=Shape(M=n, K=n, N=n),
        tile_width=tile,
        global_loads=loads,
        global_load_bytes=4 * loads,
        global_stores=n * n,
        global_store_bytes=4 * n * n,
        shared_loads=0 if kernel == "naive" else 2 * n**3,
        shared_stores=0 if kernel == "naive" else loads,
        flop=2 * n**3,
        barriers=0 if kernel == "naive" else 2 * n**3 // tile,
        loads_per_output=loads / n**2,
        flop_per_byte=2 * n**3 / (4 * loads),
        global_load_sectors=loads // 8,
        global_load_requests=loads // 32,
    )


def performance(student_reuse: float = 16.0, **changes: object) -> Performance:
    """Traffic as the criterion, as on a machine with no GPU."""
    fields: dict[str, object] = {
        "criterion": "traffic",
        "status": Status.PASSED if student_reuse > 8 else Status.FAILED,
        "message": f"Your kernel loads {student_reuse:g}× fewer bytes from global memory than the naive one.",
        "points": 15.0 if student_reuse > 8 else 0.0,
        "max_points": 15.0,
        "thresholds": (Threshold(ratio=4, share=0.5), Threshold(ratio=8, share=1.0)),
        "traffic": (traffic("naive", 1), traffic("student", student_reuse), traffic("reference", 16)),
        "traffic_ratio": student_reuse,
        "explanation": "No GPU was found, so nothing was timed; memory traffic decides.",
    }
    return Performance(**{**fields, **changes})  # type: ignore[arg-type]


def timing(ratio: float = 1.51, *, conclusive: bool = True) -> Timing:
    """Eleven pairs around `ratio` at 1024³."""
    rng = random.Random(3)
    ratios = tuple(ratio * (1 + rng.uniform(-0.02, 0.02) * (1 if conclusive else 8)) for _ in range(11))
    return Timing(
        shape=Shape(M=1024, K=1024, N=1024),
        tile_width=16,
        naive_ms=0.428,
        student_ms=0.428 / ratio,
        reference_ms=0.283,
        cublas_ms=0.068,
        ratio=ratio,
        ratio_low=ratio * (0.99 if conclusive else 0.9),
        ratio_high=ratio * (1.01 if conclusive else 1.12),
        confidence=0.95,
        pairs=11,
        ratios=ratios,
        gflops=2 * 1024**3 / (0.428 / ratio * 1e6),
        peak_share=0.11,
        cublas_share=0.24,
        conclusive=conclusive,
    )


def lines(n: int = 128, tile: int = 16) -> tuple[LineCount, ...]:
    """Counts of the sample kernel's lines on n×n×n."""
    loads, inner = n**3 // tile, n**3
    return (
        LineCount(line=LOAD_A, global_loads=loads, global_load_bytes=4 * loads, shared_stores=loads,
                  shared_store_bytes=4 * loads, sectors=loads // 8, requests=loads // 32),
        LineCount(line=LOAD_B, global_loads=loads, global_load_bytes=4 * loads, shared_stores=loads,
                  shared_store_bytes=4 * loads, sectors=loads // 8, requests=loads // 32),
        LineCount(line=BARRIERS[0], barriers=loads),
        LineCount(line=MULTIPLY, shared_loads=2 * inner, shared_load_bytes=8 * inner, flop=2 * inner,
                  bank_wavefronts=inner // 16, bank_ideal_wavefronts=inner // 16),
        LineCount(line=BARRIERS[1], barriers=loads),
        LineCount(line=STORE_C, global_stores=n * n, global_store_bytes=4 * n * n, sectors=n * n // 8,
                  requests=n * n // 32),
    )  # fmt: skip


def rubric(
    correctness: float = 50, safety: float = 20, tiling: float = 15, speed: float = 15
) -> tuple[RubricItem, ...]:
    """The four items with the points given; an item is failed when it has less than all."""
    rows = (
        ("correctness", "Correct results", correctness, 50.0),
        ("safety", "No races, no stray accesses", safety, 20.0),
        ("tiling", "Really tiled", tiling, 15.0),
        ("performance", "Performance", speed, 15.0),
    )
    return tuple(
        RubricItem(
            name=name,
            title=title,
            status=Status.PASSED if got == most else Status.FAILED,
            points=got,
            max_points=most,
        )
        for name, title, got, most in rows
    )


def resources(tile: int) -> Resources:
    """What ptxas says of the sample kernel."""
    return Resources(
        tile_width=tile,
        registers=32,
        shared_bytes=8 * tile * tile,
        threads_per_block=tile * tile,
        blocks_per_multiprocessor=8 if tile == 16 else 2,
        occupancy=1.0,
        limited_by="threads",
        target="sm_80",
        launchable=True,
    )


def results(source: str = SOURCE, **changes: object) -> Results:
    """The reference's perfect results, with any field replaced."""
    fields: dict[str, object] = {
        "assignment": "Tiled matrix multiplication",
        "submission": Submission(
            path="starter/matmul.cu",
            student=None,
            sha256=hashlib.sha256(source.encode("utf-8", "replace")).hexdigest(),
            source=source,
        ),
        "device": DeviceInfo(kind="cpu", name="PTX emulator (2 cores)", details={"architecture": "compute_80"}),
        "seed": 2026,
        "score": 100.0,
        "max_score": 100.0,
        "passed": True,
        "verdict": "Everything passes: all cases are right, no faults were found, and the kernel is really tiled.",
        "compile": Compile(ok=True, seconds=0.022, resources=(resources(16), resources(32))),
        "cases": cases(),
        "performance": performance(),
        "requirements": (
            Requirement(name="shared-memory", status=Status.PASSED, message="Uses shared memory"),
            Requirement(name="traffic", status=Status.PASSED, message="Loads 16× fewer floats than the naive kernel"),
        ),
        "rubric": rubric(),
        "lines": lines(),
        "lines_case": "128×128×128, T = 16",
        "recordings": (record(),),
        "not_measured": ("Time: no GPU was found on this machine.",),
        "environment": {"python": "3.11.2", "cupy": "13.3.0", "nvrtc": "12.4"},
        "reproduce": "python -m grader starter/matmul.cu --seed 2026 --device cpu",
        "seconds": 1.9,
    }
    return Results(**{**fields, **changes})  # type: ignore[arg-type]


def reference() -> Results:
    """100 points, no findings."""
    return results()


RACE = Finding(
    kind=Kind.DATA_RACE,
    severity=Severity.ERROR,
    line=MULTIPLY,
    column=20,
    case="random-34@16",
    cases=("random-34@16", "ones-twos-34@16", "square-2T@16"),
    block=(0, 0, 0),
    thread=(5, 0, 0),
    access="read",
    space="shared",
    object="As[0][3]",
    address=12,
    other=OtherParty(line=LOAD_A, thread=(3, 0, 0), block=(0, 0, 0), access="write"),
    count=1024,
    message="line 25: thread (5,0) reads As[0][3], which thread (3,0) writes on line 20 with no barrier between",
    hint="A __syncthreads() is missing after the multiply-adds, before the next phase overwrites the tile.",
    topic="barriers",
)


def missing_barrier() -> Results:
    """The second barrier is missing: every number may be right, and the race is found all the same."""
    return results(
        source=NO_SECOND_BARRIER,
        score=80.0,
        passed=False,
        verdict="The results are right, but the threads race: it works here by luck.",
        fix_first="Line 25: a barrier is missing between reading a tile and overwriting it.",
        findings=(RACE,),
        rubric=rubric(safety=0),
        lines=(),
        recordings=(record(second_barrier=False),),
    )


def boundary_bug() -> Results:
    """A's guard is missing: wrong numbers at every size that is no multiple, and reads past the end."""
    finding = Finding(
        kind=Kind.OUT_OF_BOUNDS,
        severity=Severity.ERROR,
        line=LOAD_A,
        column=22,
        case="ones-twos-34@16",
        cases=("ones-twos-34@16", "random-34@16"),
        block=(0, 2, 0),
        thread=(0, 2, 0),
        access="read",
        space="global",
        object="A[34][0]",
        address=4624,
        count=712,
        message="line 20: thread (0,2) of block (0,2) reads A[34][0], but A has 34 rows",
        hint="The load of A needs row < M && p * TILE_WIDTH + tx < K, and 0 where it is false.",
        topic="boundaries",
    )
    chart = boundary_map()
    return results(
        source=NO_GUARD,
        score=46.0,
        passed=False,
        verdict="Right on multiples of the tile width, wrong elsewhere.",
        fix_first="Line 20 reads A without a guard.",
        findings=(finding,),
        cases=cases({"ones-twos-34": chart, "random-34": mixed_map()}),
        rubric=rubric(correctness=31, safety=0),
        recordings=(
            record(),
            record(Shape(M=34, K=34, N=34), 16, (2, 0, 0), guard_a=False, case="ones-twos-34@16"),
        ),
    )


def compile_error() -> Results:
    """Nothing ran: a semicolon is missing."""
    source = SOURCE.replace("float sum = 0.0f;", "float sum = 0.0f")
    diagnostic = Diagnostic(severity="error", file="matmul.cu", line=16, column=5, message='expected a ";"')
    finding = Finding(
        kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, line=16, column=5, message='line 16: expected a ";"'
    )
    return results(
        source=source,
        score=0.0,
        passed=False,
        verdict="The file does not compile.",
        fix_first='Line 16: expected a ";".',
        compile=Compile(ok=False, diagnostics=(diagnostic,), seconds=0.01),
        cases=cases(status=Status.SKIPPED),
        findings=(finding,),
        rubric=rubric(0, 0, 0, 0),
        performance=None,
        lines=(),
        recordings=(),
        requirements=(),
    )


HOSTILE = "</script><script>document.title='pwned'</script>\"'><img src=x onerror=alert(1)>\u202e\u2028\x00\x1b[31m<!--"


def hostile() -> Results:
    """Every text a student controls is an attack on the page."""
    source = f"// {HOSTILE}\n" + SOURCE
    finding = Finding(
        kind=Kind.DEVICE_ASSERT,
        severity=Severity.ERROR,
        line=1,
        message=HOSTILE,
        hint=HOSTILE,
        object=HOSTILE,
        topic=HOSTILE,
    )
    spoilt = record().model_copy(update={"title": HOSTILE, "case": HOSTILE})
    changed = results(source=source)
    return changed.model_copy(
        update={
            "submission": Submission(path=HOSTILE, student=HOSTILE, sha256="0" * 64, source=source),
            "verdict": HOSTILE,
            "fix_first": HOSTILE,
            "findings": (finding,),
            "output": HOSTILE + "\n" + "x" * 1_000_000,
            "recordings": (spoilt,),
            "compile": Compile(
                ok=True,
                diagnostics=(Diagnostic(severity="warning", file=HOSTILE, line=1, message=HOSTILE),),
                notes=(HOSTILE,),
            ),
            "environment": {HOSTILE: HOSTILE},
            "reproduce": HOSTILE,
            "passed": False,
        }
    )


def skeleton() -> Results:
    """The untouched starter: compiles, writes nothing."""
    chart = ErrorMap(rows=34, cols=34, step=1, tile_width=16, cells=("u" * 34,) * 34, pattern="Nothing was written.")
    finding = Finding(
        kind=Kind.UNWRITTEN_OUTPUT,
        severity=Severity.ERROR,
        case="square-1T@16",
        cases=("square-1T@16",),
        count=256,
        message="No thread stores to C.",
        hint="Fill in the TODOs, the store to C last.",
    )
    return results(
        score=5.0,
        passed=False,
        verdict="The skeleton compiles, and C is never written.",
        fix_first="Write the result to C.",
        findings=(finding,),
        cases=cases({name: chart for _, name, *_ in SHAPES}),
        rubric=rubric(0, 5, 0, 0),
        recordings=(),
        performance=performance(1.0),
    )


def grader_fault() -> Results:
    """The grader's own failure: it costs the student nothing and says so."""
    finding = Finding(
        kind=Kind.UNSUPPORTED,
        severity=Severity.GRADER,
        line=25,
        message="line 25: the emulator does not know wmma.mma.sync",
        instruction="wmma.mma.sync.aligned",
    )
    return results(
        score=100.0,
        passed=False,
        verdict="The grader could not run this kernel; this is not your fault.",
        findings=(finding,),
        cases=cases(status=Status.ERROR),
        rubric=tuple(item.model_copy(update={"status": Status.ERROR}) for item in rubric()),
        performance=None,
        recordings=(),
        lines=(),
    )


def timed() -> Results:
    """Graded on a GPU, with paired timing."""
    return results(
        device=DeviceInfo(kind="gpu", name="NVIDIA H200", details={"compute_capability": "9.0"}),
        performance=performance(criterion="time", timing=(timing(), timing(1.2, conclusive=False)),
                                thresholds=(Threshold(ratio=1.1, share=0.5), Threshold(ratio=1.3, share=1.0)),
                                message="Your kernel is 1.51× as fast as the naive one."),
        not_measured=(),
    )  # fmt: skip


ALL = {
    "reference": reference,
    "missing-barrier": missing_barrier,
    "boundary-bug": boundary_bug,
    "compile-error": compile_error,
    "hostile": hostile,
    "skeleton": skeleton,
    "grader-fault": grader_fault,
    "timed": timed,
}
