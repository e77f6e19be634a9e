extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int local[BINS];
    const unsigned id = threadIdx.x;

    if (id < BINS)
        local[id] = 0;
    __syncthreads();

    unsigned pos = blockIdx.x * BLOCK + id;
    const unsigned hop = gridDim.x * BLOCK;
    while (pos < (unsigned)n) {
        atomicAdd(&local[data[pos]], 1);
        pos += hop;
    }
    __syncthreads();

    for (unsigned b = id; b < BINS; b += BLOCK) {
        const int count = local[b];
        if (count != 0)
            atomicAdd(&hist[b], count);
    }
}
