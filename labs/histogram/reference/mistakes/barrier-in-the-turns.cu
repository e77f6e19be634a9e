// mistake: A barrier in a loop that not all threads go round equally often
// group: phases
// expect: barrier-divergence early-exit
// hint: barrier-in-condition barrier-apart return-before-barrier
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK) {
        atomicAdd(&own[data[i]], 1);
        __syncthreads();  // HERE
    }
    __syncthreads();  // HERE
    for (int bin = t; bin < BINS; bin += BLOCK)
        atomicAdd(&hist[bin], own[bin]);
}
