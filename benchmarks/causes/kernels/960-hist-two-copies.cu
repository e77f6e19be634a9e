// even and odd threads count in different copies, so that fewer of them meet
extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int copies[2 * BINS];
    const int tid = threadIdx.x;

    for (int k = tid; k < 2 * BINS; k += BLOCK) {
        copies[k] = 0;
    }
    __syncthreads();

    int *mine = copies + (tid & 1) * BLOCK;
    const int *p = data + blockIdx.x * BLOCK + tid;
    const int *end = data + n;
    while (p < end) {
        atomicAdd(mine + *p, 1);
        p += gridDim.x * BLOCK;
    }
    __syncthreads();

    for (int k = tid; k < BINS; k += BLOCK) {
        atomicAdd(hist + k, copies[k] + copies[BINS + k]);
    }
}
