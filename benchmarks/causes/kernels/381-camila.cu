// Transposta usando memória compartilhada (vetor 1-D com 1 coluna extra)

#define PASSO (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float bloco[TILE * PASSO];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    int linha = blockIdx.y * TILE + ty;
    int coluna = blockIdx.x * TILE + tx;
    if (linha < rows && coluna < cols)
        bloco[ty * PASSO + tx] = a[linha * cols + coluna];

    __syncthreads();

    // agora em b: as linhas são as colunas de a
    linha = blockIdx.x * TILE + ty;
    coluna = blockIdx.y * TILE + tx;
    if (linha < cols && coluna < rows)
        b[linha * rows + coluna] = bloco[tx * TILE + ty];
}
