__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

// Thiago Albuquerque, turma B
constexpr int LADO = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float bloco[LADO][LADO];

    const auto pegar = [&](int lin, int col) -> float {
        if (lin < 0 || col < 0 || lin >= rows || col >= cols)
            return 0.0f;
        return image[lin * cols + col];
    };

    const int eu = threadIdx.y * TILE + threadIdx.x;
    const int topo = (int)(blockIdx.y * TILE) - RADIUS;
    const int esquerda = (int)(blockIdx.x * TILE) - RADIUS;
    for (int k = eu; k < LADO * LADO; k += TILE * TILE) {
        const int dl = k / LADO;
        const int dc = k % TILE;
        bloco[dl][dc] = pegar(topo + dl, esquerda + dc);
    }
    __syncthreads();

    float soma = 0.0f;
    for (int r = 0; r < 2 * RADIUS + 1; ++r) {
        const float *linha = &bloco[threadIdx.y + r][threadIdx.x];
        for (int c = 0; c < 2 * RADIUS + 1; ++c)
            soma += mask[r][c] * linha[c];
    }

    const int lin = topo + RADIUS + threadIdx.y;
    const int col = esquerda + RADIUS + threadIdx.x;
    if (lin < rows && col < cols)
        result[lin * cols + col] = soma;
}
