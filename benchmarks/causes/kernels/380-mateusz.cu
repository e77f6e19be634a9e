// dodawanie wektorów - na wskaźnikach

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        // przesuwamy wskaźniki na nasz element
        x += i;
        y += i;
        *z = *x + *y;
    }
}
