extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];

    // clear
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    // every block has a part of its own
    int part = n / gridDim.x;
    int from = blockIdx.x * part;
    int to = min(from + part, n);
    for (int i = from + threadIdx.x; i < to; i += blockDim.x)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();

    // collect
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], mine[b]);
}
