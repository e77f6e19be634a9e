extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];

    int t = threadIdx.x;

    if (t < BINS)
        bins[t] = 0;
    __syncthreads();

    const int *p = data + blockIdx.x * BLOCK + t;
    const int *end = data + n;
    const int step = gridDim.x * BLOCK;

    while (p < end) {
        atomicAdd(bins + *p, 1);
        p += step;
    }
    __syncthreads();

    for (int b = t; b < BINS; b += BLOCK) {
        int c = bins[b];
        if (c != 0)
            atomicAdd(hist + b, c);
    }
}
