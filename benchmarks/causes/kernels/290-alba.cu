extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int datos[BLOCK];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    // cada hilo trae un elemento
    datos[tid] = (i < n) ? x[i] : -1;
    __syncthreads();

    unsigned int s = blockDim.x >> 1;
    while (s > 0) {
        if (tid < s) {
            datos[tid] += datos[tid + s];
        }
        __syncthreads();
        s >>= 1;
    }

    // el hilo 0 tiene la suma del bloque
    if (tid == 0) {
        atomicAdd(sum, datos[0]);
    }
}
