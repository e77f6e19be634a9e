// Mnozenie macierzy rzadkiej przez wektor, warp na wiersz
// Katarzyna Wisniewska

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
   const int wiersz = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
   if (wiersz >= rows) return;            // wychodzi caly warp

   const int koniec = starts[wiersz + 1];
   int k = starts[wiersz] + (threadIdx.x & 31);
   float suma = 0.0f;
   while (k < koniec) {
      suma = fmaf(values[k], x[columns[k]], suma);
      k += 32;
   }

   for (int krok = 16; krok >= 1; krok >>= 1)
      suma += __shfl_down_sync(0xffffffff, suma, krok);

   if (threadIdx.x & 31 == 0)
      y[wiersz] = suma;
}
