// Jeder Block zaehlt zuerst fuer sich in lokal[], danach kommt alles zusammen.

__device__ void leeren(int *feld, int laenge) {
    for (int b = threadIdx.x; b < laenge; b += BLOCK)
        feld[b] = 0;
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int lokal[BINS];
    leeren(lokal, BINS);
    __syncthreads();

    const int schritt = BLOCK;
    const int *ende = data + n;
    const int *zeiger = data + blockIdx.x * BLOCK + threadIdx.x;

    for (; zeiger < ende; zeiger += schritt) {
        int klasse = *zeiger;
        atomicAdd(&lokal[klasse], 1);
    }
    __syncthreads();

    // Ergebnis des Blocks abgeben
    for (int b = threadIdx.x; b < BINS; b += BLOCK) {
        int anzahl = lokal[b];
        atomicAdd(&hist[b], anzahl);
    }
}
