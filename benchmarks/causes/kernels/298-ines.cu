extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int local[BINS];
    int hilo = threadIdx.x;

    // poner a cero
    if (hilo < BINS) local[hilo] = 0;
    __syncthreads();

    // contar
    int paso = BLOCK * gridDim.x;
    for (int i = blockIdx.x * BLOCK + hilo; i < n; i += paso) {
        int cubo = data[i];
        atomicAdd(&local[cubo], 1);
    }
    __syncthreads();

    // sumar al histograma global
    for (int b = hilo; b < BINS; b += BLOCK) {
        if (local[b] > 0) atomicAdd(&hist[b], local[b]);
    }
}
