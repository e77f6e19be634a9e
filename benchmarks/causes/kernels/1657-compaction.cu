extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int marks[BLOCK];
    __shared__ int place;

    const int tid = threadIdx.x;
    const int i = tid + blockIdx.x * blockDim.x;

    const int v = (i < n) ? x[i] : 0;
    const bool keep = v > 0;

    int upto = keep ? 1 : 0;
    marks[tid] = upto;
    __syncthreads();

    for (int step = 1; step < BLOCK; step += step)
    {
        const int left = (tid >= step) ? marks[tid - step] : 0;
        __syncthreads();
        upto += left;
        marks[tid] = upto;
        __syncthreads();
    }

    // the last thread knows how many there are
    if (tid == BLOCK - 1)
        place = atomicAdd(count, upto);

    if (keep)
        out[place + upto - 1] = v;
}
