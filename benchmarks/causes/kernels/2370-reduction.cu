// Sum of an array. Each block folds its own piece, thread 0 delivers it.

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cell[BLOCK];

    const int me = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + me;

    // elements behind the end do not change a sum
    int mine = 0;
    if (i < n)
        mine = x[i];
    cell[me] = mine;
    __syncthreads();

    int half = BLOCK / 2;
    while (half > 1) {
        if (me < half) {
            mine += cell[me + half];
            cell[me] = mine;
        }
        half = half / 2;
        __syncthreads();
    }

    if (me == 0)
        atomicAdd(sum, mine);
}
