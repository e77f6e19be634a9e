// Hillis/Steele, an Ort und Stelle

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int feld[BLOCK];
    int id = threadIdx.x;
    int g = id + blockIdx.x * blockDim.x;

    feld[id] = (g < n) ? x[g] : 0;
    __syncthreads();

    int abstand = 1;
    while (abstand < BLOCK) {
        int links = (id >= abstand) ? feld[id - abstand] : 0;
        __syncthreads();
        feld[id] += links;
        __syncthreads();
        abstand <<= 1;
    }

    if (g < n) y[g] = feld[id];
    if (id == 0) sums[blockIdx.x] = feld[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int feld[BLOCK];
    int id = threadIdx.x;

    feld[id] = (id < blocks) ? sums[id] : 0;
    __syncthreads();

    int abstand = 1;
    while (abstand < blocks) {
        int links = 0;
        if (id >= abstand) links = feld[id - abstand];
        feld[id] += links;
        __syncthreads();
        abstand <<= 1;
    }

    if (id < blocks) sums[id] = feld[id];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int g = threadIdx.x + blockIdx.x * blockDim.x;
    if (g >= n || blockIdx.x == 0) return;
    y[g] += sums[blockIdx.x - 1];
}
