#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// A is fetched by float4 where its rows are aligned for that.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int lin = ty * TILE_WIDTH + tx;

    const int perRow = TILE_WIDTH / 4;
    const bool vec = (N % 4 == 0);

    float acc;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (vec) {
            if (lin < TILE_WIDTH * perRow) {
                const int r = lin / perRow;
                const int c = lin % perRow * 4;
                const int gr = blockIdx.y * TILE_WIDTH + r;
                float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
                if (gr < M && k0 + c < K)
                    v = *reinterpret_cast<const float4 *>(A + gr * K + k0 + c);
                As[r][c + 0] = v.x;
                As[r][c + 1] = v.y;
                As[r][c + 2] = v.z;
                As[r][c + 3] = v.w;
            }
        } else {
            As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        }
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
