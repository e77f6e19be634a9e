#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// two pointers walk over A and B, one tile a step
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + r * K + tx;
    const float *pb = B + ty * N + c;
    const int stepB = TILE_WIDTH * N;

    int restA = r < M ? K - (int)tx : 0;   // how many columns of A are still ahead
    int restB = c < N ? K - (int)ty : 0;
    float s = 0.0f;

    for (int todo = K; todo > 0; todo -= TILE_WIDTH) {
        tileA[ty][tx] = restA > 0 ? *pa : 0.0f;
        tileB[ty][tx] = restB > 0 ? *pb : 0.0f;
        __syncwarp();

        const float *x = &tileA[ty][0];
        const float *y = &tileB[0][tx];
        for (int n = 0; n < TILE_WIDTH; ++n, ++x, y += TILE_WIDTH)
            s += *x * *y;

        __syncthreads();
        pa += TILE_WIDTH;
        pb += stepB;
        restA -= TILE_WIDTH;
        restB -= TILE_WIDTH;
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}
