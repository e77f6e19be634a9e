extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    // indice global del hilo
    unsigned int bloque = blockIdx.x;
    unsigned int hilo = threadIdx.x;
    int i = (int)(bloque * BLOCK + hilo);

    if (i > n) return;   // este hilo sobra

    float suma = x[i];
    suma += y[i];
    z[i] = suma;
}
