// Willem: stappen verdubbelen; in scan_sums alleen zoveel als er blokken zijn
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int deel[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int waarde = 0;
    if (i < n)
        waarde = x[i];
    deel[t] = waarde;
    __syncthreads();
    for (int stap = 1; stap < BLOCK; stap *= 2) {
        if (t >= stap)
            waarde += deel[t - stap];
        __syncthreads();
        deel[t] = waarde;
        __syncthreads();
    }
    if (i < n)
        y[i] = waarde;
    if (t == BLOCK - 1)
        sums[blockIdx.x] = waarde;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int deel[BLOCK];
    int t = threadIdx.x;
    int waarde = t < blocks ? sums[t] : 0;
    deel[t] = waarde;
    __syncthreads();
    for (int stap = 1; stap <= blocks / 2; stap *= 2) {
        if (t >= stap)
            waarde += deel[t - stap];
        __syncthreads();
        deel[t] = waarde;
        __syncthreads();
    }
    if (t < blocks)
        sums[t] = waarde;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
