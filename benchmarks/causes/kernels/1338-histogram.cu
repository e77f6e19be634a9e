// Гистограмма, сначала в общей памяти блока
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int korob[BINS];
    const int t = threadIdx.x;
    const int *const konec = data + n;
    int b = t;

    while (b < BINS) {
        korob[b] = 0;
        b += BLOCK;
    }
    __syncthreads();

    for (const int *p = data + blockIdx.x * BLOCK + t; p < konec; p += gridDim.x * BLOCK)
        atomicAdd(korob + *p, 1);
    __syncthreads();

    while (b < BINS) {
        atomicAdd(hist + b, korob[b]);
        b += BLOCK;
    }
}
