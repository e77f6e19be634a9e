#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // tek bir dizi, iki parça: önce A'nın karosu, sonra B'ninki
    __shared__ float depo[2 * TILE_WIDTH * TILE_WIDTH];
    float *As = depo;
    float *Bs = depo + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int yer = ty * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (K - 1) / TILE_WIDTH + 1;

    for (int p = 0; p < phases; ++p) {
        int c = p * TILE_WIDTH + tx;
        int r = p * TILE_WIDTH + ty;
        As[yer] = (row < M && c < K) ? A[row * K + c] : 0.0f;
        Bs[yer] = (r < K && col < N) ? B[r * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
