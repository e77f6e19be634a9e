// Stuðlarit (histogram) -- Guðrún Jónsdóttir
// hver blokk telur fyrst hjá sér

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
        int fjoldi = BINS;
        __shared__ int talning[fjoldi];

        unsigned int thradur = threadIdx.x;
        while (thradur < fjoldi) {
                talning[thradur] = 0;
                thradur += blockDim.x;
        }
        __syncthreads();

        int stak = blockIdx.x * blockDim.x + threadIdx.x;
        while (stak < n) {
                atomicAdd(&talning[data[stak]], 1);
                stak += blockDim.x * gridDim.x;
        }
        __syncthreads();

        thradur = threadIdx.x;
        while (thradur < fjoldi) {
                atomicAdd(&hist[thradur], talning[thradur]);
                thradur += blockDim.x;
        }
}
