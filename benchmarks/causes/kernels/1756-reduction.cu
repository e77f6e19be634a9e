extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    part[t] = i < n ? x[i] : 0;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        // what one warp wrote, only this warp reads again
        if (s > 64)
            __syncthreads();
        else
            __syncwarp();
    }

    if (t == 0)
        atomicAdd(sum, part[0]);
}
