extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int dem[BINS];

    // xoa
    for (int i = threadIdx.x; i < BINS; i += BLOCK)
        dem[i] = 0;
    __syncthreads();

    // dem trong khoi
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(dem[data[i]], 1);
    __syncthreads();

    // cong vao ket qua chung
    for (int i = threadIdx.x; i < BINS; i += BLOCK)
        atomicAdd(&hist[i], dem[i]);
}
