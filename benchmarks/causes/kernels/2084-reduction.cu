// Summe aller Elemente, ein Baum je Block

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int teil[BLOCK];

    unsigned int tid = threadIdx.x;
    unsigned int pos = blockIdx.x * BLOCK + tid;

    // Element holen, hinter dem Ende eine Null
    int wert = 0;
    if (pos < (unsigned int)n) {
        wert = x[pos];
    }
    teil[tid] = wert;
    __syncthreads();

    // grosse Schritte: mehrere Warps
    for (unsigned int s = BLOCK / 2; s > 32; s >>= 1) {
        if (tid < s) {
            teil[tid] += teil[tid + s];
        }
        __syncthreads();
    }

    // der Rest: nur noch der erste Warp
    if (tid < 32) {
        for (unsigned int s = 16; s > 0; s >>= 1) {
            int andere = teil[tid + s];
            __syncwarp();
            if (tid < s) {
                teil[tid] += andere;
            }
            __syncwarp();
        }
    }

    if (tid == 0) {
        atomicAdd(sum, teil[0]);
    }
}
