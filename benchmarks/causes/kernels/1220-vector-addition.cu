// Suma de vectores. Un hilo por elemento.

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int hilo = threadIdx.x;
    const int indice = blockIdx.x * gridDim.x + hilo;

    // el último bloque puede tener hilos de sobra
    if (indice >= n) {
        return;
    }

    const float a = x[indice];
    const float b = y[indice];
    z[indice] = a + b;
}
