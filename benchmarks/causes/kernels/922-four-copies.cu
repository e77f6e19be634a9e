#define COPIES 4
#define COUNTER(bin, copy) counters[(bin) * COPIES + (copy)]

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int counters[BINS * COPIES];
    const int tid = threadIdx.x;
    const int copy = tid % COPIES;

    for (int k = tid; k < BINS; k += blockDim.x)
        counters[k] = 0;
    __syncthreads();

    int at = blockIdx.x * blockDim.x + tid;
    while (at < n) {
        atomicAdd(&COUNTER(data[at], copy), 1);
        at += blockDim.x * gridDim.x;
    }
    __syncthreads();

    for (int bin = tid; bin < BINS; bin += blockDim.x) {
        int total = 0;
        for (int c = 0; c < COPIES; c++)
            total += COUNTER(bin, c);
        if (total)
            atomicAdd(hist + bin, total);
    }
}
