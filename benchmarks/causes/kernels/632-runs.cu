extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int own[BINS];
    for (int k = threadIdx.x; k < BINS; k += blockDim.x) own[k] = 0;
    __syncthreads();

    // equal values that come one after the other are added with one atomicAdd
    int last = -1;
    int run = 0;
    const int everyone = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += everyone) {
        const int now = data[i];
        if (now == last) {
            ++run;
            continue;
        }
        if (run > 0) atomicAdd(&own[last], run);
        last = now;
        run = 0;
    }
    if (run > 0) atomicAdd(&own[last], run);
    __syncthreads();

    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        if (own[k]) atomicAdd(&hist[k], own[k]);
}
