#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Fliser
{
  float a[TILE_WIDTH][TILE_WIDTH];
  float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  Fliser flis;

  const auto hent = [](const float *m, int r, int k, int hoyde, int bredde) {
    return (r < hoyde && k < bredde) ? m[r * bredde + k] : 0.0f;
  };

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int rad = blockIdx.y * TILE_WIDTH + ty;
  const int kol = blockIdx.x * TILE_WIDTH + tx;

  float resultat = 0.0f;

  for (int forskyv = 0; forskyv < K; forskyv += TILE_WIDTH)
  {
    flis.a[ty][tx] = hent(A, rad, forskyv + tx, M, K);
    flis.b[ty][tx] = hent(B, forskyv + ty, kol, K, N);
    __syncthreads();

    for (int k = 0; k < TILE_WIDTH; ++k)
      resultat += flis.a[ty][k] * flis.b[k][tx];
    __syncthreads();
  }

  if (rad < M && kol < N)
    C[rad * N + kol] = resultat;
}
