#define FIRST (blockIdx.x * BLOCK)

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const float *px = x + FIRST;
    const float *py = y + FIRST;
    float *pz = z + FIRST;

    if (FIRST + BLOCK > n) return;

    pz[threadIdx.x] = px[threadIdx.x] + py[threadIdx.x];
}
