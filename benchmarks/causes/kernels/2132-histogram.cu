extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local[BINS];

    // step 1: zero
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    // step 2: count
    const int step = gridDim.x * blockDim.x;
    const int *p = data + blockIdx.x * blockDim.x + threadIdx.x;
    const int *stop = data + n;
    while (p < stop) {
        atomicAdd(local + *p, 1);
        p += step;
    }
    __syncthreads();

    // step 3: hand over; empty bins need no atomic
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        int c = local[b];
        if (c == 0)
            break;
        atomicAdd(hist + b, c);
    }
}
