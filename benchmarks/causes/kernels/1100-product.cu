#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Csempe[TILE_WIDTH][TILE_WIDTH];

__device__ float betolt(const float *m, int sor, int oszlop, int sorok, int oszlopok)
{
  if (sor < sorok && oszlop < oszlopok)
    return m[sor * oszlopok + oszlop];
  return 0.0f;
}

// egy csempepár szorzata, hozzáadva az összeghez
__device__ void szoroz(const Csempe a, const Csempe b, float osszeg)
{
  for (int i = 0; i < TILE_WIDTH; ++i)
    osszeg += a[threadIdx.y][i] * b[i][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ Csempe a;
  __shared__ Csempe b;

  const int sor = blockIdx.y * TILE_WIDTH + threadIdx.y;
  const int oszlop = blockIdx.x * TILE_WIDTH + threadIdx.x;
  float osszeg = 0.0f;

  for (int kezdet = 0; kezdet < K; kezdet += TILE_WIDTH)
  {
    a[threadIdx.y][threadIdx.x] = betolt(A, sor, kezdet + threadIdx.x, M, K);
    b[threadIdx.y][threadIdx.x] = betolt(B, kezdet + threadIdx.y, oszlop, K, N);
    __syncthreads();
    szoroz(a, b, osszeg);
    __syncthreads();
  }

  if (sor < M && oszlop < N)
    C[sor * N + oszlop] = osszeg;
}
