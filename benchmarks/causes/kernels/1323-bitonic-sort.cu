// Bitonisches Sortieren
#define UNENDLICH ((int)(~0 >> 1))

__device__ void paar(int p, int k, int j, int &a, int &b) {
    const int q = p % j, anfang = p / j * 2 * j;
    a = anfang + (k == 2 * j ? j - 1 - q : q);
    b = anfang + j + q;
}

__device__ void ordne(int *v, int a, int b) {
    const int links = v[a], rechts = v[b];
    if (links > rechts) {
        v[a] = rechts;
        v[b] = links;
    }
}

__device__ void hole(int *kachel, const int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        const int i = blockIdx.x * 2 * BLOCK + e;
        kachel[e] = i < n ? x[i] : UNENDLICH;
    }
    __syncthreads();
}

__device__ void bringe(const int *kachel, int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        const int i = blockIdx.x * 2 * BLOCK + e;
        if (i < n) x[i] = kachel[e];
    }
}

__device__ void schritte(int *kachel, int k, int j) {
    for (; j >= 1; j /= 2) {
        int a, b;
        paar(threadIdx.x, k, j, a, b);
        ordne(kachel, a, b);
        __syncthreads();
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int kachel[2 * BLOCK];
    hole(kachel, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2) schritte(kachel, k, k / 2);
    bringe(kachel, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int kachel[2 * BLOCK];
    if (j > BLOCK) {
        int a, b;
        paar(blockIdx.x * BLOCK + threadIdx.x, k, j, a, b);
        if (b < n) ordne(x, a, b);
    } else {
        hole(kachel, x, n);
        schritte(kachel, k, j);
        bringe(kachel, x, n);
    }
}
