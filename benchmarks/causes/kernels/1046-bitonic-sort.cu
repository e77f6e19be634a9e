// Bitonisches Sortieren
#define KACHEL (2 * BLOCK)

const int UNENDLICH = 0x7fffffff;

__device__ void ordnen(int links, int rechts) {
    const int a = links, b = rechts;
    if (a > b) {
        links = b;
        rechts = a;
    }
}

// Stellen der beiden Elemente von Paar p im Schritt (k, j)
__device__ int2 paar(int p, int k, int j) {
    const int anfang = p / j * 2 * j;
    const int q = p % j;
    if (k == 2 * j)
        return make_int2(anfang + j - 1 - q, anfang + j + q);
    return make_int2(anfang + q, anfang + q + j);
}

__device__ void laden(int *kachel, const int *x, int n) {
    const int anfang = blockIdx.x * KACHEL;
    for (int s = threadIdx.x; s < KACHEL; s += BLOCK)
        kachel[s] = anfang + s < n ? x[anfang + s] : UNENDLICH;
    __syncthreads();
}

__device__ void speichern(const int *kachel, int *x, int n) {
    const int anfang = blockIdx.x * KACHEL;
    for (int s = threadIdx.x; s < KACHEL; s += BLOCK)
        if (anfang + s < n)
            x[anfang + s] = kachel[s];
}

__device__ void schritt(int *kachel, int k, int j) {
    const int2 stelle = paar(threadIdx.x, k, j);
    ordnen(kachel[stelle.x], kachel[stelle.y]);
    __syncthreads();
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int kachel[KACHEL];
    laden(kachel, x, n);
    for (int k = 2; k <= KACHEL; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            schritt(kachel, k, j);
    speichern(kachel, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int kachel[KACHEL];
    if (j > BLOCK) {
        const int2 stelle = paar(blockIdx.x * BLOCK + threadIdx.x, k, j);
        if (stelle.y < n)
            ordnen(x[stelle.x], x[stelle.y]);
        return;
    }
    laden(kachel, x, n);
    for (; j > 0; j /= 2)
        schritt(kachel, k, j);
    speichern(kachel, x, n);
}
