extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[2][BLOCK];
    int place = 0;
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int mine = 0, cur = 0;

    if (i < n)
        mine = x[i];
    marks[cur][t] = mine > 0 ? 1 : 0;
    __syncthreads();

    for (int gap = 1; gap < BLOCK; gap <<= 1) {
        int v = marks[cur][t];
        if (t >= gap)
            v += marks[cur][t - gap];
        cur ^= 1;
        marks[cur][t] = v;
        __syncthreads();
    }

    // the last thread knows the block's number
    if (t == BLOCK - 1)
        place = atomicAdd(count, marks[cur][t]);
    __syncthreads();

    int before = t ? marks[cur][t - 1] : 0;
    if (mine > 0)
        out[place + before] = mine;
}
