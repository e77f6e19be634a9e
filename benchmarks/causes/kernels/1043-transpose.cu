// Transponering, Ingrid og Lars

struct Sted { int rad, kolonne; };

__device__ Sted sted(int blokkRad, int blokkKolonne) {
    Sted s;
    s.rad = blokkRad * TILE + threadIdx.y;
    s.kolonne = blokkKolonne * TILE + threadIdx.x;
    return s;
}

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float flis[TILE][TILE + 1];

    const Sted fra = sted(blockIdx.y, blockIdx.x);
    if (fra.rad < rows && fra.kolonne < cols) {
        flis[threadIdx.y][threadIdx.x] = a[fra.rad * cols + fra.kolonne];
        __syncthreads();
    }

    const Sted til = sted(blockIdx.x, blockIdx.y);
    if (til.rad < cols && til.kolonne < rows) {
        b[til.rad * cols + til.kolonne] = flis[threadIdx.x][threadIdx.y];
    }
}
