#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ inline int lastMultiple(int n) { return (n + TILE_WIDTH - 1) / TILE_WIDTH * TILE_WIDTH; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ma[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Mb[TILE_WIDTH][TILE_WIDTH];

    const int u = threadIdx.x;
    const int v = threadIdx.y;
    const int ci = blockIdx.y * TILE_WIDTH + v;
    const int cj = blockIdx.x * TILE_WIDTH + u;
    const int end = lastMultiple(K);

    float sum = 0.0f;
    for (int k0 = 0; k0 < end; k0 += TILE_WIDTH) {
        if (ci < M && k0 + u < K) {
            Ma[v][u] = A[ci * K + k0 + u];
        } else {
            Ma[v][u] = 0.0f;
        }

        if (cj < N && k0 + v <= K) {
            Mb[v][u] = B[(k0 + v) * N + cj];
        } else {
            Mb[v][u] = 0.0f;
        }

        __syncwarp();   // loads done

        #pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += Ma[v][k] * Mb[k][u];
        }

        __syncthreads();   // products done
    }

    if (ci < M && cj < N) {
        C[ci * N + cj] = sum;
    }
}
