class BlockCounts {
    int *c;

public:
    __device__ explicit BlockCounts(int *where) : c(where) {
        for (int i = threadIdx.x; i < BINS; i += BLOCK)
            c[i] = 0;
        __syncthreads();
    }

    __device__ void see(int value) { atomicAdd(&c[value], 1); }

    __device__ void giveTo(int *hist) {
        __syncthreads();
        for (int i = threadIdx.x; i < BINS; i += BLOCK)
            if (c[i] > 0)
                hist[i] += c[i];
    }
};

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int room[BINS];
    BlockCounts counts(room);

    int threads = BLOCK * gridDim.x;
    int i = BLOCK * blockIdx.x + threadIdx.x;
    for (; i < n; i += threads)
        counts.see(data[i]);

    counts.giveTo(hist);
}
