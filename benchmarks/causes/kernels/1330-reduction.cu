// Redukcja w drzewie, rozwinięta ręcznie
#define KROK_BLOKU(s)                                   \
    if (BLOCK > 2 * (s)) {                              \
        if (nr < (s)) czesc[nr] += czesc[nr + (s)];     \
        __syncthreads();                                \
    }

#define KROK_WARPU(s)                                   \
    if (BLOCK >= 2 * (s)) {                             \
        if (nr < (s)) czesc[nr] += czesc[nr + (s)];     \
    }

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int czesc[BLOCK];
    const int nr = threadIdx.x;
    const int gdzie = nr + blockIdx.x * BLOCK;

    czesc[nr] = gdzie < n ? x[gdzie] : 0;
    __syncthreads();

    KROK_BLOKU(512)
    KROK_BLOKU(256)
    KROK_BLOKU(128)
    KROK_BLOKU(64)
    KROK_BLOKU(32)
    if (nr < 32) {
        KROK_WARPU(16)
        KROK_WARPU(8)
        KROK_WARPU(4)
        KROK_WARPU(2)
        KROK_WARPU(1)
        if (nr == 0) atomicAdd(sum, czesc[0]);
    }
}
