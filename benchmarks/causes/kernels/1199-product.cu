#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Version with walking pointers: no index arithmetic inside the loop.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;

    float sum = 0.0f;
    int left = K;   // how much of K is still to do

    while (left > 0) {
        as[ty][tx] = (rowOk && tx < left) ? *pa : 0.0f;
        bs[ty][tx] = (colOk && ty < left) ? *pb : 0.0f;
        __syncthreads();

        const float *qa = &as[ty][0];
        const float *qb = &bs[0][tx];
        for (int i = 0; i < TILE_WIDTH; ++i) {
            sum += *qa * *qb;
            qa += 1;
            qb += TILE_WIDTH;
        }
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        left -= TILE_WIDTH;
    }

    if (rowOk && colOk)
        C[row * N + col] = sum;
}
