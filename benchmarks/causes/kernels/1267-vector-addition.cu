// Suma de vectores - Lucía Ferreyra, comisión 3

__device__ __forceinline__ int indiceGlobal() {
    const int bloque = blockIdx.x;
    const int hilo = threadIdx.x;
    return bloque * gridDim.x + hilo;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int yo = indiceGlobal();
    if (yo >= n)
        return;
    const float *px = x + yo;
    const float *py = y + yo;
    z[yo] = *px + *py;
}
