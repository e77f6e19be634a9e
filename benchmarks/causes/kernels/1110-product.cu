#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
   // A karosu devrik (transpoze) tutuluyor; satir araligi banka cakismasin diye bir fazla
   constexpr int ARALIK = TILE_WIDTH + 1;
   __shared__ float karoA[TILE_WIDTH * ARALIK];
   __shared__ float karoB[TILE_WIDTH * TILE_WIDTH];

   unsigned int x = threadIdx.x;
   unsigned int y = threadIdx.y;
   unsigned int satir = blockIdx.y * TILE_WIDTH + y;
   unsigned int sutun = blockIdx.x * TILE_WIDTH + x;
   unsigned int m = M, kk = K, n = N;

   float toplam = 0.0f;

   for (unsigned int bas = 0; bas < kk; bas += TILE_WIDTH)
   {
      float a = 0.0f;
      float b = 0.0f;
      if (satir < m && bas + x < kk)
         a = A[satir * kk + bas + x];
      if (sutun < n && bas + y < kk)
         b = B[(bas + y) * n + sutun];

      karoA[x * ARALIK + y] = a;
      karoB[y * TILE_WIDTH + x] = b;
      __syncthreads();

      const float *pa = karoA + y;
      const float *pb = karoB + x;
      for (int i = 0; i < TILE_WIDTH; i++)
      {
         toplam += *pa * *pb;
         pa += TILE_WIDTH;
         pb += TILE_WIDTH;
      }
      __syncthreads();
   }

   if (satir < m && sutun < n)
      C[satir * n + sutun] = toplam;
}
