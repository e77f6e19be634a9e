"""The grammar of edits has words for what students write instead of what they mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.edits.change import MOST_EDITS, Change, Edit
from grader.edits.declarations import MOST_ORDERS
from grader.edits.directions import directed
from grader.edits.grammar import EditReading, edits_of
from grader.edits.nodes import MOST_BYTES, TooComplexError
from grader.edits.repairs import MOST_REPAIRS, repairs_of
from grader.edits.syntax import SyntaxTree
from grader.search.edit_search import FIRST_UNITS
from tests.sampling import one_in
from tests.search.kernels import MIXED, TILED, WALKING, changed

LOAD = "        tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;\n"
STORE = "    if (r < M && c < N)\n        out[r * N + c] = acc;\n"
SUM = "            acc += tileL[y][i] * tileR[i][x];\n"
OWN_WIDTH = TILED.replace("tileL[TILE_WIDTH][TILE_WIDTH]", "tileL[W][W]").replace(
    "#endif", "#endif\n#define W TILE_WIDTH"
)
WALKING_LAST = (
    WALKING.replace("        buf = 1 - buf;\n", "").replace("int x", "int buf = 0, x").replace(", buf = 0;", ";")
)
EARLY = TILED.replace("left[r * K + lc]", "left[li]").replace(
    "        int rr", "        long li = (long)r * K + lc;\n        int rr"
)
NUMBERED = TILED.replace(
    "int x = threadIdx.x, y = threadIdx.y;",
    "int id = threadIdx.y * TILE_WIDTH + threadIdx.x;\n    int x = id % TILE_WIDTH, y = id / TILE_WIDTH;",
)
QUARTERS = TILED.replace("int i = 0; i < TILE_WIDTH; ++i", "int i = 0; i < TILE_WIDTH; i += 4").replace(
    "            acc += tileL[y][i] * tileR[i][x];\n",
    "        {\n            float4 a = four(tileL, y, i), b = four(tileR, i, x);\n"
    + "".join(f"            acc += a.{part} * b.{part};\n" for part in "xyzw")
    + "        }\n",
)
PADDED = TILED.replace("tileR[TILE_WIDTH][TILE_WIDTH]", "tileR[TILE_WIDTH][TILE_WIDTH + 1]")

DOUBLE_SIZE = TILED.replace("tileL[TILE_WIDTH]", "tileL[2 * TILE_WIDTH]")
NAMED = TILED.replace("if (r < M && c < N)", "bool inside = r < M, below = c < N;\n    if (inside && below)")

NESTED = TILED.replace(
    LOAD,
    "        tileL[y][x] = 0.0f;\n"
    "        if (r < M) {\n            if (lc < K) tileL[y][x] = left[r * K + lc];\n        }\n",
)

BRACED = TILED.replace("++i)", "++i) {").replace("tileR[i][x];", "tileR[i][x]; }")
VALUED = TILED.replace(
    LOAD,
    "        float value = 0.0f;\n        if (r < M && lc < K) {\n            value = left[r * K + lc];\n        }\n"
    "        tileL[y][x] = value;\n",
)

WARPS = TILED.replace(STORE, "    acc += __shfl_down_sync(0xffffffff, acc, 16);\n" + STORE)
STRIDED = TILED.replace("    if (r < M", "    int all = blockDim.x * gridDim.x;\n    if (r < M")
NAMED_STEP = TILED.replace(
    "    if (r < M", "    int s = TILE_WIDTH * gridDim.x;\n    for (int i = t; i < K; i += s) acc += 0;\n    if (r < M"
)
COMMENTED = OWN_WIDTH.replace("W TILE_WIDTH", "W TILE_WIDTH  // the side of a tile")
SUMMED = TILED.replace("__global__", "#define LENGTH (TILE_WIDTH + 1)\n__global__")

MASKED = TILED.replace("if (r < M && c < N)", "if ((K & 1) == 0 || r < M)")

HALVES = TILED.replace(
    LOAD,
    "        for (int i = id - HALF; i < TILE_WIDTH * TILE_WIDTH; i += HALF)\n            tileL[0][i] = left[i];\n",
).replace("float acc", "int id = y * TILE_WIDTH + x, HALF = TILE_WIDTH * TILE_WIDTH / 2;\n    float acc")

REST = TILED.replace("i < TILE_WIDTH", "i < rest").replace(
    "        for (int i", "        int rest = t ? ((K - 1) % TILE_WIDTH + 1) : 1;\n        for (int i"
)
ADDED = TILED.replace("out[r * N + c] = acc", "atomicAdd(&out[r * N + c], acc)")
SHUFFLED = TILED.replace("    if (r < M", "    acc += __shfl_down_sync(~0u, acc, 1);\n    if (r < M")
STRUCT = TILED.replace(
    "__global__", "struct Tile { float v[4]; };\n__device__ void fill(Tile &to, float v) { to.v[0] = v; }\n__global__"
).replace("    if (r < M", "    Tile own;\n    fill(own, acc);\n    if (r < M")
HALVED = TILED.replace("acc = 0.0f", "acc = 4.0f / 10")
MASK = TILED.replace(
    "__global__", "#define R 1\n__constant__ float mask[(2 * R + 1) * (2 * R + 1)];\n__global__"
).replace("acc += ", "acc += mask[i * (2*R+1) + t] * ")
WEIGHTED = TILED.replace("acc = 0.0f", "acc = left[0] + 0.4f * (left[1] + left[2])")
SCANNED = TILED.replace("int M,", "int step, int M,").replace(
    "    float acc",
    "    __shared__ float one[4], two[4];\n    one[x] = (x < M) ? left[x] : 0.0f;\n"
    "    if (x >= step) two[x] = one[x] + one[x - step]; else two[x] = one[x];\n    float acc",
)
MISTAKES = {
    "a comparison that lets one more through": (TILED, "lc < K", "lc <= K"),
    "another variable of the same type": (TILED, "left[r * K", "left[r * N"),
    "one less": (TILED, "i < TILE_WIDTH", "i < TILE_WIDTH - 1"),
    "another start of a loop": (TILED, "int i = 0", "int i = 1"),
    "indices exchanged": (TILED, "tileR[i][x]", "tileR[x][i]"),
    "axes exchanged": (TILED, "x = threadIdx.x", "x = threadIdx.y"),
    "no axis of the block": (TILED, "blockIdx.y * TILE_WIDTH + y", "y"),
    "a term dropped": (TILED, "t * TILE_WIDTH + x", "x"),
    "a term too many": (TILED, "tileL[y][i]", "tileL[y][i + t]"),
    "a factor dropped": (TILED, "t * TILE_WIDTH + y", "t + y"),
    "a condition dropped": (TILED, "r < M && lc < K", "r < M"),
    "a condition too many": (TILED, "r < M && c < N", "r < M && c < N && x < N"),
    "or instead of and": (TILED, "rr < K && c < N", "rr < K || c < N"),
    "rounded down": (TILED, "(K + TILE_WIDTH - 1) / TILE_WIDTH", "K / TILE_WIDTH"),
    "assigned instead of added": (TILED, "acc +=", "acc ="),
    "added instead of multiplied": (TILED, "tileL[y][i] * tileR", "tileL[y][i] + tileR"),
    "a pad of one": (TILED, "left[r * K + lc] : 0.0f", "left[r * K + lc] : 1.0f"),
    "the other matrix": (TILED, "left[r * K", "right[r * K"),
    "another variable stored": (TILED, "tileR[y][x] =", "tileL[y][x] ="),
    "a barrier missing": (TILED, f"{SUM}        __syncthreads();\n", SUM),
    "a fence for a barrier": (TILED, "__syncthreads();\n        for", "__threadfence_block();\n        for"),
    "a barrier that is not called": (TILED, "__syncthreads();\n        for", "__syncthreads;\n        for"),
    "a barrier too early": (TILED, f"{LOAD}", f"        __syncthreads();\n{LOAD}"),
    "a tile that is each thread's own": (TILED, "__shared__ float tileL", "float tileL"),
    "a sum that starts anew in each phase": (TILED, "for (int i = 0", "acc = 0.0f;\n        for (int i = 0"),
    "a sum that is never set": (TILED, "float acc = 0.0f;", "float acc;"),
    "a loop of half the threads that begins as the other half's": (HALVES, "i = id - HALF;", "i = id;"),
    "a sum declared again in each phase": (TILED, "for (int i = 0", "float acc = 0.0f;\n        for (int i = 0"),
    "a variable for each phase in place of the sum": (BRACED, "acc += tileL", "float acc = tileL"),
    "a value that gets a variable of its own": (VALUED, "            value =", "            float value ="),
    "a whole-number sum": (TILED, "float acc", "int acc"),
    "a load without its guard": (TILED, "(r < M && lc < K) ? left[r * K + lc] : 0.0f", "left[r * K + lc]"),
    "a load without its guard, whose index is made before": (EARLY, "(r < M && lc < K) ? left[li] : 0.0f", "left[li]"),
    "a thread's number without the length of a row": (NUMBERED, "threadIdx.y * TILE_WIDTH +", "threadIdx.y +"),
    "a thread's number without its row": (NUMBERED, "threadIdx.y * TILE_WIDTH + threadIdx.x", "threadIdx.x"),
    "the other tile, of another size": (PADDED, "tileR[i][x]", "tileL[i][x]"),
    "a store without its guard": (TILED, STORE, "    out[r * N + c] = acc;\n"),
    "parameters in another order": (TILED, "int M, int K, int N", "int M, int N, int K"),
    "a width of its own": (OWN_WIDTH, "#define W TILE_WIDTH", "#define W 16"),
    "no zero outside": (WALKING, " else a[buf][y * TILE_WIDTH + x] = 0.0f;", ""),
    "the other buffer": (WALKING, "sum += dot(a[buf]", "sum += dot(a[1 - buf]"),
    "buffers that are never exchanged": (WALKING, "        buf = 1 - buf;\n", ""),
    "a pointer that walks with another stride": (WALKING, "pb += TILE_WIDTH * N;", "pb += TILE_WIDTH;"),
    "a pointer that stands still": (WALKING_LAST, "        pb += TILE_WIDTH * N;\n", ""),
    "a loop that takes single steps": (WALKING, "k += TILE_WIDTH", "k++"),
    "an index of a helper": (WALKING, "one[y * TILE_WIDTH + i]", "one[i * TILE_WIDTH + y]"),
    "a helper's arguments exchanged": (WALKING, "dot(a[buf], b[buf], y, x)", "dot(a[buf], b[buf], x, y)"),
    "an axis in a method": (MIXED, "c = left + threadIdx.x", "c = left + threadIdx.y"),
    "a size in a lambda": (MIXED, "r < M && c < N", "r < N && c < N"),
    "a comparison in a macro": (MIXED, "(c) < (cols)", "(c) <= (cols)"),
    "an argument of a macro": (MIXED, "= INSIDE(r, c", "= INSIDE(c, r"),
    "a sum passed by value": (MIXED, "float &part", "float part"),
    "a loop that counts down by one": (MIXED, "rest -= TILE_WIDTH", "rest--"),
    "an array that is never set": (MIXED, "float sum[1] = {};", "float sum[1];"),
    "an assignment for a comparison": (MIXED, "if (first == false)", "if (first = false)"),
    "a condition that ends at once": (TILED, "if (r < M && c < N)\n", "if (r < M && c < N);\n"),
    "a loop that ends at once": (TILED, "++i)\n", "++i);\n"),
    "a product forgotten of four": (QUARTERS, "            acc += a.w * b.w;\n", ""),
    "an array of half the size": (WALKING, "float a[2][TILE_WIDTH * TILE_WIDTH]", "float a[2][TILE_WIDTH]"),
    "an array of one half": (DOUBLE_SIZE, "tileL[2 * TILE_WIDTH]", "tileL[TILE_WIDTH]"),
    "no zero outside two conditions": (NESTED, "        tileL[y][x] = 0.0f;\n", ""),
    "a macro's sum without parentheses": (SUMMED, "LENGTH (TILE_WIDTH + 1)", "LENGTH TILE_WIDTH + 1"),
    "a comparison before its mask": (MASKED, "if ((K & 1) == 0 || r < M)", "if (K & 1 == 0 || r < M)"),
    "a condition that has a name": (NAMED, "if (inside && below)", "if (inside)"),
    "a condition that has no remainder": (REST, "((K - 1) % TILE_WIDTH + 1)", "K % TILE_WIDTH"),
    "an addition that nobody protects": (ADDED, "atomicAdd(&out[r * N + c], acc)", "out[r * N + c] += acc"),
    "an addition to what nobody set": (TILED, "out[r * N + c] = acc", "atomicAdd(&out[r * N + c], acc)"),
    "a shuffle in the wrong direction": (SHUFFLED, "__shfl_down_sync", "__shfl_up_sync"),
    "a struct passed by value": (STRUCT, "fill(Tile &to", "fill(Tile to"),
    "a number of few bits": (TILED, "int lc = t", "signed char lc = t"),
    "a division of whole numbers": (HALVED, "4.0f / 10", "4 / 10"),
    "a row of the declared length": (MASK, "mask[i * (2*R+1) + t]", "mask[i * 2 * R + t]"),
    "a factor for all that follow": (WEIGHTED, "0.4f * (left[1] + left[2])", "0.4f * left[1] + left[2]"),
    "a value that is not carried on": (SCANNED, " else two[x] = one[x];", ""),
    "a mask of half a warp": (WARPS, "0xffffffff", "0x0000ffff"),
    "a shuffle in groups": (WARPS, "acc, 16)", "acc, 16, 16)"),
    "the step of one block": (STRIDED, "blockDim.x * gridDim.x", "blockDim.x"),
    "the named step of one block": (NAMED_STEP, "TILE_WIDTH * gridDim.x", "TILE_WIDTH"),
    "a width with a comment": (COMMENTED, "W TILE_WIDTH ", "W 16 "),
    "a guard of one element": (SCANNED, "(x < M) ? left[x] : 0.0f", "left[x]"),
    "a condition that looks at the place alone": (TILED, "if (r < M && c < N)\n", "if (r * N + c < M * N)\n"),
}


def same(text: str) -> str:
    """The text without its layout and redundant signs."""
    return "".join(text.split()).replace("{", "").replace("}", "").replace("(int)", "")


PADDED_ROWS = "#define W 16\n__global__ void k(float *y) { __shared__ float s[W + 1][W]; y[0] = s[0][0]; }\n"
STUDENTS = [
    (
        "once for each",
        "int q = blockIdx.x * W + t; for (int each = q; each < n; each += gridDim.x * blockDim.x) acc += each;",
        "int q = blockIdx.x * W + t; if (q < n) acc += q;",
    ),
    ("whole blocks only", "if (p + threadIdx.x >= n) return;", "if (p + W > n) return;"),
    ("rounded up", "int q = ((n - p) + W - 1) / W;", "int q = (n - p) / W;"),
    ("whole blocks only", "if (p + threadIdx.y < n) acc = 1;", "if (p + W <= n) acc = 1;"),
    (
        "names exchanged",
        "dim3 at = blockIdx; acc = fmaxf(at.x * W + t, at.y * W);",
        "dim3 at = blockIdx; acc = fmaxf(at.y * W + t, at.x * W);",
    ),
    ("result dropped", "acc = fmaf(a, b, acc);", "fmaf(a, b, acc);"),
    (
        "not stored back",
        "__shared__ float w[R]; w[t] = acc; for (int h = 1; h < n; ++h) { __syncthreads(); w[t] = acc += w[t + h]; }",
        "__shared__ float w[R]; w[t] = acc; for (int h = 1; h < n; ++h) { __syncthreads(); acc += w[t + h]; }",
    ),
    (
        "number of a series",
        "acc += s[t + 1] * s[p + 1]; acc += s[t + 2] * s[p + 2]; acc += s[t + 3] * s[p + 3];",
        "acc += s[t + 1] * s[p + 1]; acc += s[t + 2] * s[p + 2]; acc += s[t + 3] * s[p + 2];",
    ),
    ("logic", "bool v = p || t || n;", "bool v = p && t && n;"),
    ("parentheses", "int v = n & ~(R - 1);", "int v = n & ~R - 1;"),
    (
        "counted in bytes",
        "for (int i = t; i < (int)(sizeof(s) / sizeof(float)); i += W) s[i] = 0;",
        "for (int i = t; i < (int)sizeof(s); i += W) s[i] = 0;",
    ),
    (
        "zero once",
        "for (int k = 0; k < n; ++k) { s[t] = 0; if (k < t) s[t] = a; acc += s[p]; }",
        "s[t] = 0; for (int k = 0; k < n; ++k) { if (k < t) s[t] = a; acc += s[p]; }",
    ),
    (
        "place in the warp",
        "b = __shfl_up_sync(m, a, r); if ((t & 31) >= r) a += b;",
        "b = __shfl_up_sync(m, a, r); if (t >= r) a += b;",
    ),
    ("difference compared", "if (n <= t) return;", "if (n - t <= 0) return;"),
    ("parentheses", "int v = n * R + t;", "int v = n * (R + t);"),
    (
        "not the same for all",
        "for (int k = t; k - t < n; k += R) { s[t] = a; __syncthreads(); }",
        "for (int k = t; k < n; k += R) { s[t] = a; __syncthreads(); }",
    ),
    (
        "last one lost",
        "for (int k = 0; k < n; ++k) { if (p == k) continue; atomicAdd(&s[p], b); p = k; } atomicAdd(&s[p], b);",
        "for (int k = 0; k < n; ++k) { if (p == k) continue; atomicAdd(&s[p], b); p = k; }",
    ),
    (
        "macro whole",
        "#define ME (blockIdx.x * R + t)\nint left = n - ME;",
        "#define ME blockIdx.x * R + t\nint left = n - ME;",
    ),
    ("values exchanged", "int w = t / 32, lane = t % 32;", "int w = t % 32, lane = t / 32;"),
    ("guard replaced", "if (t < N) { s[t] = y[t]; acc = a; }", "if (p < R) { s[t] = y[t]; acc = a; }"),
    ("another condition", "if (threadIdx.x == W - 1) acc = a;", "if (p == n - 1) acc = a;"),
    ("statement moved", "while (p > 0) { s[t] = p; a += b; p -= W; }", "while (p > 0) { p -= W; s[t] = p; a += b; }"),
    ("sign kept", "int v = ~0u >> 1;", "int v = ~0 >> 1;"),
    ("start of a maximum", "float v = -3.4e38f; v = fmaxf(v, y[n]);", "float v = y[t]; v = fmaxf(v, y[n]);"),
    (
        "lost in an exchange",
        "auto kept = s[t]; s[t] = s[p]; s[p] = kept;",
        "s[t] = s[p]; s[p] = s[t];",
    ),
    (
        "lost in an exchange",
        "auto kept = s[t]; s[t] = min(s[t], s[p]); s[p] = max(kept, s[p]);",
        "s[t] = min(s[t], s[p]); s[p] = max(s[t], s[p]);",
    ),
    (
        "counted in single elements",
        "const float4 *q = (const float4 *)y; acc = q[t * (n / 4) + p].x;",
        "const float4 *q = (const float4 *)y; acc = q[t * n + p].x;",
    ),
    (
        "counted in single elements",
        "float2 v = p < N / 2 ? reinterpret_cast<const float2 *>(y)[p] : float2{};",
        "float2 v = p < N ? reinterpret_cast<const float2 *>(y)[p] : float2{};",
    ),
    (
        "end of the type",
        "#define FAR 2147483647\nint v = t < n ? n : FAR;",
        "#define FAR 0xffffffff\nint v = t < n ? n : FAR;",
    ),
    ("sign kept", "#define LAST ((int)(~0u >> 1))\nint v = LAST;", "#define LAST ((int)(~0 >> 1))\nint v = LAST;"),
    ("lanes kept away", "acc += __shfl_down_sync(m, acc, 1);", "if (t < 1)\n acc += __shfl_down_sync(m, acc, 1);"),
    ("bits dropped", "s[t] = 0;", "s[t ^ n] = 0;"),
    ("guard replaced", "if (t + n < N) s[t + n] = 0;", "if (t < N) s[t + n] = 0;"),
    ("another step", "for (int i = t; i < N; i += W * W)", "for (int i = t; i < N; i += W)"),
    ("other buffer", "fill(p + 1, 1 - now);", "fill(p + 1, now);"),
    ("another variable", "y[t] = from[t];", "y[t] = s[t];"),
    (
        "brought to the border",
        "int v = t; acc = ((v >= 0 && v <= N - 1) ? y[v] : 0.0f);",
        "int v = min(max(t, 0), N - 1); acc = y[v];",
    ),
    ("else dropped", "if (t < n) s[t] = 0; if (t < N) s[n] = 0;", "if (t < n) s[t] = 0; else if (t < N) s[n] = 0;"),
    ("limit halved", "if (t < 2 * R) s[t] = 0;", "if (t < R) s[t] = 0;"),
    (
        "next row taken",
        "if ((p >= 0 && p < n && t >= 0 && t < N)) s[t] = 0;",
        "if (p * N + t < n * N) s[t] = 0;",
    ),
    (
        "next row taken",
        "int at = (p * N + t) * n + a; if (!(p >= 0 && p < R && t >= 0 && t < N && a >= 0 && a < n)) return;",
        "int at = (p * N + t) * n + a; if (at >= R * N * n) return;",
    ),
    ("pointer moved already", "from += t; acc = *from;", "from += t; acc = from[t];"),
    ("another number", "s[blockIdx.x * blockDim.x] = 0;", "s[blockIdx.x << 6] = 0;"),
    ("unsigned difference", "long v = (int)(blockIdx.x * W - 2);", "long v = blockIdx.x * W - 2;"),
    ("guard added", "acc = (p < W * W) ? s[p] : 0.0f;", "acc = s[p];"),
    ("parentheses", "float *q = s + t; acc = *(q + n * R);", "float *q = s + t; acc = *q + n * R;"),
    ("parentheses", "acc = y[n * N + (t < N ? t : N)];", "acc = y[n * N + t < N ? t : N];"),
    ("warp barrier added", "int lane = t % 32; s[t] = 0;\n __syncwarp();", "int lane = t % 32; s[t] = 0;\n"),
    ("parentheses", "int v = (t << R) + n;", "int v = t << R + n;"),
    ("parentheses", "acc = a * acc + a / n;", "acc = a * (acc + a / n);"),
    ("parentheses", "if (!(t < n)) s[t] = 0;", "if (!t < n) s[t] = 0;"),
    ("sum multiplied", "acc = fmaf(a, b, acc);", "acc = fmaf(acc, a, b);"),
    ("neighbours far apart", "int v = blockIdx.x * blockDim.x + t;", "int v = t * gridDim.x + blockIdx.x;"),
    ("value not used", "float old = s[t]; s[t] = s[n]; s[n] = old;", "float old = s[t]; s[t] = s[n]; s[n] = s[t];"),
    ("condition added", "acc = t < N && t > 0 ? y[t - 1] : 0;", "acc = t < N ? y[t - 1] : 0;"),
    ("brought to the border", "acc = ((t) <= N - 1 ? y[min(t, N - 1)] : 0.0f);", "acc = y[min(t, N - 1)];"),
    (
        "brought to the border",
        "int v = t; acc = ((v < N && v >= 0) ? y[v] : 0.0f);",
        "int v = t; if (v >= N) v = N - 1; if (v < 0) { v = 0; } acc = y[v];",
    ),
    (
        "unsigned compared",
        "unsigned v = t - n; if ((int)v >= 0) s[t] = 0;",
        "unsigned v = t - n; if (v >= 0) s[t] = 0;",
    ),
    (
        "unsigned compared",
        "for (size_t i = n; (int)i > -1; --i) s[i] = 0;",
        "for (size_t i = n; i > -1; --i) s[i] = 0;",
    ),
    ("guard added", "acc = (t < (W + 31) / 32) ? s[t] : 0.0f;", "acc = s[t];"),
    (
        "no lane below",
        "int lane = threadIdx.x & 31; int below = __shfl_up_sync(m, a, n); if (lane >= n) acc += below;",
        "int lane = threadIdx.x & 31; int below = __shfl_up_sync(m, a, n); acc += below;",
    ),
    ("counted from one", "for (int i = 0; i < n; ++i) acc += s[i];", "for (int i = 1; i <= n; ++i) acc += s[i];"),
    (
        "not the same for all",
        "while (true) { int v = p * W + t; if (p * W >= N) break; ++p; s[v] = 0; }",
        "while (true) { int v = p * W + t; if (v >= N) break; ++p; s[v] = 0; }",
    ),
    ("shuffle in parts", "acc = __shfl_sync(m, a, n, W);", "acc = __shfl_sync(m, a, n);"),
    ("difference compared", "if (n > threadIdx.x) s[t] = 0;", "if (n - threadIdx.x > 0) s[t] = 0;"),
    ("every bit turned", "now = !now;", "now = ~now;"),
    ("remainder below zero", "acc = s[(p - 1 + R) % R];", "acc = s[(p - 1) % R];"),
    ("old value kept", "atomicAdd(&s[0], acc);", "s[0] = atomicAdd(&s[0], acc);"),
    ("as in another call", "a = f(n, p + 1); b = f(t, p + 1);", "a = f(n, p + 1); b = f(t, p - R);"),
    ("another size", "__shared__ float q[W * R]; q[t * R + n] = a;", "__shared__ float q[W * W]; q[t * R + n] = a;"),
    ("shared dropped", "__shared__ float r[W]; float q; q = a;", "__shared__ float r[W], q; q = a;"),
    (
        "lanes kept away",
        "{ auto brought = __shfl_up_sync(m, a, n); if (t >= n) a += brought; }",
        "if (t >= n) a += __shfl_up_sync(m, a, n);",
    ),
    ("other buffer", "float *h = from; from = y; y = h; a = y[t];", "float *h = from; from = y; y = h; a = from[t];"),
    (
        "other buffer",
        "__shared__ float q[2][W]; q[0][t] = a; acc = q[now & 1][t];",
        "__shared__ float q[2][W]; q[0][t] = a; acc = q[1][t];",
    ),
    (
        "same in every turn",
        "int w = (t + n) % W; for (int i = 0; i < W; ++i) acc += s[(t + i) % W];",
        "int w = (t + n) % W; for (int i = 0; i < W; ++i) acc += s[w];",
    ),
    (
        "another step",
        "for (int i = t; i + n < N; i += 2 * n) { acc += y[i]; acc += y[i + n]; }",
        "for (int i = t; i + n < N; i += n) { acc += y[i]; acc += y[i + n]; }",
    ),
    ("mask of bits", "int x = t & (W - 1);", "int x = t & W;"),
    (
        "row length",
        "__shared__ __align__(32) half h[4][R * W]; wmma::load_matrix_sync(f, &h[0][t], R * W);",
        "__shared__ __align__(32) half h[4][R * W]; wmma::load_matrix_sync(f, &h[0][t], 4);",
    ),
    (
        "row length",
        "__shared__ float h[4 * R]; wmma::store_matrix_sync(h + t, f, R, wmma::mem_row_major);",
        "__shared__ float h[4 * R]; wmma::store_matrix_sync(h + t, f, 4, wmma::mem_row_major);",
    ),
    (
        "row length",
        "__shared__ float h[R][N]; acc = h[0][p * N + t];",
        "__shared__ float h[R][N]; acc = h[0][p * R + t];",
    ),
    ("row length", "acc = y[p * N + t];", "acc = y[p * gridDim.x * blockDim.x + t];"),
    ("twice too large", "for (int i = R / 2; i > 0; i /= 2) acc += i;", "for (int i = R; i > 0; i /= 2) acc += i;"),
    ("value set", "y[t] = 0;\n for (; p < N; ++p) { y[t] += a; }", "for (; p < N; ++p) { y[t] += a; }"),
    ("guard added", "if (t == 0) y[n] = acc;", "y[n] = acc;"),
    ("guard added", "if (t == W - 1) s[W] = acc;", "s[W] = acc;"),
    ("guard added", "const int lane = t % 32; if (lane == 0) s[p] = acc;", "const int lane = t % 32; s[p] = acc;"),
    (
        "guard added",
        "const float4 *v = 0; float4 m = (t < n) ? v[t] : make_float4(0, 0, 0, 0);",
        "const float4 *v = 0; float4 m = v[t];",
    ),
    ("value outside", "s[t] = t < n ? p : R;", "s[t] = t < n ? p : 0;"),
    ("value outside", "int v = t < n ? p : 2147483647;", "int v = t < n ? p : 0;"),
    ("condition added", "if (t > 0 && p + 1 < N) acc = y[AT(p + 1, t)];", "if (t > 0) acc = y[AT(p + 1, t)];"),
    ("guard added", "acc = (p + 1 < n) ? y[AT(p + 1, t)] : 0.0f;", "acc = y[AT(p + 1, t)];"),
    ("more than a tile", "int left = min(N - p, W); acc += left;", "int left = N - p; acc += left;"),
    ("counted otherwise", "s[f(p, t)] = a; acc = s[f(n, t)];", "s[f(p, t)] = a; acc = s[n * W + t];"),
    (
        "another variable",
        "struct Rows { const float *d; int h, w; __device__ float at(int r, int c) { return d[r * w + c]; } };\n"
        "Rows q{y, n, N}; acc = q.at(t, p);",
        "struct Rows { const float *d; int h, w; __device__ float at(int r, int c) { return d[r * h + c]; } };\n"
        "Rows q{y, n, N}; acc = q.at(t, p);",
    ),
    ("value set", "for (int i = 0; i < n; ++i) acc += s[i];", "for (int i; i < n; ++i) acc += s[i];"),
    (
        "another step",
        "int i = blockIdx.x * W + t; while (i < n) { i += W * gridDim.x; }",
        "int i = blockIdx.x * W + t; while (i < n) { i += W; }",
    ),
    ("another variable", "acc = of<W>(a, b);", "acc = of<R>(a, b);"),
    ("always 0", "now = p % 2;", "now = p % 1;"),
    (
        "else of the inner if",
        "if ((t < n) && (p < N))\n s[t] = a;\n else\n s[t] = 0;",
        "if (t < n)\n if (p < N)\n s[t] = a;\n else\n s[t] = 0;",
    ),
    ("nothing is set", "now = 1 - now;", "now == 1 - now;"),
    ("another condition", "if (t == W - 1) acc = a;", "if (t == 0) acc = a;"),
    ("factor added", "if (n == 2 * p) acc = a;", "if (n == p) acc = a;"),
    ("else lacks", "if (t < n) acc = 0; else acc = a;", "if (t < n) acc = 0; acc = a;"),
    ("same place every time", "s[p] = a; acc = s[p];", "s[p] = a; acc = s[0];"),
    ("expression borrowed", "y[t] = s[0];", "y[t] = acc;"),
    (
        "row length",
        "__shared__ float q[W][W + 1]; acc = q[0][t * (W + 1)];",
        "__shared__ float q[W][W + 1]; acc = q[0][t * W];",
    ),
    ("factor added", "float *h = s + W * W; acc = *h;", "float *h = s + W; acc = *h;"),
    ("parentheses", "int v = N / W + (N % W != 0);", "int v = N / W + N % W != 0;"),
    ("parentheses", "acc = (1 - a) * b / acc;", "acc = 1 - a * b / acc;"),
    ("width follows", "int v = t / W;", "int v = t >> 4;"),
    ("another number", "int v = t & 3;", "int v = t & 1;"),
    ("another number", "acc = -3.4e38f;", "acc = 3.4e-38f;"),
    (
        "value set again",
        "int i = t; for (; i < n; ++i) acc += a; i = t; for (; i < n; ++i) b += a;",
        "int i = t; for (; i < n; ++i) acc += a; for (; i < n; ++i) b += a;",
    ),
    (
        "value set again",
        "for (; p < N; ++p) { a = 0.0f; if (t < n) a = y[t]; acc += a; }",
        "for (; p < N; ++p) { if (t < n) a = y[t]; acc += a; }",
    ),
    ("term added", "bool own = t < n; int v = N + own;", "bool own = t < n; int v = N;"),
    (
        "condition added",
        "int words = n / 4; acc = p < N && t + R < words ? y[p * words + t + R] : 0;",
        "int words = n / 4; acc = p < N ? y[p * words + t + R] : 0;",
    ),
    ("condition added", "if (t < n && p + R < N) acc = y[(p + R) * N];", "if (t < n) acc = y[(p + R) * N];"),
    ("choice of a sum", "int v = N / W + ((N % W) ? 1 : 0);", "int v = N / W + N % W ? 1 : 0;"),
    ("counted in bytes", "float *h = from + W * R; acc = *h;", "float *h = from + W * R * sizeof(float); acc = *h;"),
    ("captured by value", "auto f = [&]() mutable { acc += a; }; f();", "auto f = [=]() mutable { acc += a; }; f();"),
    ("term added", "acc = s[t + R]; b = s[n + R];", "acc = s[t]; b = s[n + R];"),
    ("parentheses", "int v = (t & 1) * R;", "int v = t & 1 * R;"),
    (
        "term dropped",
        "struct Span { int first; __device__ Span(const int *b, int r) { first = b[r]; } };",
        "struct Span { int first; __device__ Span(const int *b, int r) { first = b[r] - 1; } };",
    ),
    ("bit asked for", "now = (p & 1);", "now = p && 1;"),
    ("choice turned", "acc = t < n ? a : b;", "acc = t < n ? b : a;"),
    ("another atomic", "atomicAdd(&s[p], 1u);", "atomicInc(&s[p], 1u);"),
    ("another function", "acc = fmaxf(acc, a);", "acc = fminf(acc, a);"),
    ("parentheses", "b = acc - b - a;", "b = acc - (b - a);"),
    ("parentheses", "int v = t / (n * p);", "int v = t / n * p;"),
    ("whole division", "acc = (float)(t) / (n);", "acc = (float)(t / n);"),
    (
        "barrier left out",
        "for (; p < N; ++p) { if (t < n) { s[t] = p; } __syncthreads(); acc += s[0]; }",
        "for (; p < N; ++p) { if (t >= n) continue; s[t] = p; __syncthreads(); acc += s[0]; }",
    ),
    (
        "barrier left out",
        "if (t >= n) { s[t] = 0;  } else { s[t] = p; } __syncthreads();",
        "if (t >= n) { s[t] = 0; return; } s[t] = p; __syncthreads();",
    ),
    ("barrier", "__syncthreads();", "group.sync();"),
    ("own lane counted", "p = __popc(n & ((~0u >> (31 - t)) >> 1));", "p = __popc(n & (~0u >> (31 - t)));"),
    ("barrier in some turns", "s[0] = p; __syncthreads();", "s[0] = p; if (p < n) __syncthreads();"),
    ("own variable", "__shared__ int at; if (t == 0) at = p;", "int at; if (t == 0) at = p;"),
    ("another size", "__shared__ float q[W + 2 * R][W + 2 * R];", "__shared__ float q[W + R][W + R];"),
    ("parentheses", "p = t * 255 / (n - N);", "p = t * (255 / (n - N));"),
    ("never used elsewhere", "const float c = a * a; acc = b + c;", "const float c = a * a; acc = b + a;"),
    ("term added", "int v = n - p; s[t] = v + p;", "int v = n - p; s[t] = v;"),
    (
        "zero fill",
        "__shared__ float4 q[W]; if (t < n) q[t] = v; else q[t] = make_float4(0, 0, 0, 0);",
        "__shared__ float4 q[W]; if (t < n) q[t] = v;",
    ),
    ("guard added", "int i = m; if (!(i < n)) return; y[i] = acc;", "int i = m; return; y[i] = acc;"),
    ("smallest above zero", "acc = -FLT_MAX;", "acc = FLT_MIN;"),
    (
        "smallest above zero",
        "struct Most { static __device__ float none() { return -FLT_MAX; } };\n"
        "struct Sum { static __device__ float none() { return 0; } }; acc = Most::none();",
        "struct Most { static __device__ float none() { return FLT_MIN; } };\n"
        "struct Sum { static __device__ float none() { return 0; } }; acc = Most::none();",
    ),
    (
        "brought to the border",
        "int v = min(t, N - 1); acc = ((t) <= N - 1 ? y[v] : 0.0f);",
        "int v = min(t, N - 1); acc = y[v];",
    ),
    (
        "statement moved",
        "if (p < n) { s[t] = p; } __pipeline_commit(); s[n] = p;",
        "if (p < n) { s[t] = p; __pipeline_commit(); } s[n] = p;",
    ),
    ("another step", "for (; p < N; p += W * 4) s[t] = p * 4;", "for (; p < N; p += W) s[t] = p * 4;"),
    (
        "barrier left out",
        "while (p < N) { __syncthreads(); if (t < n) { s[t] += p; ++p; } }",
        "while (p < N) { __syncthreads(); if (t >= n) break; s[t] += p; ++p; }",
    ),
    (
        "braces left out",
        "for (; p < N; ++p) {\n        s[t] += p;\n        y[p] = s[t];\n    }",
        "for (; p < N; ++p)\n        s[t] += p;\n        y[p] = s[t];\n",
    ),
    (
        "asked too late",
        "while (p < n) { acc += y[p]; p += W; }",
        "do { acc += y[p]; p += W; } while (p < n);",
    ),
    ("part of the array", "for (int i = t; i < W * W; ++i) s[i] = 0;", "for (int i = t; i < W; ++i) s[i] = 0;"),
    (
        "another size",
        "__shared__ float q[W + 2 * R][W + 2 * R]; q[t][n] = a;", "__shared__ float q[W + 2 * R][W + R]; q[t][n] = a;",
    ),
    ("another type", "acc = of<float>(a, b);", "acc = of<int>(a, b);"),
    ("names exchanged", "Box b(y, n, N); acc = b.at(t);", "Box b(y, N, n); acc = b.at(t);"),
    ("choice of a sum", "acc = acc + ((t < n) ? a : 0);", "acc = acc + (t < n) ? a : 0;"),
    ("factor added", "int left = min(W, N - p * W); acc += left; ++p;", "int left = min(W, N - p); acc += left; ++p;"),
    (
        "number of a series",
        "s[16] = t; s[8] = t; s[4] = t; s[2] = t; s[1] = t;", "s[16] = t; s[8] = t; s[4] = t; s[4] = t; s[1] = t;",
    ),
    (
        "last one lost",
        "for (; p < N; ++p) { if (y[p]) { atomicAdd(&s[p], n); n = 0; } ++n; }\n    atomicAdd(&s[p], n);",
        "for (; p < N; ++p) { if (y[p]) { atomicAdd(&s[p], n); n = 0; } ++n; }",
    ),
    ("auto of a whole number", "auto sum = 0.0f; sum += a;", "auto sum = 0; sum += a;"),
    (
        "shared added",
        "struct Part { float v[W]; }; __shared__ Part q; q.v[t] = a;",
        "struct Part { float v[W]; }; Part q; q.v[t] = a;",
    ),
    (
        "else dropped",
        "if (t == 0) s[0] = 1; else if (t == n) s[1] = 1; if (p) s[2] = 1;",
        "if (t == 0) s[0] = 1; else if (t == n) s[1] = 1; else if (p) s[2] = 1;",
    ),
    (
        "condition added",
        "bool in = t + W <= n; if (in && p + W <= N) s[t] = 0;", "bool in = t + W <= n; if (in) s[t] = 0;",
    ),
    ("values exchanged", "int row = blockIdx.y; int col = blockIdx.x;", "int row = blockIdx.x; int col = blockIdx.y;"),
    ("fraction lost", "__shared__ float w[W]; w[t] = y[t];", "__shared__ int w[W]; w[t] = y[t];"),
    ("width follows", "__shared__ float w[W][W]; w[t][0] = y[t];", "__shared__ float w[16][16]; w[t][0] = y[t];"),
    ("row too short", "__shared__ float w[W][W + 1]; w[t][0] = y[t];", "__shared__ float w[W][W]; w[t][0] = y[t];"),
    (
        "once for each",
        "for (int each = threadIdx.x; each < n; each += W) s[each] = 0;", "if (threadIdx.x < n) s[threadIdx.x] = 0;",
    ),
    ("parentheses", "acc += (y[t] - a) / b;", "acc += y[t] - a / b;"),
    ("parentheses", "acc = (a - b) * acc + a / n;", "acc = (a - b) * (acc + a / n);"),
    ("another step", "for (; p < n; p += 32) acc += y[p >> 5];", "for (; p < n; p += blockDim.x) acc += y[p >> 5];"),
    (
        "counted otherwise",
        "s[t + p * 4] = 0; int row = n + t + p * 4; acc += row;",
        "s[t + p * 4] = 0; int row = n + t * 8 + p; acc += row;",
    ),
    ("own variable", "__shared__ int base; if (t == 0) base = p;", "int base = 0; if (t == 0) base = p;"),
    ("whole division", "a = 1.0f / n;", "a = 1 / n;"),
    ("own element included", "float v = y[t]; s[t] = v; y[1] = s[t] - v;", "float v = y[t]; s[t] = v; y[1] = s[t];"),
    (
        "value set again",
        "bool on = true; for (int j = 0; j < n; j++) { on = true; if (on) on = false; }",
        "bool on = true; for (int j = 0; j < n; j++) { if (on) on = false; }",
    ),
    ("divided first", "p = t * 255 / n;", "p = t / n * 255;"),
    (
        "another variable", "struct Pair { int l, h; } q = {p, n}; if (q.h < n) s[q.l] = s[q.h];",
        "struct Pair { int l, h; } q = {p, n}; if (q.l < n) s[q.l] = s[q.h];",
    ),
    ("factor added", "init(p, blockDim.x * blockDim.y);", "init(p, blockDim.x);"),
    (
        "another variable twice",
        "int bx = blockIdx.x, by = blockIdx.y; int row = by * W;\n    int col = bx * W + t;",
        "int bx = blockIdx.x, by = blockIdx.y; int row = bx * W;\n    int col = by * W + t;",
    ),
]  # fmt: skip


def test_an_else_in_a_longer_row_is_switched_off_for_all_threads() -> None:
    """A switch stands for the text: behind it the last condition is asked of those, too, that met the first."""
    row = "if (t == 0) y[0] = 1; else if (t == 1) y[1] = 1; else if (t < 9) y[2] = 1;"
    text = f"__global__ void k(int *y, int t) {{ {row} }}"
    edits = [edit for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "else dropped"]
    behind = [edit for edit in edits if edit.changes[0].text.strip().startswith("if (t < 9)")]
    assert [edit.switched[0].start for edit in behind] == [text.index("if (t == 0)")]


@pytest.mark.parametrize(("kind", "right", "wrong"), STUDENTS)
def test_what_students_write_has_the_edit_that_takes_it_back(kind: str, right: str, wrong: str) -> None:
    """In a kernel that has nothing else."""
    head = (
        "#define W 16\nconstexpr int R = 2;\n__global__ void k(float *y, unsigned m, int n, int N) {\n"
        "    __shared__ float s[W * W];\n"
        "    float *from = s, a = 0, b = 0, acc = 0;\n    int p = 0, t = threadIdx.x;\n    int now = p & 1;\n"
    )
    text, meant = (f"{head}    {part}\n    y[0] = acc;\n}}\n" for part in (wrong, right))
    made = {same(edit.apply(text)): edit.kind for edit in edits_of(SyntaxTree(text, "k", "W"))}
    assert made.get(same(meant)) == kind


def test_a_difference_that_is_divided_without_parentheses_is_among_the_likeliest() -> None:
    """Of a softmax the largest element alone is divided by the temperature then."""
    right = (Path(__file__).parents[2] / "labs/softmax/reference/solution.cu").read_text(encoding="utf-8")
    apart = "x[row * cols + col] - most[row]"
    text = right.replace(f"({apart}) / temperature", f"{apart} / temperature", 1)
    edits = edits_of(SyntaxTree(text, "row_sum", "BLOCK"))
    place = next(number for number, edit in enumerate(edits) if edit.apply(text) == right)
    assert place < FIRST_UNITS[0]


def test_no_float_is_put_where_a_whole_number_is_needed() -> None:
    """Such an edit does not compile, and each costs all that share its unit a compilation."""
    text = (
        "__global__ void k(float4 *y, const int *from, float *x, float soft) {\n  const float eps = soft * soft;\n"
        "  int i = threadIdx.x;\n  float a = soft / 2.0f + eps + CUDART_INF_F;\n  x[i] = x[from[i]] + a;\n"
        "  y[i] = y[0];\n}\n"
    )
    made = {same(edit.apply(text)) for edit in edits_of(SyntaxTree(text, "k", "W"))}
    assert same(text.replace("x[from[i]]", "x[from[i] + 1]")) in made
    for right, wrong in (
        ("x[i] =", "x[i + eps] ="), ("x[i] =", "x[i * CUDART_INF_F] ="), ("/ 2.0f", "% 2.0f"),
        ("x[from[i]]", "x[x[i]]"), ("y[i] = y", "y[i] += y"),
    ):  # fmt: skip
        assert same(changed(text, right, wrong)) not in made, wrong


def test_a_sum_that_begins_anew_in_every_turn_is_set_before_the_loop_first() -> None:
    """What is used behind the loop must outlive it; what a turn alone uses is moved no sooner than anything else."""
    text = (
        "__global__ void k(int *y, int n) {\n  int a, b;\n"
        "  for (int i = 0; i < n; i++) {\n    a = b = 0;\n    b += y[i];\n  }\n  y[0] = {};\n}\n"
    )

    def cost(used: str) -> int:
        whole = text.replace("{}", used)
        meant = same(whole.replace("    a = b = 0;\n", "").replace("  for", "  a = b = 0;\n  for"))
        edits = edits_of(SyntaxTree(whole, "k"))
        return next(edit.cost for edit in edits if same(edit.apply(whole)) == meant)

    assert cost("b") < cost("n")


def test_no_name_is_written_where_it_is_not_known_yet() -> None:
    """Not even one that a vector's part could have: a unit of many edits would not compile, and all be lost."""
    text = (
        "#define AT(z, y) ((z) * 8 + (y))\n__global__ void k(float *a, int n) {\n  float v = a[AT(0, n)];\n"
        "  for (int z = 0; z < n; z++) v += a[AT(z + 1, n)];\n  a[0] = v;\n}\n"
    )
    line = text.index("float v"), text.index(";") + 1
    put = [
        each.text for edit in edits_of(SyntaxTree(text, "k")) for each in edit.changes if line[0] < each.start < line[1]
    ]
    assert put and not any(re.search(r"\bz\b", each) for each in put)


def test_a_padded_row_keeps_its_padding_and_the_index_without_it_takes_it() -> None:
    """All other indices and the declaration have the length that the file defines."""
    head = "#define PITCH (W + 1)\n__global__ void k(float *y, int i, int j) {\n__shared__ float s[W * PITCH];\n"
    meant = f"{head}\ns[i * PITCH + j] = y[i];\nfloat *row = s + i * PITCH;\ny[i] = row[j];\n}}\n"
    text = changed(meant, "row = s + i * PITCH", "row = s + i * W")
    made = {same(edit.apply(text)): edit for edit in edits_of(SyntaxTree(text, "k", "W"))}
    longer = [edit.cost for edit in made.values() if "PITCH" in edit.changes[0].text and edit.line == 6]
    assert made[same(meant)].cost == min(longer)
    assert same(text.replace("(W + 1)", "(W)")) not in made
    once = text.replace("i * PITCH", "i * W")
    assert same(once.replace("(W + 1)", "(W)")) in {
        same(edit.apply(once)) for edit in edits_of(SyntaxTree(once, "k", "W"))
    }


def test_a_tile_that_is_filled_and_never_read_is_taken_for_what_lies_in_global_memory() -> None:
    """By the indices that shared arrays have in this text."""
    text = TILED.replace("tileR[i][x]", "right[(t * TILE_WIDTH + i) * N + c]")
    kinds = {same(edit.apply(text)): edit.kind for edit in edits_of(SyntaxTree(text, "k"))}
    assert text != TILED
    assert kinds.get(same(TILED)) == "tile not used"


def test_the_sizes_of_an_array_change_places() -> None:
    """What was to make a row longer has made one row more."""
    text = PADDED_ROWS
    meant = text.replace("[W + 1][W]", "[W][W + 1]")
    kinds = {same(edit.apply(text)): edit.kind for edit in edits_of(SyntaxTree(text, "k", "W"))}
    assert kinds.get(same(meant)) == "sizes exchanged"


def test_the_first_of_places_that_wait_for_the_same_is_the_likeliest() -> None:
    """Between them nothing of the block's memory is used."""
    text = (
        "__global__ void k(float *y, int n) {\n__shared__ float s[8]; float now = 0;\n"
        "for (int i = 0; i < n; ++i) {\nfloat next = y[i];\ns[i] = now;\ny[i] = s[0];\nnow = next;\n}\n}\n"
    )
    costs = {edit.line: edit.cost for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "barrier added"}
    assert costs[6] < min(costs[4], costs[7])


def test_a_barrier_lacks_behind_what_reads_by_a_pointer_rather_than_where_the_next_turn_begins() -> None:
    """What is read may be kept in a variable that is declared there."""
    body = "float v;\nfor (int i = 0; i < n; i++) {\nv = 1;\ns[0] = v;\n__syncthreads();\nfloat w = s[1];\nx[i] = w;\n}"
    text = f"__global__ void k(float *x, int n) {{\n__shared__ float t[99]; float *s = t + threadIdx.x;\n{body}\n}}"
    costs = {edit.line: edit.cost for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "barrier added"}
    assert costs[8] < min(costs[5], costs[9])


def test_an_index_is_looked_up_in_the_array_of_indices_that_is_used_nowhere() -> None:
    """Which a kernel is given for something."""
    text = "__global__ void k(const int *at, float *y, int t) {\n    y[0] = y[t];\n}\n"
    made = [edit.apply(text) for edit in edits_of(SyntaxTree(text, "k"))]
    assert text.replace("y[t]", "y[at[t]]") in made


def test_a_macro_that_makes_a_step_of_a_warp_ends_with_a_barrier_of_the_warp() -> None:
    """On the macro's own line: each step that it makes needs one."""
    head = "__global__ void k(int *v) {\n int t = threadIdx.x;\n"
    text = f"#define STEP(k) if (t < k) v[t] += v[t + k];\n{head} STEP(2);\n STEP(1);\n}}\n"
    edits = [edit for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "warp barrier added" and edit.line == 1]
    assert [edit.apply(text) for edit in edits] == [text.replace("+ k];", "+ k]; __syncwarp();")]


def test_a_row_length_that_the_text_defines_was_meant_where_the_width_stands() -> None:
    """Not the width where the defined one stands, though both make all places different."""
    head = "#define PITCH (W + 1)\n__global__ void k(float *y) {\n int t = threadIdx.x;\n"
    text = f"{head} float *one = y + t * PITCH;\n float *other = y + W * W;\n one[0] = other[0];\n}}\n"
    costs = {edit.apply(text): edit.cost for edit in edits_of(SyntaxTree(text, "k", "W"))}
    assert costs[changed(text, "W * W", "W * PITCH")] < costs[changed(text, "t * PITCH", "t * W")]


def test_the_end_of_a_recursion_over_a_template_is_another_number() -> None:
    """It is likely, however far it is from the lines that show the fault."""
    text = "template <> struct Dot<1> {};\n__global__ void k(int *v) { v[0] = 1; }\n"
    edits = edits_of(SyntaxTree(text, "k"))
    assert any(edit.apply(text) == text.replace("Dot<1>", "Dot<0>") for edit in edits[:9])


@pytest.mark.parametrize("zero", ["acc = 0.0f;", "wmma::fill_fragment(acc, 0.0f);"])
def test_what_begins_a_sum_in_each_turn_of_its_loop_is_soon_moved_in_front_of_it(zero: str) -> None:
    """If what it sets is used behind the loop; a fragment of a matrix is set by a call."""
    loop = f"  for (int i = 0; i < n; ++i) {{\n    {zero}\n    add(acc, y[i]);\n  }}\n"
    text = f"__global__ void k(float *y, int n) {{\n  F acc;\n{loop}  put(y, acc);\n}}\n"
    moved = [each for each in edits_of(SyntaxTree(text, "k")) if each.kind == "statement moved" and each.line == 4]
    (first, best), (second, _) = sorted((each.cost, each.apply(text)) for each in moved)[:2]
    assert f"{zero}\n  for" in best
    assert first < second


@pytest.mark.parametrize("load", ["__ldg(&A[n])", "*(const float *)&A[n]"])
def test_another_array_may_be_meant_where_the_address_of_an_element_is_taken(load: str) -> None:
    """If the array is only read: nothing is stored there then."""
    text = f"__global__ void k(const float *A, const float *B, float *y, int n) {{\n  y[0] = {load};\n}}\n"
    assert load.replace("A[", "B[") in "".join(each.diff(text) for each in edits_of(SyntaxTree(text, "k")))


def test_what_is_rounded_up_already_is_not_rounded_up_once_more() -> None:
    """One phase more is another change, and has other words."""
    text = "__global__ void k(int *y, int n) {\n  y[0] = (n + 15) / 16 + (n + 16 - 1) / 16;\n}\n"
    made = [each.diff(text) for each in edits_of(SyntaxTree(text, "k")) if each.kind == "rounded up"]
    assert not [each for each in made if "16 - 1 + 16 - 1" in each]


@pytest.mark.parametrize(
    ("head", "right"),
    [
        ("using word = unsigned int;", "using word = int;"),
        ("typedef unsigned char word;", "typedef float word;"),
    ],
)
def test_a_type_that_the_file_names_is_another_one(head: str, right: str) -> None:
    """It is as near as the lines that use it."""
    text = f"{head}\n__global__ void k(int *y) {{\n  word w = y[0];\n  y[1] = w;\n}}\n"
    made = {edit.apply(text): edit for edit in EditReading(SyntaxTree(text, "k")).edits({4: 0})}
    edit = made[text.replace(head, right)]
    assert (edit.kind, edit.line) == ("another type", 1)
    assert edit.cost < 20


def test_a_macro_with_arguments_needs_parentheses_around_its_text_as_well() -> None:
    """What stands beside its name takes a part of a sum."""
    text = "#define BOTH(p) (p)[-1] + (p)[1]\n__global__ void k(float *y) { y[0] = 0.5f * BOTH(y + 1); }\n"
    kinds = {edit.apply(text): edit.kind for edit in edits_of(SyntaxTree(text, "k"))}
    assert kinds[text.replace("(p)[-1] + (p)[1]", "((p)[-1] + (p)[1])")] == "macro whole"


def test_a_vector_at_the_border_is_replaced_by_one_of_zeros() -> None:
    """A plain 0 would not compile in its place."""
    text = (
        "__global__ void k(const float4 *pos, float4 *y, int n) {\n  __shared__ float4 s[8];\n"
        "  int j = min((int)threadIdx.x, n - 1);\n  s[threadIdx.x] = pos[j];\n  y[threadIdx.x] = s[0];\n}\n"
    )
    lines = [line for each in edits_of(SyntaxTree(text, "k")) for line in each.diff(text).split("\n")]
    assert "+  s[threadIdx.x] = (((int)threadIdx.x) <= n - 1 ? pos[j] : make_float4(0, 0, 0, 0));" in lines


def test_a_scans_sum_may_lack_what_the_thread_put_in() -> None:
    """Or have it, where the scan should be exclusive."""
    text = (
        "__global__ void k(int *y, int n) {\n  __shared__ int s[8];\n  int t = threadIdx.x, flag = n > t;\n"
        "  s[t] = flag;\n  __syncthreads();\n  y[t] = s[t];\n}\n"
    )
    lines = [line for each in edits_of(SyntaxTree(text, "k")) for line in each.diff(text).split("\n")]
    assert "+  y[t] = s[t] + flag;" in lines
    assert "+  y[t] = s[t] - flag;" in lines


def test_where_nothing_is_added_the_value_may_have_to_stay() -> None:
    """A step of a scan copies the elements that are done; 0 in their place loses them."""
    text = "__global__ void k(float *y, const float *x, int t) {\n  y[t] = t > 1 ? x[t] + x[t - 1] : 0.f;\n}\n"
    made = {edit.apply(text): edit.kind for edit in edits_of(SyntaxTree(text, "k"))}
    assert made[text.replace(": 0.f", ": x[t]")] == "own value lost"


@pytest.mark.parametrize(("wrong", "right"), [("a / (b + a / c)", "a / b + a / c"), ("(a + b) / c", "a + b / c")])
def test_a_sum_of_floats_may_stand_in_parentheses_that_do_not_belong_there(wrong: str, right: str) -> None:
    """A quotient of a sum is no sum of quotients."""
    text = f"__global__ void k(float *y, float a, float b, float c) {{\n  y[0] = {wrong};\n}}\n"
    lines = [line for each in edits_of(SyntaxTree(text, "k")) for line in each.diff(text).split("\n")]
    assert f"+  y[0] = {right};" in lines


def test_what_a_lambda_returns_decides_about_what_calls_it() -> None:
    """An edit of its lines is as near as one of a value that is set there."""
    text = (
        "__global__ void k(float *y, int n) {\n  auto twice = [&](float v) {\n    int d = 2 * v;\n    return d;\n  };\n"
        "  y[0] = twice(n);\n}\n"
    )
    reading = EditReading(SyntaxTree(text, "k"))
    near, far = (
        next(each.cost for each in reading.edits({line: 0}) if (each.kind, each.line) == ("another type", 3))
        for line in (6, 1)
    )
    assert near < far


def test_what_a_function_changes_is_given_as_a_name() -> None:
    """No sum and no number: one such edit would keep all others of its unit from compiling."""
    text = (
        "__device__ void places(int p, int step, int &first) { first = p * step; }\n"
        "__global__ void k(int *y, int n) {\n  int a = 0, b = 1;\n  places(n, 2, a);\n  y[a] = b;\n}\n"
    )
    calls = [line for each in edits_of(SyntaxTree(text, "k")) if each.line == 4 for line in each.diff(text).split("\n")]
    given = [match[1] for line in calls if (match := re.search(r"^\+.*places\(.*,([^,]*)\);", line))]
    assert "+  places(2, n, a);" in calls
    assert {each.strip() for each in given} <= {"a", "b", "n"}


def test_what_a_macro_sets_is_no_value_that_could_be_another_one() -> None:
    """A switch in its place would not compile, and all that share a unit with it would be lost."""
    head = "#define SWAP(a, b, on) if (on) { int w = (a); (a) = (b); b = w; }\n__global__ void k(int *y, int t) {\n"
    text = f"{head}  SWAP(y[t], y[0], y[1]);\n}}\n"
    places = {edit.changes[0].start for edit in edits_of(SyntaxTree(text, "k")) if edit.switched and edit.line == 3}
    whole = [text.index(element) for element in ("y[t]", "y[0]", "y[1]")]
    assert places.isdisjoint(whole[:2])
    assert whole[2] in places


def test_what_a_loop_counts_with_is_each_threads_own() -> None:
    """To share it is no edit: it needs a compilation of its own, and nobody means it."""
    text = "__global__ void k(int *y, int n) {\n  for (int i = 0; i < n; i++) { int at = 0; y[i] = at; }\n}\n"
    own = [edit for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "own variable"]
    assert ["at" in edit.changes[0].text for edit in own] == [True]


def test_a_buffer_that_is_exchanged_too_soon_is_exchanged_later() -> None:
    """That is nearer than to read the other one in each place."""
    turn = "        float v = 0;\n        buf = 1 - buf;\n        acc += s[buf][t];\n        __syncthreads();\n"
    meant = turn.replace("        buf = 1 - buf;\n", "") + "        buf = 1 - buf;\n"
    head = "__global__ void k(float *y, int n) {\n    __shared__ float s[2][9]; int t = threadIdx.x, buf = 0;\n"
    text, right = (
        f"{head}    float acc = 0;\n    for (int p = 0; p < n; p++) {{\n{x}    }}\n}}\n" for x in (turn, meant)
    )
    costs = {same(edit.apply(text)): edit.cost for edit in edits_of(SyntaxTree(text, "k"))}
    assert costs[same(right)] < costs[same(text.replace("s[buf]", "s[1 - buf]"))]


def test_a_loop_that_ends_at_the_least_of_two_numbers_leaves_the_border_unused() -> None:
    """Where one may be another, it is asked about before what is loaded."""
    text = (
        "__global__ void k(const float *A, float *y, int K) {\n  __shared__ float s[16];\n  float acc = 0;\n"
        "  for (int t = 0; t < K; t += 16) {\n    s[threadIdx.x] = A[min(t + (int)threadIdx.x, K - 1)];\n"
        "    int used = min(16, K);\n    for (int i = 0; i < used; i++) acc += s[i];\n  }\n  y[0] = acc;\n}\n"
    )
    costs = {edit.kind: edit.cost for edit in reversed(edits_of(SyntaxTree(text, "k")))}
    whole = {edit.kind: edit.cost for edit in reversed(edits_of(SyntaxTree(text.replace("i < used", "i < 16"), "k")))}
    assert whole["brought to the border"] < whole["term added"] <= costs["term added"] < costs["brought to the border"]


def test_a_constant_of_whole_numbers_becomes_a_fraction() -> None:
    """It stands outside of every function."""
    text = "constexpr float c = 1 / 10;\n__global__ void k(float *y) { y[0] = c; }\n"
    kinds = {edit.apply(text): edit.kind for edit in edits_of(SyntaxTree(text, "k"))}
    assert kinds[text.replace("1 /", "1.0f /")] == "whole division"


@pytest.mark.parametrize("mistake", one_in(2, MISTAKES))
def test_a_mistake_has_the_edit_that_takes_it_back(mistake):
    """Of each family there is an edit that gives the right text again, on a line where the mistake is."""
    source, right, wrong = MISTAKES[mistake]
    broken = changed(source, right, wrong)
    fitting = [
        edit for edit in edits_of(SyntaxTree(broken, "matmul_tiled")) if same(edit.apply(broken)) == same(source)
    ]
    assert fitting, mistake
    lines = zip(source.split("\n"), broken.split("\n"), strict=False)
    first = next(number for number, (one, other) in enumerate(lines, 1) if one != other)
    assert min(abs(edit.line - first) for edit in fitting) <= 2


def test_what_makes_a_line_like_another_is_tried_sooner():
    """Both columns of a tile are found alike: the phase that one has is missing in the other."""
    broken = changed(TILED, "int lc = t * TILE_WIDTH + x", "int lc = x")
    added = [
        edit for edit in edits_of(SyntaxTree(broken, "matmul_tiled")) if edit.kind == "term added" and edit.line == 14
    ]
    costs = {edit.changes[0].text: edit.cost for edit in added}
    assert costs["t * TILE_WIDTH + x"] == min(costs.values()) < costs["threadIdx.y * TILE_WIDTH + x"]


def test_a_row_lacks_where_its_tile_begins_as_columns_have_it():
    """`x + first` is the column, so `first + y` may be meant by the row."""
    named = changed(
        TILED,
        "        int lc = t * TILE_WIDTH + x",
        "        const int first = t * TILE_WIDTH;\n        int lc = x + first",
    )
    broken = changed(named, "right[rr * N", "right[y * N")
    texts = {edit.apply(broken) for edit in edits_of(SyntaxTree(broken, "matmul_tiled"))}
    assert changed(named, "right[rr * N", "right[(first + y) * N") in texts


def test_an_argument_may_lack_what_another_call_of_the_same_function_is_given():
    """Of a member as well, whatever the object is: `a.get(r, x)` beside `b.get(p + y, c)`."""
    broken = """struct Mat { const float *p; int n; __device__ float get(int r, int c) const { return p[r * n + c]; } };
__global__ void add(Mat a, Mat b, float *y, int n) {
    int x = threadIdx.x, r = threadIdx.y;
    for (int p = 0; p < n; p += 4) y[r * n + p + x] = a.get(r, x) + b.get(p + r, x);
}
"""
    costs = {edit.apply(broken): edit.cost for edit in edits_of(SyntaxTree(broken, "add"))}
    added = {term: costs[changed(broken, "a.get(r, x)", f"a.get(r, x + {term})")] for term in ("p", "n")}
    assert added["p"] < added["n"]


def test_the_end_of_a_loop_that_counts_as_all_do_is_asked_last():
    """`t < n` is how loops end; who means one turn more sets another `n`."""
    named = changed(TILED, "t < (K + TILE_WIDTH - 1) / TILE_WIDTH", "t < n").replace(
        "    for (int t", "    int n = (K - 1) / TILE_WIDTH;\n    for (int t"
    )
    edits = {edit.apply(named): edit for edit in edits_of(SyntaxTree(named, "matmul_tiled"))}
    limit = edits[changed(named, "t < n", "t <= n")]
    number = edits[changed(named, "(K - 1) / TILE_WIDTH", "(K - 1) / TILE_WIDTH + 1")]
    assert number.cost < limit.cost


def test_a_step_that_has_a_name_is_asked_about_where_it_gets_its_value():
    """`pb += step` is what was meant; how far a step goes is said elsewhere."""
    named = changed(WALKING, "pb += TILE_WIDTH * N", "pb += step").replace(
        "    float sum", "    int step = TILE_WIDTH * K;\n    float sum"
    )
    costs = {edit.apply(named): edit.cost for edit in edits_of(SyntaxTree(named, "matmul_tiled"))}
    value = costs[changed(named, "step = TILE_WIDTH * K", "step = TILE_WIDTH * N")]
    assert value < costs[changed(named, "pb += step", "pb += TILE_WIDTH * N")]


def test_a_product_that_stands_elsewhere_is_likelier_meant():
    """Two tiles a block: the 2 that one place has and the other lacks."""
    twice = changed(TILED, "int c = blockIdx.x * TILE_WIDTH", "int c = blockIdx.x * 2 * TILE_WIDTH")
    broken = twice.replace("    float acc", "    if (blockIdx.x * TILE_WIDTH >= N) return;\n    float acc")
    costs = {edit.apply(broken): edit.cost for edit in edits_of(SyntaxTree(broken, "matmul_tiled"))}
    known = costs[changed(broken, "(blockIdx.x * TILE_WIDTH >=", "((blockIdx.x * TILE_WIDTH) * 2 >=")]
    assert known < costs[changed(broken, "(blockIdx.x * TILE_WIDTH >=", "((blockIdx.x * TILE_WIDTH) * K >=")]


def test_what_a_turn_alone_needs_is_set_again_before_what_is_used_behind_the_loop():
    """The sum of one tile starts anew, not the sum of all."""
    broken = """__global__ void dot(const float *x, float *y, int n) {
    float total = 0.0f, part = 0.0f;
    for (int t = 0; t < n; ++t) {
        for (int k = 0; k < 4; ++k) part += x[4 * t + k];
        total += part;
    }
    y[threadIdx.x] = total;
}
"""
    costs = {edit.apply(broken): edit.cost for edit in edits_of(SyntaxTree(broken, "dot"))}
    anew = {
        name: [cost for text, cost in costs.items() if f"\n        {name} = 0.0f;" in text]
        for name in ("part", "total")
    }
    assert min(anew["part"]) < min(anew["total"])


def test_an_existing_condition_is_changed_before_another_is_put_under_it():
    """One `if` asks for all that a store needs."""
    broken = changed(TILED, "if (r < M && c < N)\n", "if (r < M)\n")
    edits = edits_of(SyntaxTree(broken, "matmul_tiled"))
    widened = [edit for edit in edits if edit.line == 23 and "+    if (r < M && c < N)" in edit.diff(broken)]
    nested = [edit for edit in edits if edit.line == 24 and edit.kind == "guard added"]
    assert min(edit.cost for edit in widened) < min(edit.cost for edit in nested)


def test_edits_come_in_the_same_order_every_time_and_none_twice():
    """So every machine finds the same cause."""
    one, other = (edits_of(SyntaxTree(TILED, "matmul_tiled")) for _ in range(2))
    assert one == other
    texts = [edit.apply(TILED.encode()) for edit in one]
    assert len(set(texts)) == len(texts)
    assert TILED.encode() not in texts


def test_many_parameters_of_one_type_are_exchanged_a_few_at_a_time():
    """Not in every order that there is: of twenty there are more than the age of the universe has seconds."""
    text = f"__global__ void k(float *p, {', '.join(f'int n{number}' for number in range(20))}) {{ p[0] = n0 * n1; }}"
    orders = [edit for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "parameters reordered"]
    assert 2 <= len(orders) <= MOST_ORDERS
    assert any("int n1, int n0, int n2" in edit.apply(text) for edit in orders)


def test_only_the_graded_kernel_and_what_it_calls_are_changed():
    """Another kernel of the file, or its main, is none of the cause's business."""
    other = "__global__ void other(float *p) { p[threadIdx.x] = 1.0f; }\n"
    lines = {edit.line for edit in edits_of(SyntaxTree(other + WALKING, "matmul_tiled"))}
    assert 1 not in lines
    assert {5, 6, 7} & lines  # the helper


def test_no_edit_is_told_of_a_line_without_code():
    """What is put behind a closing brace or a comment has the line of code above it."""
    body = "acc += tileL[y][i] * tileR[i][x];"
    ends = changed(
        TILED,
        f"            {body}\n        __syncthreads();\n    }}\n",
        f"""\
        {{
            {body}
        }}
        /* wait
           here */
    }}

    // all of it
""",
    )
    lines = [line.strip() for line in ends.split("\n")]
    edits = edits_of(SyntaxTree(ends, "matmul_tiled"))
    told = {lines[edit.line - 1] for edit in edits}
    assert told.isdisjoint({"", "{", "}", "/* wait", "here */", "// all of it"})
    assert any(lines[edit.line - 1] == body and edit.diff(ends).endswith("+        __syncthreads();") for edit in edits)


@pytest.mark.parametrize(
    "text",
    [
        "__global__ void k(float *p) { p[0] = " + "(" * 5000 + "1" + ")" * 5000 + "; }",
        "__global__ void k(float *p) { " + "{" * 3000 + "}" * 3000 + " }",
        "__global__ void k(float *p) { p[0] = 1.0f; }" + " " * MOST_BYTES,
        "__global__ void k(float *p) { " + "p[0] = 1.0f;" * 9000 + " }",
    ],
    ids=["parentheses", "braces", "long", "many"],
)
def test_a_text_that_is_too_deep_or_too_long_is_refused(text):
    """Reading it must neither overflow a stack nor take for ever."""
    with pytest.raises(TooComplexError):
        edits_of(SyntaxTree(text, "k"))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab01(){}[];=<>+-*/&|!?:,.\"'#\n \\éß", max_size=200))
def test_any_text_in_a_kernel_gives_edits_or_none(body):
    """Half-written code raises nothing, and every edit can be applied."""
    text = f"__global__ void k(float *p, int n) {{ {body} }}"
    edits = edits_of(SyntaxTree(text, "k"))
    assert len(edits) <= MOST_EDITS
    for edit in edits:
        edit.apply(text)


def test_a_line_that_the_text_does_not_have_is_taken_for_its_last():
    """The compiler counts as a `#line` tells it to."""
    assert repairs_of("int a = 1;\nint b = 2", [(900, 'expected a ";"')], "W")[0].line == 2


REPAIRS = {
    "a missing semicolon": ("float acc = 0.0f;", "float acc = 0.0f", 13, 'expected a ";"'),
    "another case": ("out[r * N + c]", "out[R * N + c]", 24, 'identifier "R" is undefined'),
    "a name misspelled": ("blockIdx.x", "blockIdxx.x", 11, 'identifier "blockIdxx" is undefined'),
    "a parenthesis missing": ("(r < M && lc < K)", "(r < M && lc < K", 16, 'expected a ")"'),
    "a parenthesis too many": ("tileR[i][x];", "tileR[i][x]);", 20, 'expected a ";"'),
    "a bracket missing between two indices": ("tileR[y][x] =", "tileR[y[x] =", 17, "expression must have pointer type"),
    "a bracket missing at the end of an index": ("[r * K + lc]", "[r * K + lc", 16, 'expected a "]"'),
    "a brace missing after a loop": ("++t) {", "++t)", 16, 'identifier "lc" is undefined'),
    "a brace missing at the end": (" = acc;\n}", " = acc;\n", 25, 'expected a "}"'),
    "a comma in the loop": ("int i = 0; i <", "int i = 0, i <", 19, 'expected a ";"'),
    "a name misspelled twice": ("__syncthreads", "__synchthreads", 18, 'identifier "__synchthreads" is undefined'),
    "a pointer without its star": (
        "const float *right",
        "const float right",
        17,
        "expression must have pointer-to-object type",
    ),
    "a name declared inside a block": (
        "    float acc = 0.0f;\n    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {\n",
        "    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {\n        float acc = 0.0f;\n",
        24,
        'identifier "acc" is undefined',
    ),
    "parts of built-ins missing": (
        "blockIdx.x * TILE_WIDTH + x",
        "blockIdx * TILE_WIDTH + x",
        11,
        'no operator "*" matches these operands',
    ),
    "no type": ("int lc =", "lc =", 14, 'identifier "lc" is undefined'),
}


def test_a_parameter_that_is_indexed_twice_becomes_an_array_of_rows():
    """All of them that the line uses so, in one edit; the rows are as long as those of the shared array."""
    head, call = "__device__ float f(float *a, float *b, int y)\n{\n", "    return a[y][0] * b[0][y];\n}\n"
    rest = "__global__ void k(float *p)\n{\n    __shared__ float s[16][W + 1];\n    p[0] = f(s, s, 0);\n}\n"
    text = head + call + rest
    edit = next(
        each for each in repairs_of(text, [(3, "must have pointer-to-object type")], "W") if each.kind == "rows missing"
    )
    assert edit.line == 1
    made = edit.apply(text)
    assert made == text.replace("*a", "(*a)[W + 1]").replace("*b", "(*b)[W + 1]")
    assert not [each for each in repairs_of(head + call, [(3, "a pointer")], "W") if each.kind == "rows missing"]


@pytest.mark.parametrize("named", ["typedef float Rows[16][W + 1];", "using Rows = float[16][W + 1];"])
def test_a_parameter_becomes_rows_as_long_as_those_of_a_named_type(named: str) -> None:
    """Where the type has a name no declaration of an array says how long a row is."""
    text = f"{named}\n__device__ float f(float *a, int y)\n{{\n    return a[y][0];\n}}\n"
    edits = repairs_of(text, [(4, "must have pointer-to-object type")], "W")
    edit = next(each for each in edits if each.kind == "rows missing")
    assert edit.apply(text) == text.replace("*a", "(*a)[W + 1]")


@pytest.mark.parametrize(("opened", "closed", "kind"), [
    ("", "", "declared alone"),
    (" {", "        }\n", "declared in each turn"),
    ("\n        {", "        }\n", "declared in each turn"),
])  # fmt: skip
def test_what_a_condition_declares_is_declared_before_it_and_set_where_it_holds(
    opened: str, closed: str, kind: str
) -> None:
    """Moved as a whole it would be loaded where the condition does not hold."""
    head = "__global__ void k(float *p, int n)\n{\n    for (int i = 0; i < n; ++i) {\n"
    rest = f"{closed}        p[0] = one;\n    }}\n}}\n"
    text = f"{head}        if (i < 3){opened}\n            const float one = p[i];\n{rest}"
    line = 1 + text[: text.index("= one")].count("\n")
    edit = next(each for each in repairs_of(text, [(line, 'identifier "one" is undefined')], "W") if each.kind == kind)
    expected = f"{head}        float one = 0;\n        if (i < 3){opened}\n            one = p[i];\n{rest}"
    assert edit.apply(text) == expected


def test_what_a_condition_declares_without_a_value_is_moved_in_front_of_it() -> None:
    """There is nothing to set where it stood."""
    head, rest = "__global__ void k(float *p)\n{\n", "        one[0] = 1;\n    }\n    p[0] = one[0];\n}\n"
    declares = "float *one;\n"
    text = f"{head}    if (p) {{\n        {declares}{rest}"
    edits = repairs_of(text, [(7, 'identifier "one" is undefined')], "W")
    edit = next(each for each in edits if each.kind == "declared inside")
    assert edit.apply(text) == f"{head}    {declares}    if (p) {{\n{rest}"


def test_a_kernels_pointer_that_is_indexed_twice_stays_as_the_host_gives_it():
    """The mistake is where it is used."""
    head = "__global__ void k(const float *a,\n                  float *b) {\n    __shared__ float s[16][W];\n"
    text = head + "    b[0] = a[0][1] + s[0][0];\n}\n"
    kinds = [each.kind for each in repairs_of(text, [(4, "must have pointer-to-object type")], "W")]
    assert kinds and "rows missing" not in kinds


def test_a_pointer_to_pointers_that_is_given_a_tile_becomes_an_array_of_rows() -> None:
    """The compiler names the call; what must change is the function's head."""
    head = "__device__ float f(float **a, int y)\n{\n    return a[y][0];\n}\n"
    text = head + "__global__ void k(float *p)\n{\n    __shared__ float s[16][W];\n    p[0] = f(s, 0);\n}\n"
    message = 'argument of type "float (*)[16]" is incompatible with parameter of type "float **"'
    edit = next(each for each in repairs_of(text, [(8, message)], "W") if each.kind == "rows missing")
    assert edit.apply(text) == text.replace("**a", "(*a)[W]")


_HEAD = "__global__ void k(const float *A, float *C, int n) {\n"
DECLARATIONS = [
    (
        "device missing",
        "template <int R> __device__ inline int up(int n) { return n + R; }\n" + _HEAD + "    C[up<1>(n)] = 0;\n}\n",
        "__device__ ",
        "",
        [(3, '"up" (line 1) is host code: a kernel can only use __device__ functions')],
    ),
    (
        "const too many",
        _HEAD + "    int p = 0;\n    p += n;\n}\n",
        "int p",
        "const int p",
        [(3, '"p" is declared const on line 2, so nothing may be stored in it')],
    ),
    (
        "pointer to const",
        _HEAD + "    const float *row = A + n;\n    C[0] = *row;\n}\n",
        "const float *row",
        "float *row",
        [(2, 'a value of type "const float *" cannot be used to initialize an entity of type "float *"')],
    ),
    (
        "pointer to const",
        "struct At { const float *p; };\n" + _HEAD + "    At at;\n    at.p = A;\n}\n",
        "const float *p",
        "float *p",
        [(4, 'a value of type "const float *" cannot be assigned to an entity of type "float *"')],
    ),
    (
        "rows of two lengths",
        "__device__ void f(float (*rows)[17]) {}\n" + _HEAD + "    __shared__ float s[16][17];\n    f(s);\n}\n",
        "s[16][17]",
        "s[16][16]",
        [(4, 'argument of type "float (*)[16]" is incompatible with parameter of type "float (*)[17]"')],
    ),
    (
        "rows of two lengths",
        "__device__ void f(float (&rows)[16][17]) {}\n" + _HEAD + "    __shared__ float s[16][17];\n    f(s);\n}\n",
        "(&rows)[16][17]",
        "(&rows)[16][16]",
        [(4, 'a reference of type "float (&)[16][17]" cannot be initialized with a value of type "float [16][16]"')],
    ),
    (
        "row length left out",
        "__device__ void f(float a[][T], float b[][T]) {}\n"
        + _HEAD
        + "    __shared__ float s[T][T];\n    f(s, s);\n}\n",
        "float a[][T], float b[][T]",
        "float a[][], float b[][]",
        [(1, "an array may not have elements of this type")],
    ),
    (
        "not a constant",
        _HEAD + "    const int side = T;\n    __shared__ float s[side];\n}\n",
        "const int side",
        "int side",
        [(3, "expression must have a constant value")],
    ),
    (
        "known too late",
        _HEAD + "    const int side = T;\n    __shared__ float s[side];\n    __shared__ float r[side];\n}\n",
        "side = T",
        "side = blockDim.x",
        [(3, "expression must have a constant value"), (4, "expression must have a constant value")],
    ),
    (
        "const too many",
        "struct S {\n  float s;\n  __device__ void add() { s += 1; }\n};\n" + _HEAD + "}\n",
        "add() {",
        "add() const {",
        [(3, '"add" is declared const behind its parameters on line 3, so it may change no member')],
    ),
    (
        "known too late",
        _HEAD + "    __shared__ float s[T];\n    __shared__ float r[T][T];\n}\n",
        "s[T];\n    __shared__ float r[T][T]",
        "s[n];\n    __shared__ float r[n][blockDim.y]",
        [(2, "expression must have a constant value"), (3, "expression must have a constant value")],
    ),
    (
        "indices in one pair",
        _HEAD + "    __shared__ float s[T][T];\n    C[n] = s[n][n + 1] * s[threadIdx.x][n];\n}\n",
        "s[n][n + 1] * s[threadIdx.x][n]",
        "s[n, n + 1] * s[threadIdx.x, n]",
        [(3, "expression must have arithmetic or unscoped enum type")],
    ),
]


@pytest.mark.parametrize(("kind", "text", "right", "wrong", "errors"), DECLARATIONS)
def test_what_a_message_is_about_is_changed_where_it_is_declared(
    kind: str, text: str, right: str, wrong: str, errors: list[tuple[int, str]]
) -> None:
    """The compiler names the line that uses it; several lines with the same mistake are changed as one."""
    broken = changed(text, right, wrong)
    found = [edit for edit in repairs_of(broken, errors, "T") if edit.kind == kind]
    assert text in [edit.apply(broken) for edit in found]


def test_one_name_of_the_launch_is_likelier_wrong_than_the_order_of_the_parts():
    """A size was taken for the other one of the same axis."""
    text = "__global__ void k(float *p) { int i = blockIdx.x * gridDim.x + threadIdx.x; p[i] = 1.0f; }"
    texts = [edit.apply(text) for edit in edits_of(SyntaxTree(text, "k"))]
    meant, trick = (
        changed(text, "blockIdx.x * gridDim.x + threadIdx.x", f"{one}.x * {two}.x + {three}.x")
        for one, two, three in (("blockIdx", "blockDim", "threadIdx"), ("threadIdx", "gridDim", "blockIdx"))
    )
    assert texts.index(meant) < texts.index(trick)


KERNEL = """
__global__ void f(const float *A, const float *B, float *C, int M, int K, int N) {
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    const float *p = B;
    for (int t = 0; t < K; t += TILE_WIDTH) {
        int at = t + tx;
        HERE;
    }
}
"""


@pytest.mark.parametrize(
    ("body", "meant", "told"),
    [
        ("if (t) {\n  a[0] = 1;\n}\nb();", "if (t) {\n}\na[0] = 1;\nb();", "statement under a condition"),
        ("if (t)\n  a[0] = 1;\nb();", "if (t)\n  ;\na[0] = 1;\nb();", "statement under a condition"),
        ("if (t) {\n  b();\n}\na[0] = 1;", "if (t) {\n  b();\na[0] = 1;\n}\n", "statement without a condition"),
        ("for (;;) {\n  b();\n  a[0] = 1;\n}\n", "for (;;) {\n  b();\n  }\na[0] = 1;\n", "statement in every turn"),
        ("a[0] = 1;\nfor (;;) {\n  b();\n}\n", "for (;;) {\na[0] = 1;\n  b();\n}\n", "statement done once"),
        ("a[0] = 1;\nb();\nc();\n", "b();\na[0] = 1;\nc();\n", "statement too early"),
        ("b();\nc();\nd();\na[0] = 1;\n", "b();\na[0] = 1;\nc();\nd();\n", "statement too late"),
        ("a[0] = 1;\nb(a);\nc();\n", "b(a);\na[0] = 1;\nc();\n", "changed too early"),
        ("b();\nc(a);\nd();\na[0] = 1;\n", "b();\na[0] = 1;\nc(a);\nd();\n", "set too late"),
    ],
)  # fmt: skip
def test_a_moved_statement_tells_what_it_stands_under(body: str, meant: str, told: str) -> None:
    """A condition, a loop, or nothing but the order of the lines."""
    head = "__global__ void k(int *a, int t) {\n"
    text = f"{head}{body}}}\n"
    edits = (edit for edit in edits_of(SyntaxTree(text, "k")) if edit.kind == "statement moved")
    moved = [edit for edit in edits if any(change.text.strip() == "a[0] = 1;" for change in edit.changes)]
    made = {same(edit.apply(text)): directed(edit, text.encode()) for edit in moved}
    assert made[same(f"{head}{meant}}}\n")] == told


@pytest.mark.parametrize(
    ("kind", "line", "after", "told"),
    [
        ("another variable", "if (row < M && at < «N»)", "K", "limit of another side"),
        ("another variable", "s[0] = A[row * «N» + at]", "K", "row length"),
        ("another variable", "const float *q = A + row * «N»", "K", "row length"),
        ("another variable", "s[0] = A[«tx» * K + at]", "ty", "other axis"),
        ("another variable", "s[0] = B[t * N + «tx»]", "col", "place in the block"),
        ("another variable", "s[«row»] = B[0]", "ty", "place in the grid"),
        ("another variable", "s[0] = A[«row» * K]", "col", "other axis"),
        ("another variable", "s[0] = A[«tx»]", "t", "same in every turn"),
        (
            "another variable",
            "int left = K - t < TILE_WIDTH ? K - t : TILE_WIDTH; while (ty < «TILE_WIDTH»)",
            "left",
            "last piece",
        ),
        ("another variable", "s[0] = A[«at»]", "t", "another variable"),
        ("another variable", "int i = blockIdx.x * «gridDim.x» + threadIdx.x", "blockDim.x", "another built-in"),
        ("another variable", "t += «2»", "t", "step stays the same"),
        ("another number", "v += a[r][k + 3] * b[k + «2»][c]", "3", "unlike its neighbour"),
        ("another number", "v += a[r][k + 1] * b[k + «2»][c]", "3", "another number"),
        ("one more or less", "if («tx» == TILE_WIDTH)", "tx + 1", "compared with one too large"),
        ("one more or less", "if (TILE_WIDTH - 2 == «tx»)", "tx - 1", "compared with one too small"),
        ("one more or less", "if («t» == TILE_WIDTH)", "t + 1", "one too small"),
        ("one more or less", "if (2 * «tx» == TILE_WIDTH)", "tx + 1", "one too small"),
        (
            "another number",
            "at = __shfl_down_sync(~0, at, 1); int lane = tx & 31; if (lane == «31»)",
            "0",
            "lane of the result",
        ),
        (
            "another number",
            "at = __shfl_up_sync(~0, at, 1); int lane = tx & 31; if (lane == «30»)",
            "0",
            "another number",
        ),
        ("term added", "s[0] = B[«t * N + tx»]", "t * N + tx + blockIdx.x * TILE_WIDTH", "same in every block"),
        ("term added", "s[0] = A[«tx»]", "tx + t", "same in every turn"),
        ("operands exchanged", "v += a[«tx * K + t»]", "t * K + tx", "row and column exchanged"),
        (
            "operands exchanged",
            "t = «threadIdx.x * K + blockIdx.x»;",
            "blockIdx.x * K + threadIdx.x",
            "block and thread exchanged",
        ),
        ("operator", "«v = a * b»", "v += a * b", "replaced"),
        ("operator", "«C[row] += v»", "C[row] = v", "added to"),
        ("operator", "«v += fmaf(a, b, v)»", "v = fmaf(a, b, v)", "added again"),
        ("another variable", "«tile»[ty][tx] = 0", "other", "another array"),
        ("guard replaced", "s[0] = «at < K» ? A[at] : 0", "(row < M && at < K)", "condition added"),
        ("guard replaced", "s[0] = «at < K» ? A[at] : 0", "(row < M && at < N)", "guard replaced"),
        ("logic", "if («row < M || col < N»)", "row < M && col < N", "logic too wide"),
        ("another type", "for («unsigned» i = 3; i >= 0; --i)", "int", "never below zero"),
        ("another type", "«int» v = 0", "float", "another type"),
        ("another type", "«unsigned char» v = t", "int", "type too small"),
        ("another step", "«p += TILE_WIDTH»", "p += TILE_WIDTH * N", "step inside a row"),
        ("another step", "«t += TILE_WIDTH»", "t += TILE_WIDTH * gridDim.x", "step of one block"),
    ],
)
def test_what_stands_around_a_change_tells_what_is_wrong(kind: str, line: str, after: str, told: str) -> None:
    """Which of the file's names are sizes, places or turns is read from the file; « and » mark what changes."""
    ahead, changed, behind = re.split("[«»]", line)
    plain, first, last = f"{ahead}{changed}{behind}", len(ahead), len(ahead) + len(changed)
    text = KERNEL.replace("HERE", plain)
    start = text.index(plain) + first
    change = Change(start, start + last - first, after)
    assert directed(Edit(kind=kind, line=9, cost=1, changes=(change,)), text.encode()) == told


@pytest.mark.parametrize(
    ("kind", "before", "after", "told"),
    [
        ("comparison", "i > 1", "i >= 1", "comparison too strict"),
        ("comparison", "p->n <= n", "p->n < n", "comparison too wide"),
        ("comparison", "(a >> 1) < n", "(a >> 1) <= n", "comparison too strict"),
        ("comparison", "i < n", "i > n", "comparison"),
        ("one more or less", "n / 2", "n / 2 + 1", "one too small"),
        ("one more or less", "p * W", "(p - 1) * W", "counter too large"),
        ("another step", "i++", "i += blockDim.x", "step too short"),
        ("another step", "i += blockDim.x * gridDim.x", "i += blockDim.x", "step too long"),
        ("another step", "i += TILE_WIDTH", "i += blockDim.x * gridDim.x", "step of one block"),
        ("another step", "i += blockDim.x", "i += n", "another step"),
        ("another step", "i += n - 1", "i += 1", "another step"),
        ("another variable", "n", "n + 1", "another variable"),
    ],
)
def test_which_way_a_text_is_wrong_is_told_where_it_is_known(kind, before, after, told):
    """Of one change, and of two that go the same way; two that do not are told as before."""
    one = Change(0, len(before), after)
    edit = Edit(kind=kind, line=1, cost=1, changes=(one,))
    assert directed(edit, before.encode()) == told
    back = Change(len(before) + 1, len(before) + 1 + len(after), before)
    both = Edit(kind=f"{kind} twice", line=1, cost=1, changes=(one, back))
    assert directed(both, f"{before}\n{after}".encode()) == f"{kind} twice"


def test_a_second_edit_of_what_the_first_one_wrote_is_a_trick() -> None:
    """But what stood in the source before may hold a mistake of its own, wherever the first one has moved it."""
    source = "x = 1;\ny = n;\n"
    first = Edit(kind="", line=2, cost=1, changes=(Change(0, 6, ""), Change(7, 13, "if (x < n) y = n;")))
    after = first.apply(source)
    at = after.index("< n") + 2
    inside = Edit(kind="", line=2, cost=1, changes=(Change(at, at + 1, "m"),))
    assert inside.follows(first, source)
    assert not inside.follows(first, f"if (x < n) y = n; {source}")
    both = Edit(kind="", line=1, cost=1, changes=(Change(0, 1, "z"), *inside.changes))
    assert not both.follows(first, source)


HEADED = "__global__ void k(float *p)\n{\n"
FEW_LINES = {
    "a name that is declared further down": (
        "    int i = 2 * j;\n    int j = threadIdx.x;\n    p[i] = 0;\n}\n", 3, 'identifier "j" is undefined',
        "    int j = threadIdx.x;\n    int i = 2 * j;\n    p[i] = 0;\n}\n",
    ),
    "another loop's counter": (
        "    for (int i = 0; i < 9; ++d) p[i] = 0;\n    for (int d = 0; d < 9; ++d) p[d] += 1;\n}\n", 3,
        'identifier "d" is undefined',
        "    for (int i = 0; i < 9; ++i) p[i] = 0;\n    for (int d = 0; d < 9; ++d) p[d] += 1;\n}\n",
    ),
    "a copy of what a lambda changes": (
        "    float sum = 0;\n    auto add = [=](int i) { sum += p[i]; };\n    add(0);\n}\n", 4,
        "expression must be a modifiable lvalue",
        "    float sum = 0;\n    auto add = [&](int i) { sum += p[i]; };\n    add(0);\n}\n",
    ),
    "a struct's pointer that may only read": (
        "    struct S { const float *c; };\n    S s = {p};\n    s.c[0] = 1;\n}\n".replace("{ const", "{\n    const"), 6,
        "expression must be a modifiable lvalue",
        "    struct S { float *c; };\n    S s = {p};\n    s.c[0] = 1;\n}\n".replace("{ float", "{\n    float"),
    ),
    "a shuffle without a mask": (
        "    p[0] += __shfl_down_sync(p[0], 4);\n}\n", 3,
        'no instance of overloaded function "__shfl_down_sync" matches',
        "    p[0] += __shfl_down_sync(0xffffffff, p[0], 4);\n}\n",
    ),
    "an atomic operation on a short": (
        "    __shared__ short n[4];\n    atomicAdd(&n[0], 1);\n}\n", 4,
        'no instance of overloaded function "atomicAdd" matches',
        "    __shared__ int n[4];\n    atomicAdd(&n[0], 1);\n}\n",
    ),
    "a variable where its address is meant": (
        "    float one;\n    add(one, 1);\n}\n", 4,
        'a pointer is needed here, and what stands here is a "float" itself',
        "    float one;\n    add(&one, 1);\n}\n",
    ),
    "a template's argument that the launch knows": (
        "    load<blockDim.x>(p);\n}\n", 3, 'no instance of function template "load" matches the argument list',
        "    load<W>(p);\n}\n",
    ),
}  # fmt: skip


BROKEN = {
    name: (changed(TILED, right, wrong), line, message, TILED)
    for name, (right, wrong, line, message) in REPAIRS.items()
}
BROKEN |= {
    name: (HEADED + wrong, line, message, HEADED + right) for name, (wrong, line, message, right) in FEW_LINES.items()
}


@pytest.mark.parametrize("mistake", BROKEN, ids=str)
def test_a_text_that_does_not_compile_has_the_edit_that_makes_it(mistake: str) -> None:
    """From the compiler's line and words alone."""
    broken, line, message, right = BROKEN[mistake]
    repairs = repairs_of(broken, [(line, message)], "TILE_WIDTH" if "TILE_WIDTH" in broken else "W")
    assert len(repairs) <= MOST_REPAIRS
    texts = ["".join(edit.apply(broken).split()) for edit in repairs]
    assert "".join(right.split()) in texts


def test_a_macro_of_several_statements_becomes_one() -> None:
    """An `if` before its name guards all of them then."""
    text = "#define GET(v, a) i = 2; v = a[i]\n__global__ void k(float *p) { int i; if (p) GET(p[0], p); }\n"
    made = {edit.kind: edit.apply(text) for edit in edits_of(SyntaxTree(text, "k"))}
    assert "GET(v, a) do { i = 2; v = a[i]; } while (0)\n" in made["several statements"]


def edit_of(change: Change) -> Edit:
    return Edit(kind="exchanged", line=1, cost=1, changes=(change,))


def test_an_edit_around_what_a_first_one_has_written_is_a_second_mistake() -> None:
    """Only one that writes the same place anew leaves nothing of the first one."""
    text = b"C[col * M + row] = sum;"
    first = edit_of(Change(2, 15, "row * N + col"))
    changed = first.apply(text)
    whole = Change(0, len(changed), "if (col < N) C[row * N + col] = sum;")
    assert edit_of(whole).instead_of(first, changed) is None
    anew = edit_of(Change(2, 15, "row + col * N"))
    alone = anew.instead_of(first, changed)
    assert alone is not None and alone.apply(text) == b"C[row + col * N] = sum;"


@pytest.mark.parametrize(
    ("index", "meant"),
    [("if (w < K) C[w] = A[w];", "if (w < words) C[w] = A[w];"), ("if (s + w < K) C[0] = A[w * n];", "A[(s + w) * n]")],
    ids=["the quotient of a limit", "what a comparison asks for"],
)
def test_what_another_line_counts_is_tried_early(index: str, meant: str) -> None:
    """A limit in larger units, and an index without a part that is asked for, cost less than any other name."""
    head = "__global__ void k(const float *A, float *C, int n, int s, int w, int K) {\n  const int words = K / 4;\n"
    text = f"{head}  {index}\n}}\n"
    edits = EditReading(SyntaxTree(text, "k")).edits({3: 0})
    assert any(meant in edit.apply(text) for edit in edits[:12])
