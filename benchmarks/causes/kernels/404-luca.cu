#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float a[TILE_WIDTH][TILE_WIDTH], b[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * TILE_WIDTH + ty, c = blockIdx.x * TILE_WIDTH + tx;
    float s = 0;
    const float *pa = A + r * K + tx, *pb = B + ty * N + c;
    int resto = K;   // quante colonne di A mancano ancora
    while (resto > 0) {
        a[ty][tx] = r < M && tx < resto ? *pa : 0;
        resto -= TILE_WIDTH;
        b[ty][tx] = ty < resto && c < N ? *pb : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) s += a[ty][k] * b[k][tx];
        pa += TILE_WIDTH; pb += TILE_WIDTH * N;
        __syncthreads();
    }
    if (r < M && c < N) C[r * N + c] = s;
}
