// each thread keeps its running sum in a register as well
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[blockDim.x];
    const int me = threadIdx.x;
    const int at = blockDim.x * blockIdx.x + me;
    int value = 0;
    if (at < n)
        value = x[at];
    part[me] = value;
    __syncthreads();

    int active = blockDim.x / 2;
    while (active > 0) {
        if (me < active) {
            value += part[me + active];
            part[me] = value;
        }
        __syncthreads();
        active = active / 2;
    }
    if (me == 0)
        atomicAdd(sum, value);
}
