// Scorro i vettori con i puntatori, a passi della griglia intera
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    int passo = gridDim.x * BLOCK;
    const float *p = x + t, *q = y + t, *fine = x + n;
    float *w = z + t;
    while (p <= fine) {
        *w = *p + *q;
        p += passo; q += passo; w += passo;
    }
}
