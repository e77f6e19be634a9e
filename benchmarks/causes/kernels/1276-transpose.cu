// Zofia Nowakowska, grupa 2
struct Kafelek {
    float pole[TILE][TILE + 1];

    __device__ void wstaw(float wartosc) {
        pole[threadIdx.y][threadIdx.x] = wartosc;
    }
    __device__ float obrocone() const {
        return pole[threadIdx.x][threadIdx.y];
    }
};

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ Kafelek kafelek;

    int kol = blockIdx.x * blockDim.x + threadIdx.x;
    int wiersz = blockIdx.y * blockDim.y + threadIdx.y;

    if (wiersz >= rows || kol >= cols)
        return;
    kafelek.wstaw(a[wiersz * cols + kol]);
    __syncthreads();

    kol = blockIdx.y * blockDim.y + threadIdx.x;
    wiersz = blockIdx.x * blockDim.x + threadIdx.y;
    if (kol < rows && wiersz < cols)
        b[wiersz * rows + kol] = kafelek.obrocone();
}
