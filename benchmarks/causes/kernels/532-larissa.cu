// soma de vetores com ponteiros

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;

    // cada thread avanca ate ao seu elemento
    x += i;
    y += i;
    z += i;
    *z = *x + y[i];
}
