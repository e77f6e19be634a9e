__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define DIAM (2 * RADIUS + 1)
#define COTE TILE + 2 * RADIUS

// lit un pixel, 0 en dehors de l'image
__device__ float pixel(const float *image, int rows, int cols, int l, int c)
{
   if (l < 0 || l >= rows) return 0.f;
   if (c < 0 || c >= cols) return 0.f;
   return image[l * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
   __shared__ float bloc[COTE][COTE];
   int haut   = blockIdx.y * TILE - RADIUS;
   int gauche = blockIdx.x * TILE - RADIUS;

   // tous les threads du bloc remplissent ensemble le carre
   for (int i = threadIdx.y * TILE + threadIdx.x; i < COTE * COTE; i += TILE * TILE) {
      int l = i / COTE;
      int c = i % COTE;
      bloc[l][c] = pixel(image, rows, cols, haut + l, gauche + c);
   }
   __syncthreads();

   int ligne = blockIdx.y * TILE + threadIdx.y;
   int colonne = blockIdx.x * TILE + threadIdx.x;
   if (ligne >= rows || colonne >= cols) return;

   float somme = 0.f;
   for (int r = 0; r < DIAM; ++r)
      for (int c = 0; c < DIAM; ++c)
         somme += mask[r][c] * bloc[threadIdx.y + r][threadIdx.x + c];
   result[ligne * cols + colonne] = somme;
}
