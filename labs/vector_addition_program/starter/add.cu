// Vector addition, the whole program. Usage: add N X.BIN Y.BIN Z.BIN
//
// It reads N floats from each of two files, adds them on the GPU, and writes the N sums into a third one. Reading and
// writing are done. CHECK(call) ends the program where a call of CUDA returns an error: put it around every call.
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
    // TODO 1: which element is this thread's? Has it one at all?
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

    // TODO 2: allocate device memory for three vectors.

    // TODO 3: copy both inputs to the device.

    // TODO 4: launch add with enough blocks for n elements, and ask cudaGetLastError() whether it has begun.

    // TODO 5: copy the sums back, and free the device memory.

    write_floats(argv[4], z, n);
    printf("%d sums, the last is %g\n", n, z[n - 1]);
    free(x);
    free(y);
    free(z);
    return 0;
}
