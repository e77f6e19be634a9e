// Addition zweier Vektoren, mit Zeigern statt Indizes

__device__ __forceinline__ int addiere(float links, float rechts) {
    return links + rechts;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const unsigned nummer = blockIdx.x * BLOCK + threadIdx.x;
    if (nummer < (unsigned)n) {
        const float *px = x + nummer;
        const float *py = y + nummer;
        float *ziel = z + nummer;
        *ziel = addiere(*px, *py);
    }
}
