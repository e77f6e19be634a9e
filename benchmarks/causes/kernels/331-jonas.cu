// Jonas K., Aufgabe 1

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;

    // hinter dem Ende gibt es nichts zu tun
    if (i > n)
        return;

    z[i] = x[i] + y[i];
}
