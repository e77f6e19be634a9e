// Suma de vectores, por trozos
struct Trozo {
    const float *a;
    const float *b;
    const float *c;
    int quedan;
};

__device__ Trozo mi_trozo(const float *x, const float *y, float *z, int n) {
    const int inicio = blockIdx.x * BLOCK;
    Trozo t;
    t.a = x + inicio;
    t.b = y + inicio;
    t.c = z + inicio;
    t.quedan = n - inicio;
    return t;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    Trozo t = mi_trozo(x, y, z, n);
    const int hilo = threadIdx.x;
    if (hilo < t.quedan) t.c[hilo] = t.a[hilo] + t.b[hilo];
}
