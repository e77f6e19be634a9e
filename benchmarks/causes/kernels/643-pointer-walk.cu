#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int me = ty * TILE_WIDTH + tx;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;
    float acc = 0.f;

    for (int left = K; left > 0; left -= TILE_WIDTH) {
        sa[me] = (row < M && tx < left) ? *pa : 0.f;
        sb[me] = (col < N && tx < left) ? *pb : 0.f;
        __syncthreads();

        const float *qa = sa + ty * TILE_WIDTH;
        const float *qb = sb + tx;
        for (int i = TILE_WIDTH; i--; qb += TILE_WIDTH)
            acc += *qa++ * *qb;
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH * N;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
