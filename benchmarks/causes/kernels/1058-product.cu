#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned int uint32;

// van achter naar voren door K, twee accumulatoren (even / oneven k)
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
   __shared__ float tegelA[TILE_WIDTH][TILE_WIDTH];
   __shared__ float tegelB[TILE_WIDTH][TILE_WIDTH];

   const uint32 hoogte = M, diepte = K, breedte = N;
   const uint32 x = threadIdx.x;
   const uint32 y = threadIdx.y;
   const uint32 rij   = blockIdx.y * TILE_WIDTH + y;
   const uint32 kolom = blockIdx.x * TILE_WIDTH + x;
   const uint32 fasen = (diepte + TILE_WIDTH - 1) / TILE_WIDTH;

   float even = 0.f, oneven = 0.f;

   for (uint32 f = fasen - 1; f >= 0; --f)
   {
      const uint32 ka = f * TILE_WIDTH + x;
      const uint32 kb = f * TILE_WIDTH + y;

      tegelA[y][x] = rij < hoogte && ka < diepte ? A[(size_t)rij * diepte + ka] : 0.f;
      tegelB[y][x] = kb < diepte && kolom < breedte ? B[(size_t)kb * breedte + kolom] : 0.f;
      __syncthreads();

      for (uint32 k = 0; k < TILE_WIDTH; k += 2)
      {
         even   += tegelA[y][k]     * tegelB[k][x];
         oneven += tegelA[y][k + 1] * tegelB[k + 1][x];
      }
      __syncthreads();
   }

   if (rij < hoogte && kolom < breedte)
      C[(size_t)rij * breedte + kolom] = even + oneven;
}
