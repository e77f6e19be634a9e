extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int marks[2][BLOCK];
    __shared__ int place;

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    int value = 0;
    if (i < n)
        value = x[i];
    bool keep = value > 0;

    int now = 0;
    marks[now][t] = keep;
    __syncthreads();

    for (int d = 1; d < BLOCK; d <<= 1) {
        int s = marks[now][t];
        if (t >= d)
            s += marks[now][t - d];
        now = 1 - now;
        marks[now][t] = s;
        __syncthreads();
    }

    if (t == 0)
        place = atomicAdd(count, marks[0][BLOCK - 1]);
    __syncthreads();

    if (keep)
        out[place + marks[now][t] - 1] = value;
}
