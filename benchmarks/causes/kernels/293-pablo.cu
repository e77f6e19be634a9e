// Hillis-Steele con dos buffers: se lee de uno y se escribe en el otro

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int in = 0, out = 1;

    buf[in][t] = (i < n) ? x[i] : 0;
    __syncthreads();

    for (int salto = 1; salto < BLOCK; salto *= 2) {
        if (t >= salto)
            buf[out][t] = buf[in][t] + buf[in][t - salto];
        else
            buf[out][t] = buf[in][t];
        __syncthreads();
        in = out;
        out = 1 - in;
    }

    if (i < n) y[i] = buf[in][t];
    if (t == BLOCK - 1) sums[blockIdx.x] = buf[in][t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int in = 0, out = 1;

    buf[in][t] = (t < blocks) ? sums[t] : 0;
    __syncthreads();

    for (int salto = 1; salto < BLOCK; salto *= 2) {
        if (t >= salto)
            buf[out][t] = buf[in][t] + buf[in][t - salto];
        else
            buf[out][t] = buf[in][t];
        __syncthreads();
        in = out;
        out = 1 - in;
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int anterior = (blockIdx.x > 0) ? sums[blockIdx.x - 1] : 0;
    if (i < n) y[i] = y[i] + anterior;
}
