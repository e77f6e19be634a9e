extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local_hist[BINS];

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        local_hist[bin] = 0;
    }
    __syncthreads();

    // in every round each worker takes one element
    int workers = gridDim.x * blockDim.x;
    int worker = blockIdx.x * blockDim.x + threadIdx.x;
    int rounds = n / workers;

    for (int round = 0; round < rounds; round++) {
        int i = round * workers + worker;
        if (i < n) {
            atomicAdd(&local_hist[data[i]], 1);
        }
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        if (local_hist[bin] > 0) {
            atomicAdd(&hist[bin], local_hist[bin]);
        }
    }
}
