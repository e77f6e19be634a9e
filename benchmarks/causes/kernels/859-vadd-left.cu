// exercise 1, vector addition
#define ME blockIdx.x * BLOCK + threadIdx.x

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int left = n - ME;   // elements from mine to the end
    if (left <= 0) return;
    z[ME] = x[ME] + y[ME];
}
