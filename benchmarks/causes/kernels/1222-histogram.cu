// Histogramm: jeder Block zählt erst für sich.

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int faecher[BINS];

    const int ich = threadIdx.x;
    const int alle = gridDim.x * BLOCK;

    // Fächer leeren
    if (ich < BINS)
        faecher[ich] = 0;
    __syncthreads();

    // zählen
    for (int stelle = blockIdx.x * BLOCK + ich; stelle < n; stelle += alle) {
        const int wert = data[stelle];
        atomicAdd(&faecher[wert], 1);
    }
    __syncthreads();

    // abgeben
    for (int fach = ich; fach < BINS; fach += BLOCK)
        if (faecher[fach] != 0)
            atomicAdd(&hist[fach], faecher[fach]);
}
