// Compaction with votes of the warps, Siobhan
constexpr int LANES = BLOCK < 32 ? BLOCK : 32;
constexpr int WARPS = BLOCK / LANES;
constexpr unsigned WHOLE = 0xffffffffu >> (32 - LANES);

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int offset[WARPS];
    __shared__ int base;

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % LANES;
    const int warp = threadIdx.x / LANES;

    const int v = i < n ? x[i] : 0;
    const bool keep = v > 0;
    const unsigned votes = __ballot_sync(WHOLE, keep);
    const unsigned below = 1u << lane - 1;
    const int rank = __popc(votes & below);
    if (lane == 0) offset[warp] = __popc(votes);
    __syncthreads();

    if (threadIdx.x == 0) {
        int amount = 0;
        for (int w = 0; w < WARPS; ++w) {
            const int of_this = offset[w];
            offset[w] = amount;
            amount += of_this;
        }
        base = atomicAdd(count, amount);
    }
    __syncthreads();

    if (keep) out[base + offset[warp] + rank] = v;
}
