constexpr int LARGEUR = BLOCK < 32 ? BLOCK : 32;
constexpr int WARPS = BLOCK / LARGEUR;
constexpr unsigned TOUS = 0xffffffffu >> (32 - LARGEUR);

__device__ int somme_warp(int valeur) {
    for (int pas = LARGEUR / 4; pas > 0; pas /= 2)
        valeur += __shfl_down_sync(TOUS, valeur, pas);
    return valeur;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int partiel[WARPS];
    const int voie = threadIdx.x % LARGEUR;
    const int warp = threadIdx.x / LARGEUR;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    int v = somme_warp(i < n ? x[i] : 0);
    if (voie == 0)
        partiel[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = somme_warp(voie <= WARPS ? partiel[voie] : 0);
        if (voie == 0)
            atomicAdd(sum, v);
    }
}
