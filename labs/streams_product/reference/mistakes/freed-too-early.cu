// mistake: B is freed while kernels need it
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

const int TILE = 16;
const int STREAMS = 2;

__global__ void multiply(const float *a, const float *b, float *c, int m, int k, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < k; first += TILE) {
        int x = first + threadIdx.x, y = first + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0.0f;
        bs[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
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
    float *a, *b, *c, *d_a, *d_b, *d_c;
    CHECK(cudaMallocHost(&a, size_a * sizeof(float)));
    CHECK(cudaMallocHost(&b, size_b * sizeof(float)));
    CHECK(cudaMallocHost(&c, size_c * sizeof(float)));
    read_floats(argv[4], a, size_a);
    read_floats(argv[5], b, size_b);
    CHECK(cudaMalloc(&d_a, size_a * sizeof(float)));
    CHECK(cudaMalloc(&d_b, size_b * sizeof(float)));
    CHECK(cudaMalloc(&d_c, size_c * sizeof(float)));

    cudaStream_t streams[STREAMS];
    for (int s = 0; s < STREAMS; s++) CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    cudaEvent_t begin, b_there, half_done, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&b_there));
    CHECK(cudaEventCreate(&half_done));
    CHECK(cudaEventCreate(&end));

    CHECK(cudaEventRecord(begin, streams[0]));
    CHECK(cudaMemcpyAsync(d_b, b, size_b * sizeof(float), cudaMemcpyHostToDevice, streams[0]));
    CHECK(cudaEventRecord(b_there, streams[0]));
    CHECK(cudaStreamWaitEvent(streams[1], b_there, 0));
    CHECK(cudaFree(d_b));  // HERE
    int half = (m + 1) / STREAMS;
    for (int s = 0; s < STREAMS; s++) {
        int rows = s == 0 ? half : m - half;
        if (rows == 0) continue;
        size_t from_a = (size_t)s * half * k, from_c = (size_t)s * half * n;
        CHECK(cudaMemcpyAsync(d_a + from_a, a + from_a, (size_t)rows * k * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
        dim3 threads(TILE, TILE), blocks((n + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
        multiply<<<blocks, threads, 0, streams[s]>>>(d_a + from_a, d_b, d_c + from_c, rows, k, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(c + from_c, d_c + from_c, (size_t)rows * n * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
    }
    CHECK(cudaEventRecord(half_done, streams[1]));
    CHECK(cudaStreamWaitEvent(streams[0], half_done, 0));
    CHECK(cudaEventRecord(end, streams[0]));
    CHECK(cudaEventSynchronize(end));
    float ms = 0.0f;
    CHECK(cudaEventElapsedTime(&ms, begin, end));

    write_floats(argv[6], c, size_c);
    printf("%d x %d elements in %.3f ms\n", m, n, ms);
    for (int s = 0; s < STREAMS; s++) CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(b_there));
    CHECK(cudaEventDestroy(half_done));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_c));
    CHECK(cudaFreeHost(a));
    CHECK(cudaFreeHost(b));
    CHECK(cudaFreeHost(c));
    return 0;
}
