constexpr int LANES = BLOCK < 32 ? BLOCK : 32;
constexpr int WARPS = BLOCK / LANES;
constexpr unsigned EVERYBODY = 0xffffffffu >> (32 - LANES);

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int where[WARPS];       // first how many a warp keeps, then where it stores

    const unsigned lane = threadIdx.x % LANES;
    const unsigned warp = threadIdx.x / LANES;
    const int i = BLOCK * blockIdx.x + threadIdx.x;

    const int element = i < n ? x[i] : -1;
    const bool good = element > 0;

    const unsigned votes = __ballot_sync(EVERYBODY, good);
    const int before = __popc(votes >> lane);
    if (lane == 0) where[warp] = __popc(votes);
    __syncthreads();

    if (threadIdx.x == 0) {
        int total = 0;
        for (int w = 0; w < WARPS; w++) total += where[w];
        int place = atomicAdd(count, total);
        for (int w = 0; w < WARPS; w++) {
            int amount = where[w];
            where[w] = place;
            place += amount;
        }
    }
    __syncthreads();

    if (good) out[where[warp] + before] = element;
}
