// The baseline: right, and without a GPU. Usage: add N X.BIN Y.BIN Z.BIN
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

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

    for (int i = 0; i < n; i++) z[i] = x[i] + y[i];

    write_floats(argv[4], z, n);
    printf("%d sums, the last is %g\n", n, z[n - 1]);
    free(x);
    free(y);
    free(z);
    return 0;
}
