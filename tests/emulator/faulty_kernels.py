"""Small kernels with one fault each: which access it is, and what it must be found as.

Every kernel is `k(int *out, const int *in, int n)`, launched with 2 blocks of 64 threads on arrays of n = 128 words; t
is the thread in its block, g in the grid. A line of the fault ends in `// !`. Many are such that a compiler may delete
the access: nothing depends on its value, or the language leaves open what it does.
"""

from __future__ import annotations

from dataclasses import dataclass

THREADS, BLOCKS = 64, 2
WORDS = THREADS * BLOCKS
_HEAD = (
    'extern "C" __global__ void k(int *out, const int *in, int n)\n'
    "{\n"
    "    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;\n"
)


@dataclass(frozen=True, slots=True)
class Faulty:
    """One kernel. `kind` is the finding it must give, on one of `lines`."""

    name: str
    kind: str
    source: str

    @property
    def lines(self) -> frozenset[int]:
        return frozenset(number for number, text in enumerate(self.source.split("\n"), 1) if text.endswith("// !"))


RACE, STRAY, UNSET = "data-race", "out-of-bounds", "uninitialized-read"
S = "__shared__ int s[64];"
_KERNELS: dict[str, tuple[str, str]] = {
    # ---- races on shared memory
    "neighbour": (RACE, f"{S}|s[t] = in[g]; // !|out[g] = s[63 - t]; // !"),
    "neighbour_after_loop": (
        RACE,
        f"{S}|for (int i = 0; i < 3; ++i) s[t] = in[g] * i; // !|out[g] = s[t ^ 33]; // !",
    ),
    "two_write_one_cell": (RACE, f"{S}|s[t / 2] = in[g]; // !|__syncthreads();|out[g] = s[t / 2];"),
    "forwarded": (RACE, f"{S}|s[t & 31] = in[g]; // !|out[g] = s[t & 31]; // !"),
    "all_write_zero": (
        RACE,
        f"{S}|s[0] = 0; // !|__syncthreads();|if (t == 0) s[0] = in[g];|__syncthreads();|out[g] = s[0];",
    ),
    "never_read": (RACE, f"{S}|s[0] = t; // !|out[g] = in[g];"),
    "read_for_nothing": (RACE, f"{S}|s[t] = in[g]; // !|int x = s[t ^ 32]; // !|out[g] = in[g] + (x & 0); // !"),
    "times_zero": (RACE, f"{S}|s[t] = in[g]; // !|out[g] = in[g] + 0 * s[t ^ 32]; // !"),
    "copied_to_itself": (
        RACE,
        f"{S}|s[t] = in[g]; __syncthreads();|s[0] = s[0]; // !|__syncthreads();|out[g] = s[t];",
    ),
    "overwritten_at_once": (
        RACE,
        f"{S}|s[t] = in[g]; __syncthreads();|int x = s[t ^ 32]; // !|s[t] = 1; // !|"
        "s[t] = x; // !|__syncthreads();|out[g] = s[t];",
    ),
    "dead_in_the_other_branch": (
        RACE,
        f"{S}|s[t] = in[g]; __syncthreads();|if (t < 32) s[t + 32] = 7; // !|s[t] = 3; // !|"
        "__syncthreads();|out[g] = s[t];",
    ),
    "sum_in_one_cell": (
        RACE,
        f"{S}|if (t == 0) s[0] = 0; __syncthreads();|s[0] += in[g]; // !|__syncthreads();|out[g] = s[0];",
    ),
    "sum_in_a_loop": (
        RACE,
        f"{S}|if (t == 0) s[0] = 0; __syncthreads();|for (int i = 0; i < 4; ++i) s[0] += i; // !|"
        "__syncthreads();|out[g] = s[0];",
    ),
    "second_barrier_missing": (
        RACE,
        f"{S}|int x = 0;|for (int p = 0; p < 2; ++p) {{|s[t] = in[g] + p; // !|__syncthreads();|"
        f"x += s[t ^ 32]; // !|}}|out[g] = x;",
    ),
    "reduction_without_barriers": (
        RACE,
        f"{S}|s[t] = in[g]; __syncthreads();|"
        "for (int d = 32; d > 0; d /= 2) if (t < d) s[t] += s[t + d]; // !|__syncthreads();|"
        "out[g] = s[0];",
    ),
    "within_a_warp": (RACE, f"{S}|s[t] = in[g]; // !|out[g] = s[t ^ 1]; // !"),
    "bytes_of_a_word": (RACE, "__shared__ char c[64];|c[t / 2] = in[g]; // !|__syncthreads();|out[g] = c[t / 2];"),
    "word_over_bytes": (RACE, f"{S}|((char *)s)[t] = 1; // !|int x = s[t / 8]; // !|__syncthreads();|out[g] = x;"),
    "vote_by_hand": (
        RACE,
        "__shared__ int any;|any = 0; // !|__syncthreads();|if (in[g] > 3) any = 1; // !|"
        "__syncthreads();|out[g] = any;",
    ),
    "result_unused_after": (
        RACE,
        f"{S}|s[t] = in[g]; // !|int best = s[t ^ 32]; // !|if (best < 0) best = 0; // !|out[g] = t;",
    ),
    "exchange_by_xor": (
        RACE,
        f"{S}|s[t] = in[g]; __syncthreads();|s[0] ^= t; s[0] ^= t; // !|__syncthreads();|out[g] = s[t];",
    ),
    "swap_without_barrier": (
        RACE,
        f"{S}|s[t] = in[g]; __syncthreads();|int x = s[63 - t]; // !|s[t] = x; // !|__syncthreads();|"
        "out[g] = s[t];",
    ),
    "flag_same_value": (RACE, "__shared__ int done;|done = 1; // !|__syncthreads();|out[g] = done + in[g];"),
    "constant_everywhere": (RACE, f"{S}|for (int i = 0; i < 64; ++i) s[i] = 5; // !|__syncthreads();|out[g] = s[t];"),
    # ---- races on global memory
    "global_neighbour": (RACE, "out[g] = in[g]; // !|out[g] += out[g ^ 1]; // !"),
    "global_read_for_nothing": (RACE, "int x = out[g ^ 1]; // !|out[g] = in[g] + (x & 0); // !"),
    "global_sum": (RACE, "out[g] = 0; // !|out[0] += in[g]; // !"),
    "blocks_write_one_cell": (RACE, "out[t] = in[g]; // !"),
    "blocks_write_zero": (RACE, "out[t] = 0; // !|out[t] = t; // !"),
    "global_copied_to_itself": (RACE, "out[g] = in[g]; // !|out[g ^ 64] = out[g ^ 64]; // !"),
    "global_forwarded": (RACE, "out[t] = in[g]; // !|int x = out[t] * 2; // !|out[g ^ 64] = x; // !"),
    # ---- accesses outside
    "load_for_nothing": (STRAY, "int x = in[g + 64]; // !|out[g] = in[g] + (x & 0); // !"),
    "load_times_zero": (STRAY, "out[g] = in[g] + 0 * in[g + n]; // !"),
    "load_before_guard": (STRAY, "int x = in[g + 1]; // !|if (g + 1 < n) out[g] = x; // !"),
    "load_before_choice": (STRAY, "int x = in[g + 64], y = in[g]; // !|out[g] = g + 64 < n ? x : y; // !"),
    "load_used": (STRAY, "out[g] = in[g + 1]; // !"),
    "load_negative": (STRAY, "out[g] = in[g - 1]; // !"),
    "store_outside": (STRAY, "out[g + 1] = in[g]; // !"),
    "store_far": (STRAY, "out[g] = in[g];|if (t == 3) out[g * 1000] = 1; // !"),
    "shared_store_unread": (STRAY, f"{S}|s[t + 1] = in[g]; // !|out[g] = in[g];"),
    "shared_store_read": (
        STRAY,
        f"{S}|s[t] = 0; __syncthreads();|s[t + 1] = in[g]; // !|__syncthreads();|out[g] = s[t];",
    ),
    "shared_constant_index": (
        STRAY,
        f"{S}|s[t] = in[g]; __syncthreads();|if (t == 0) s[64] = 1; // !|__syncthreads();|out[g] = s[t];",
    ),
    "shared_load_unused": (
        STRAY,
        f"{S}|s[t] = in[g]; __syncthreads();|int x = s[t + 1]; // !|"
        "if (t < 63) out[g] = x; else out[g] = 0; // !",
    ),
    "local_store": (STRAY, "int a[4] = {1, 2, 3, 4};|a[(in[g] & 1) + 3] = n; // !|out[g] = a[g & 3];"),
    "local_load": (
        STRAY,
        "int a[4];|for (int i = 0; i < 4; ++i) a[i] = in[g] + i;|out[g] = a[(in[g] & 1) + 4]; // !",
    ),
    "local_constant_index": (STRAY, "int a[4] = {1, 2, 3, 4};|out[g] = a[g & 3] + a[5]; // !"),
    "row_overrun": (
        STRAY,
        "__shared__ int m[8][8];|m[t / 8][t % 8] = in[g]; __syncthreads();|"
        "out[g] = m[7][t % 8 + 1]; // !",
    ),
    "loop_one_too_far": (STRAY, "int x = 0;|for (int i = 0; i <= n; ++i) x += in[i]; // !|out[g] = x;"),
    # ---- reads of what nobody has written
    "shared_never_written": (UNSET, f"{S}|out[g] = s[t] + in[g]; // !"),
    "shared_half_written": (UNSET, f"{S}|if (t < 32) s[t] = in[g];|__syncthreads();|out[g] = s[t]; // !"),
    "shared_read_first": (
        UNSET,
        f"{S}|int x = s[t]; // !|s[t] = in[g]; __syncthreads();|out[g] = s[t ^ 1] + (x & 0); // !",
    ),
    "local_half_written": (UNSET, "int a[4];|a[in[g] & 1] = n;|out[g] = a[(in[g] & 1) + 2]; // !"),
    "local_constant_unset": (UNSET, "int a[4];|a[0] = in[g];|out[g] = a[0] + a[1]; // !"),
    "local_sum_unset": (
        UNSET,
        "int a[3];|for (int i = 1; i < 3; ++i) a[i] = in[g];|int x = 0;|"
        "for (int i = 0; i < 3; ++i) x += a[i]; // !|out[g] = x;",
    ),
    "output_added_to": (UNSET, "out[g] += in[g]; // !"),
    "output_read_for_nothing": (UNSET, "int x = out[g]; // !|out[g] = in[g] + (x & 0); // !"),
}  # fmt: skip


def _source(body: str) -> str:
    return _HEAD + "".join(f"    {line}\n" for line in body.split("|")) + "}\n"


FAULTY = tuple(Faulty(name, kind, _source(body)) for name, (kind, body) in _KERNELS.items())
