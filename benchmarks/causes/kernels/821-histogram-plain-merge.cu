// Histogram of ints, block-private counters

struct Counters {
    unsigned int c[BINS];

    __device__ void clear() {
        for (int k = threadIdx.x; k < BINS; k += BLOCK) c[k] = 0u;
    }
    __device__ void hit(int value) {
        atomicInc(&c[value], 0xffffffffu);
    }
    __device__ void addTo(int *target) const {
        for (int k = threadIdx.x; k < BINS; k += BLOCK) target[k] += (int)c[k];
    }
};

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ Counters mine;

    mine.clear();
    __syncthreads();

    const int total = BLOCK * gridDim.x;
    for (int i = threadIdx.x + BLOCK * blockIdx.x; i < n; i += total)
        mine.hit(data[i]);
    __syncthreads();

    mine.addTo(hist);
}
