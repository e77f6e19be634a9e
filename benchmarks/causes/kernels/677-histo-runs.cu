// equal neighbours are counted in a register first
extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int bins[BINS];
    int b = threadIdx.x;
    while (b < BINS) {
        bins[b] = 0;
        b += BLOCK;
    }
    __syncthreads();

    int last = 0, run = 0;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    while (i < n) {
        int d = data[i];
        if (d != last) {
            if (run > 0) atomicAdd(&bins[last], run);
            last = d;
            run = 0;
        }
        run++;
        i += gridDim.x * BLOCK;
    }
    __syncthreads();

    b = threadIdx.x;
    while (b < BINS) {
        atomicAdd(&hist[b], bins[b]);
        b += BLOCK;
    }
}
