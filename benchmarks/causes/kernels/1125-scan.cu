// Tugas 5: prefix sum
// Nama: Dewi Lestari Wibowo

// pindai inklusif (Hillis-Steele) di dalam satu blok
__device__ void pindai(int *blok)
{
    const int t = threadIdx.x;
    for (int langkah = 1; langkah < BLOCK; langkah *= 2)
    {
        const int tambah = t >= langkah ? blok[t - langkah] : 0;
        __syncthreads();
        blok[t] += tambah;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int blok[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    blok[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    pindai(blok);
    if (i < n)
        y[i] = blok[threadIdx.x];
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = blok[BLOCK - 1];
}

// sums[b] menjadi jumlah semua blok SEBELUM b
extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int blok[BLOCK];
    const int t = threadIdx.x;
    const int punyaku = t < blocks ? sums[t] : 0;
    blok[t] = punyaku;
    __syncthreads();
    pindai(blok);
    if (t < blocks)
        sums[t] = blok[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += sums[blockIdx.x];
}
