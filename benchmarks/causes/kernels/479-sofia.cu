// Sofia: dos histogramas por bloque, uno para los warps pares y otro para los impares
template <int COPIAS>
struct Cuentas {
    int c[COPIAS][BINS];
};

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ Cuentas<2> cuentas;

    const int t = threadIdx.x;
    const int copia = (t / 32) % 2;

    for (int b = t; b < BINS; b += BLOCK) {
        cuentas.c[0][b] = 0;
        cuentas.c[1][b] = 0;
    }
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&cuentas.c[copia][data[i]], 1);
    __syncthreads();

    for (int b = t; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], cuentas.c[0][b] + cuentas.c[0][b]);
}
