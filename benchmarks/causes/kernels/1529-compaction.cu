extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int begin[BLOCK / 32 + 1];      // how many the warps before have
    int base;

    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    const int v = x[i];
    const bool good = v > 0 && i < n;

    const unsigned votes = __ballot_sync(0xffffffffu, good);
    const int before = __popc(votes & ((1u << lane) - 1u));
    if (lane == 0)
        begin[warp] = __popc(votes);
    __syncthreads();

    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < BLOCK / 32; w++) {
            const int c = begin[w];
            begin[w] = total;
            total += c;
        }
        base = atomicAdd(count, total);
    }
    __syncthreads();

    if (good)
        out[base + begin[warp] + before] = v;
}
