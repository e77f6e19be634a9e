// Redukcja, ostatni warp rozwinięty (wg prezentacji NVIDIA, poprawione dla nowych kart)

__device__ __forceinline__ int ostatniWarp(int *s, int t) {
    int v = s[t] + s[t + 32];
    s[t] = v;
    __syncwarp();
    v += s[t + 16];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    v += s[t + 8];
    __syncwarp();
    s[t] = v;
    v += s[t + 4];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    v += s[t + 2];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    v += s[t + 1];
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    s[t] = i < n ? x[i] : 0;
    __syncthreads();

    for (int k = BLOCK / 2; k > 32; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }

    if (t < 32) {
        const int wynik = ostatniWarp(s, t);
        if (t == 0)
            atomicAdd(sum, wynik);
    }
}
