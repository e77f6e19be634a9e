// mistake: The sums are freed before they are copied back
// group: memory
// expect: used-after-free
// hint: -
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                             \
    do {                                                                                        \
        cudaError_t error = (call);                                                             \
        if (error != cudaSuccess) {                                                             \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));              \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

__global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] + y[i];
}

void read_floats(const char *name, float *to, int n) {
    FILE *file = fopen(name, "rb");
    if (!file || fread(to, sizeof(float), n, file) != (size_t)n) {
        fprintf(stderr, "cannot read %d floats from %s\n", n, name);
        exit(2);
    }
    fclose(file);
}

void write_floats(const char *name, const float *from, int n) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(from, sizeof(float), n, file) != (size_t)n) {
        fprintf(stderr, "cannot write %d floats to %s\n", n, name);
        exit(2);
    }
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: add N X.BIN Y.BIN Z.BIN\n");
        return 2;
    }
    int n = atoi(argv[1]);
    size_t bytes = n * sizeof(float);
    float *x = (float *)malloc(bytes), *y = (float *)malloc(bytes), *z = (float *)malloc(bytes);
    read_floats(argv[2], x, n);
    read_floats(argv[3], y, n);

    float *d_x, *d_y, *d_z;
    CHECK(cudaMalloc(&d_x, bytes));
    CHECK(cudaMalloc(&d_y, bytes));
    CHECK(cudaMalloc(&d_z, bytes));
    CHECK(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice));

    int threads = 256, blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(d_x, d_y, d_z, n);
    CHECK(cudaGetLastError());

    CHECK(cudaFree(d_z));  // HERE
    CHECK(cudaMemcpy(z, d_z, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));

    write_floats(argv[4], z, n);
    printf("%d sums, the last is %g\n", n, z[n - 1]);
    free(x);
    free(y);
    free(z);
    return 0;
}
