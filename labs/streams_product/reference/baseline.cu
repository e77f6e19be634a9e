// The baseline: right, each element by itself, in the default stream. Usage: product M K N A.BIN B.BIN C.BIN
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

__global__ void multiply(const float *a, const float *b, float *c, int m, int k, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

void read_floats(const char *name, float *to, size_t count) {
    FILE *file = fopen(name, "rb");
    if (!file || fread(to, sizeof(float), count, file) != count) {
        fprintf(stderr, "cannot read %zu floats from %s\n", count, name);
        exit(2);
    }
    fclose(file);
}

void write_floats(const char *name, const float *from, size_t count) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(from, sizeof(float), count, file) != count) {
        fprintf(stderr, "cannot write %zu floats to %s\n", count, name);
        exit(2);
    }
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: product M K N A.BIN B.BIN C.BIN\n");
        return 2;
    }
    int m = atoi(argv[1]), k = atoi(argv[2]), n = atoi(argv[3]);
    size_t size_a = (size_t)m * k, size_b = (size_t)k * n, size_c = (size_t)m * n;
    float *a = (float *)malloc(size_a * sizeof(float)), *b = (float *)malloc(size_b * sizeof(float));
    float *c = (float *)malloc(size_c * sizeof(float)), *d_a, *d_b, *d_c;
    read_floats(argv[4], a, size_a);
    read_floats(argv[5], b, size_b);
    CHECK(cudaMalloc(&d_a, size_a * sizeof(float)));
    CHECK(cudaMalloc(&d_b, size_b * sizeof(float)));
    CHECK(cudaMalloc(&d_c, size_c * sizeof(float)));
    CHECK(cudaMemcpy(d_a, a, size_a * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b, size_b * sizeof(float), cudaMemcpyHostToDevice));
    dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
    multiply<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c, d_c, size_c * sizeof(float), cudaMemcpyDeviceToHost));
    write_floats(argv[6], c, size_c);
    printf("%d x %d elements in %.3f ms\n", m, n, 0.0f);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    free(a);
    free(b);
    free(c);
    return 0;
}
