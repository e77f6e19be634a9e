#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;
    const int me = ty * TILE_WIDTH + tx;

    // these two walk along the row of tiles of A and down the column of tiles of B
    const float *pa = A + i * K + tx;
    const float *pb = B + ty * N + j;

    float acc = 0.f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        sa[me] = (i < M && tx < left) ? *pa : 0.f;
        sb[me] = (j < N && ty < left) ? *pb : 0.f;
        __syncthreads();

        const float *qa = sa + ty * TILE_WIDTH;
        const float *qb = sb + tx;
        for (int k = 0; k < TILE_WIDTH; ++k) {
            acc += *qa++ * *qb;
            qb += TILE_WIDTH;
        }
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
    }

    if (i < M && j < N)
        C[i * N + j] = acc;
}
