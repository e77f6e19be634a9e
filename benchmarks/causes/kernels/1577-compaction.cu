#define ALL 0xffffffffu

// kept elements of the lanes before this one
__device__ int before(unsigned votes, int lane)
{
    return __popc(votes & (ALL >> (31 - lane)));
}

extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int places[BLOCK / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    int v = 0;
    unsigned votes = 0;
    if (i < n) {
        v = x[i];
        votes = __ballot_sync(ALL, v > 0);
    }
    if (lane == 0)
        places[warp] = __popc(votes);
    __syncthreads();

    // counts become places: one thread walks over the few warps
    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < BLOCK / 32; w++)
            total += places[w];
        int next = atomicAdd(count, total);
        for (int w = 0; w < BLOCK / 32; w++) {
            int c = places[w];
            places[w] = next;
            next += c;
        }
    }
    __syncthreads();

    if (v > 0)
        out[places[warp] + before(votes, lane)] = v;
}
