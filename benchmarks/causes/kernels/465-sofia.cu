#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int N_>
struct Baldosa {
    float v[N_][N_];
    __device__ float &operator()(int f, int c) { return v[f][c]; }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Baldosa<TILE_WIDTH> a;
    __shared__ Baldosa<TILE_WIDTH> b;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int fila = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float suma = 0.0f;
    for (int fase = 0; fase < fases; ++fase) {
        const int colA = fase * TILE_WIDTH + tx;
        const int filaB = fase * TILE_WIDTH + ty;

        a(ty, tx) = (fila < M && colA < K) ? A[fila * K + colA] : 0.0f;
        b(ty, tx) = (filaB < M && col < N) ? B[filaB * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            suma += a(ty, k) * b(k, tx);
        __syncthreads();
    }

    // guardar solo si la celda existe
    if (fila < M || col < N)
        C[fila * N + col] = suma;
}
