// The scan by warps: a ballot tells each lane who before it keeps its element.

#define NWARPS ((BLOCK + 31) / 32)

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int begin[NWARPS];      // how many each warp keeps, then where it begins
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    const int v = i < n ? x[i] : -1;
    const unsigned votes = __ballot_sync(0xffffffffu, v > 0);
    if (lane == 0)
        begin[warp] = __popc(votes);
    __syncthreads();

    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < NWARPS; ++w)
            total += begin[w];
        int next = *count;
        *count = next + total;
        for (int w = 0; w < NWARPS; ++w) {
            int kept = begin[w];
            begin[w] = next;
            next += kept;
        }
    }
    __syncthreads();

    if (v > 0)
        out[begin[warp] + __popc(votes & ((1u << lane) - 1))] = v;
}
