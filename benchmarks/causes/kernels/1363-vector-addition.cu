// Ein Faden, ein Element.
struct Platz {
    int nummer;
    int grenze;
    __device__ bool gueltig() const { return nummer < grenze; }
};

__device__ Platz mein_platz(int grenze) {
    Platz p;
    p.nummer = blockIdx.x * gridDim.x + threadIdx.x;
    p.grenze = grenze;
    return p;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const Platz p = mein_platz(n);
    if (p.gueltig())
        z[p.nummer] = x[p.nummer] + y[p.nummer];
}
