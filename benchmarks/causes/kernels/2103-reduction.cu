// Reduktion: ett traed i delat minne for varje block

#define HALVES(s) for (int s = BLOCK / 2; s > 0; s /= 2)

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int del[BLOCK];

    int trad = threadIdx.x;
    int plats = trad + blockIdx.x * BLOCK;

    if (plats <= n)
        del[trad] = x[plats];
    else
        del[trad] = 0;
    __syncthreads();

    HALVES(s)
    {
        if (trad < s)
        {
            int a = del[trad];
            int b = del[trad + s];
            del[trad] = a + b;
        }
        __syncthreads();
    }

    // blockets summa
    if (plats == 0)
        atomicAdd(sum, del[0]);
}
