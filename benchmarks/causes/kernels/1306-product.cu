#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float dalaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float dalaB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int rand = blockIdx.y * TILE_WIDTH + ty;
    int coloana = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + (size_t)rand * K + tx;
    const float *pb = B + (size_t)ty * N + coloana;
    float *pc = C + (size_t)rand * N + coloana;

    const bool areRand = rand < M;
    const bool areColoana = coloana < N;

    float s = 0.0f;
    int ramase = K;     // cate elemente mai sunt de parcurs

    while (ramase > 0) {
        dalaA[ty][tx] = areRand && tx < ramase ? *pa : 0.0f;
        dalaB[ty][tx] = areColoana && ty < ramase ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s += dalaA[ty][k + 0] * dalaB[k + 0][tx];
            s += dalaA[ty][k + 1] * dalaB[k + 1][tx];
            s += dalaA[ty][k + 2] * dalaB[k + 2][tx];
            s += dalaA[ty][k + 3] * dalaB[k + 2][tx];
        }
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH * K;
        ramase -= TILE_WIDTH;
    }

    if (areRand && areColoana)
        *pc = s;
}
