/* Emre: diziyi ortadan katliyoruz; bastaki is parcacigi sondaki elemani ekler */
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int dizi[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (i < n)
        dizi[t] = x[i];
    else
        dizi[t] = 0;
    __syncthreads();

    int kalan = BLOCK;          /* daha toplanacak eleman sayisi */
    while (kalan > 1) {
        if (t < kalan / 2)
            dizi[t] += dizi[kalan - t];
        __syncthreads();
        kalan /= 2;
    }

    if (t == 0)
        atomicAdd(sum, dizi[0]);
}
