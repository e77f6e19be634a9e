// Naql al-masfufa (transpose) -- Yousef Haddad
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float bilat[TILE][TILE + 1];
    const unsigned tx = threadIdx.x;
    const unsigned ty = threadIdx.y;

    auto dakhil = [](unsigned r, unsigned c, unsigned h, unsigned w) { return r < h && c < w; };

    const unsigned saff  = blockIdx.y * TILE;   // awwal saff
    const unsigned amud  = blockIdx.x * TILE;   // awwal amud

    if (dakhil(saff + ty, amud + tx, rows, cols))
        bilat[ty][tx] = a[(saff + ty) * cols + (amud + tx)];

    if (dakhil(amud + ty, saff + tx, rows, cols))
        b[(amud + ty) * rows + (saff + tx)] = bilat[tx][ty];
}
