// Suma de vectores: cada hilo se ocupa de un solo elemento.

struct Vectores {
    const float *a;
    const float *b;
    float *c;
    int largo;
};

// numero global del hilo
__device__ int mi_indice() {
    return blockIdx.x * gridDim.x + threadIdx.x;
}

__device__ void sumar(const Vectores &v, int pos) {
    float primero = v.a[pos];
    float segundo = v.b[pos];
    v.c[pos] = primero + segundo;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    Vectores v = {x, y, z, n};
    int pos = mi_indice();
    if (pos < v.largo)
        sumar(v, pos);
}
