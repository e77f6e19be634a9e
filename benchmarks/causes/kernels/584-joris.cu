// Joris: warp per rij
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warpsPerBlok = BLOCK / 32;
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x & 31;
    const int rij = blockIdx.x * warpsPerBlok + warp;
    if (rij < rows) {
        const int begin = starts[rij];
        const int einde = begin + starts[rij + 1];
        float som = 0.0f;
        for (int k = begin + lane; k < einde; k += 32)
            som += values[k] * x[columns[k]];
        // vlinder: daarna heeft iedere lane de hele som
        for (int stap = 1; stap < 32; stap *= 2)
            som += __shfl_xor_sync(0xffffffff, som, stap);
        if (lane == 0)
            y[rij] = som;
    }
}
