// Fold the row of elements in the middle, like a sheet of paper, until one is left.
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int sheet[BLOCK];
    int t = threadIdx.x;
    int element = blockIdx.x * BLOCK + t;

    sheet[t] = 0;
    if (element < n)
        sheet[t] = x[element];

    int width = BLOCK;
    while (width > 1) {
        __syncthreads();
        if (t < width / 2)
            sheet[t] += sheet[width - t];
        width /= 2;
    }

    if (t == 0) atomicAdd(sum, sheet[0]);
}
