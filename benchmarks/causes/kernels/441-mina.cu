extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int s[BINS];
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int gam = gridDim.x * blockDim.x;   // گام
    int b;

    b = threadIdx.x;
    while (b < BINS) {
        s[b] = 0;
        b += blockDim.x;
    }
    __syncthreads();

    while (id < n) {
        atomicAdd(&s[data[id]], 1);
        id += gam;
    }
    __syncthreads();

    while (b < BINS) {
        atomicAdd(&hist[b], s[b]);
        b += blockDim.x;
    }
}
