extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cell[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    int v = 0;
    if (i < n) v = x[i];
    cell[t] = v;
    __syncthreads();

    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half) {
            cell[t] += cell[t + half];
        }
        if (half > 32) __syncthreads();   // the rest is one warp, it runs in step
    }

    if (t == 0) atomicAdd(sum, cell[0]);
}
