// Sum of all elements: a tree per block, then one atomicAdd.

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];

    int tid = threadIdx.x;
    int gid = blockIdx.x * BLOCK + tid;

    // threads past the end bring a zero
    if (gid < n)
        part[tid] = x[gid];
    else
        part[tid] = 0;
    __syncthreads();

    // halve the number of working threads each round
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
    }
    __syncthreads();

    // only the first thread talks to global memory
    if (tid == 0)
        atomicAdd(sum, part[0]);
}
