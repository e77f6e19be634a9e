struct Paar {
    int a, b;
};

__device__ Paar paar(int p, int k, int j) {
    const int q = p % j;
    const int anfang = p / j * 2 * j;
    Paar r;
    if (k == j) {
        r.a = anfang + j - 1 - q;
        r.b = anfang + j + q;
    } else {
        r.a = anfang + q;
        r.b = anfang + q + j;
    }
    return r;
}

__device__ void ordnen(int &u, int &v) {
    const int s = u, t = v;
    if (s > t) {
        u = t;
        v = s;
    }
}

__device__ void holen(int *kachel, const int *x, int n) {
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK) {
        const int g = blockIdx.x * 2 * BLOCK + i;
        kachel[i] = g < n ? x[g] : 2147483647;
    }
}

__device__ void bringen(const int *kachel, int *x, int n) {
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK) {
        const int g = blockIdx.x * 2 * BLOCK + i;
        if (g < n)
            x[g] = kachel[i];
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int kachel[2 * BLOCK];
    holen(kachel, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            const Paar r = paar(threadIdx.x, k, j);
            ordnen(kachel[r.a], kachel[r.b]);
        }
    __syncthreads();
    bringen(kachel, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int kachel[2 * BLOCK];
    if (j > BLOCK) {
        const Paar r = paar(blockIdx.x * BLOCK + threadIdx.x, k, j);
        if (r.b < n)
            ordnen(x[r.a], x[r.b]);
        return;
    }
    holen(kachel, x, n);
    for (; j > 0; j /= 2) {
        __syncthreads();
        const Paar r = paar(threadIdx.x, k, j);
        ordnen(kachel[r.a], kachel[r.b]);
    }
    __syncthreads();
    bringen(kachel, x, n);
}
