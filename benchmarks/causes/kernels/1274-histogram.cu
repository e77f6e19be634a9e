/* Emre Yıldırım - histogram ödevi */

template <typename Is>
__device__ void herKutu(int ilk, int adim, Is is) {
    for (int kutu = ilk; kutu < BINS; kutu += adim)
        is(kutu);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int yerel[BINS];
    const int t = threadIdx.x;
    int *p = yerel;

    for (int *q = p + t; q < p + BINS - 1; q += blockDim.x)
        *q = 0;
    __syncthreads();

    const int *son = data + n;
    const int toplam = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + t; data + i < son; i += toplam) {
        atomicAdd(&p[data[i]], 1);
    }
    __syncthreads();

    auto ekle = [&](int kutu) { atomicAdd(&hist[kutu], p[kutu]); };
    herKutu(t, gridDim.x, ekle);
}
