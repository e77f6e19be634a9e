// C = A · B in two streams, the whole program. Usage: product M K N A.BIN B.BIN C.BIN
//
// A (M x K) and B (K x N) are read from files, C (M x N) is written into a third one. One stream makes the upper half of
// C, the other one the lower half, so that copies of one half can go on beside the kernel of the other. Reading and
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

const int TILE = 16;
const int STREAMS = 2;

__global__ void multiply(const float *a, const float *b, float *c, int m, int k, int n) {
    // TODO 1: the tiled product of an m x k and a k x n matrix.
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
    float ms = 0.0f;

    // TODO 2: allocate pinned memory for A, B and C, read A and B, and allocate device memory for all three.

    // TODO 3: create two streams, and the events that you need.

    // TODO 4: copy B, and let both streams wait until it is there.

    // TODO 5: in each stream copy its rows of A, launch multiply for them, and copy its rows of C back.

    // TODO 6: wait for both streams, ask for the time between your first and your last event, and write C.

    printf("%d x %d elements in %.3f ms\n", m, n, ms);

    // TODO 7: give back streams, events and memory.

    return 0;
}
