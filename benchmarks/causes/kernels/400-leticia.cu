// Convolução 5x5 com memória compartilhada

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int LADO = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float janela[LADO][LADO];

    const int linha0 = blockIdx.y * TILE - RADIUS;
    const int coluna0 = blockIdx.x * TILE - RADIUS;

    // cada thread carrega até 4 elementos
    for (int i = threadIdx.y; i < LADO; i += TILE) {
        for (int j = threadIdx.x; j < LADO; j += TILE) {
            const int l = linha0 + i;
            const int c = coluna0 + j;
            const bool dentro = (l >= 0) && (l < rows) && (c >= 0) && (c < cols);
            janela[i][j] = dentro ? image[l * cols + c] : 0.0f;
        }
    }
    __syncthreads();

    const int linha = linha0 + RADIUS + threadIdx.y;
    const int coluna = coluna0 + RADIUS + threadIdx.x;
    if (linha >= rows || coluna >= cols)
        return;

    float soma = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            soma += mask[2 * RADIUS - r][2 * RADIUS - c] * janela[threadIdx.y + r][threadIdx.x + c];
    result[linha * cols + coluna] = soma;
}
