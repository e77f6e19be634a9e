"""The lesson's ideas, a paragraph each: what a finding links to, so that the report teaches without a network."""

from __future__ import annotations

from dataclasses import dataclass

from grader.results import Kind
from grader.results.kinds import KINDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One idea: `slug` is its anchor, `text` its paragraphs, `code` a pattern to compare with."""

    slug: str
    title: str
    text: tuple[str, ...]
    code: str = ""


TOPICS: dict[str, Topic] = {
    topic.slug: topic
    for topic in (
        Topic(
            slug="barriers",
            title="Why two barriers a phase",
            text=(
                "The threads of a block do not run in step. A fast thread may be many lines ahead of a slow one, "
                "and only __syncthreads() makes it wait. A tile is written by all threads and read by all "
                "threads, so each phase needs two barriers.",
                "The first stands between loading and computing: nobody reads the tile before everybody has "
                "written their element. The second stands between computing and the next phase's load: nobody "
                "overwrites the tile while somebody still reads it. Right numbers do not prove that a barrier is "
                "there; they may be luck.",
            ),
            code=(
                "for (int p = 0; p < phases; ++p) {\n"
                "    As[ty][tx] = …;  Bs[ty][tx] = …;\n"
                "    __syncthreads();          // the tile is complete\n"
                "    for (int k = 0; k < TILE_WIDTH; ++k) sum += As[ty][k] * Bs[k][tx];\n"
                "    __syncthreads();          // everyone has finished reading\n"
                "}"
            ),
        ),
        Topic(
            slug="arrival",
            title="Every thread must arrive",
            text=(
                "__syncthreads() waits for all threads of the block, at the same call. A thread that returned "
                "early, or that takes the other side of an if around the barrier, never arrives: the others wait "
                "for ever, or go on with a tile that is not complete. What happens is undefined, and may look "
                "right on one GPU.",
                "A thread that owns no cell of C still loads its elements of the tiles and still meets every "
                "barrier. Only the final store is guarded.",
            ),
            code="// not:  if (row >= M || col >= N) return;\n…\nif (row < M && col < N) C[row * N + col] = sum;",
        ),
        Topic(
            slug="boundaries",
            title="Three guards, three different conditions",
            text=(
                "When M, K or N is no multiple of the tile width, the last tiles hang over the edge. The three "
                "accesses to global memory need three conditions, because each runs along other dimensions: A has "
                "M rows and K columns, B has K rows and N columns, C has M rows and N columns.",
                "A load outside does not skip its element: it writes 0 into the tile, so that the multiply-adds "
                "over the whole tile stay right.",
            ),
            code=(
                "As[ty][tx] = (row < M && p * T + tx < K) ? A[row * K + p * T + tx]   : 0.0f;\n"
                "Bs[ty][tx] = (p * T + ty < K && col < N) ? B[(p * T + ty) * N + col] : 0.0f;\n"
                "if (row < M && col < N) C[row * N + col] = sum;"
            ),
        ),
        Topic(
            slug="phases",
            title="How many phases",
            text=(
                "The tiles slide along K, the inner dimension, so there are ceil(K / T) phases. K / T in integers "
                "rounds down and forgets the last, partial tile; M or N in its place is right only for square "
                "matrices.",
            ),
            code="int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;",
        ),
        Topic(
            slug="initialisation",
            title="Memory starts with anything",
            text=(
                "Shared memory is not zero when a block begins, and a local variable has no value until it is "
                "given one. A cell that a guard left unwritten still holds what the previous phase, or another "
                "block, put there. Write 0 where there is nothing to load, and start the sum at 0.0f.",
            ),
        ),
        Topic(
            slug="indexing",
            title="Row-major indices",
            text=(
                "Element (row, col) of a row-major matrix is at row · width + col, where width is that matrix's "
                "own number of columns: K for A, N for B and N for C. Square matrices hide a mix-up, rectangular "
                "ones show it. By convention x walks along columns and y along rows.",
            ),
            code="A[row * K + k]     B[k * N + col]     C[row * N + col]",
        ),
        Topic(
            slug="output",
            title="One store for each cell",
            text=(
                "Sum in a register and store once, with =, after the last phase. C holds rubbish before the "
                "kernel runs, so += into it adds to rubbish. Each cell of C belongs to exactly one thread.",
            ),
        ),
        Topic(
            slug="accumulation",
            title="One sum, set once, added to every time",
            text=(
                "A thread's sum is set to 0 once, before the loop over the phases, and lives through all of "
                "them. The inner loop adds to it with +=, for every k from 0 to TILE_WIDTH - 1, in a float. It "
                "is stored after the last phase.",
            ),
            code=(
                "float sum = 0.0f;\n"
                "for (int p = 0; p < phases; ++p) {\n"
                "    …\n"
                "    for (int k = 0; k < TILE_WIDTH; ++k) sum += As[ty][k] * Bs[k][tx];\n"
                "    …\n"
                "}"
            ),
        ),
        Topic(
            slug="tiling",
            title="What tiling saves",
            text=(
                "The naive kernel reads 2·K floats from global memory for each cell of C. With tiles of width T, "
                "each float that is read is used by T threads, so a cell costs 2·K/T reads: T times fewer. Shared "
                "memory alone saves nothing; only reading a global element once for T threads does.",
            ),
        ),
        Topic(
            slug="coalescing",
            title="Neighbouring threads, neighbouring addresses",
            text=(
                "The 32 threads of a warp load together, in sectors of 32 bytes. When threadIdx.x walks along a "
                "row, 32 floats are 4 sectors; when it walks down a column, they are 32 sectors, of which 4 bytes "
                "each are used.",
            ),
        ),
        Topic(
            slug="banks",
            title="Shared memory has 32 banks",
            text=(
                "Consecutive 4-byte words lie in consecutive banks. When threads of a warp read different words "
                "of one bank, the reads queue up. A tile read down a column of 32 floats is the worst case, 32 in "
                "a row; a column of padding, tile[T][T + 1], spreads it over all banks.",
            ),
        ),
        Topic(
            slug="limits",
            title="What a block may ask for",
            text=(
                "A block has at most 1,024 threads, 48 KB of static shared memory, and its registers must fit the "
                "multiprocessor: registers per thread × threads ≤ 65,536. A kernel that asks for more does not "
                "start at all, and without an error check nobody tells.",
            ),
        ),
        Topic(
            slug="endless",
            title="A loop that does not end",
            text=(
                "The kernel did far more steps than this problem can need and was stopped. Look at the loop's "
                "condition and at what changes its variable; a wait for another thread's write without a barrier "
                "may also never end.",
            ),
        ),
        Topic(
            slug="kernel",
            title="The kernel the grader looks for",
            text=(
                "The grader calls your kernel by its name, with its parameters in their order. Another name, "
                "another order or other types mean that it cannot be called, whatever it computes. A main() is "
                "not needed.",
            ),
        ),
    )
}


def topic_for(kind: Kind, slug: str | None = None) -> Topic | None:
    """The topic named by a finding's own `slug` when it is known, else its kind's; `None` where there is none."""
    if slug and slug in TOPICS:
        return TOPICS[slug]
    default = KINDS[kind].topic
    return TOPICS[default] if default else None
