#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void dense(const float *w, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (int c = 0; c < cols; c++) sum += w[r * cols + c] * x[c];
    y[r] = fmaxf(sum, 0.0f);
}
int main()
{
    const int widths[] = {64, 96, 32, 10};
    std::vector<float *> weights, values;
    for (int l = 0; l < 4; l++) {
        float *v;
        CHECK(cudaMalloc(&v, widths[l] * sizeof(float)));
        values.push_back(v);
        if (l == 0) continue;
        std::vector<float> w(widths[l - 1] * widths[l], 0.01f);
        float *d;
        CHECK(cudaMalloc(&d, w.size() * sizeof(float)));
        CHECK(cudaMemcpy(d, w.data(), w.size() * sizeof(float), cudaMemcpyHostToDevice));
        weights.push_back(d);
    }
    std::vector<float> in(64, 1.0f), out(10);
    CHECK(cudaMemcpy(values[0], in.data(), 64 * sizeof(float), cudaMemcpyHostToDevice));
    for (int l = 0; l < 3; l++) {
        dense<<<1, 128>>>(weights[l], values[l], values[l + 1], widths[l], widths[l]); //! wrong-call right: dense<<<1, 128>>>(weights[l], values[l], values[l + 1], widths[l + 1], widths[l]);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaMemcpy(out.data(), values[3], 10 * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", out[0]);
    for (float *each : weights) cudaFree(each);
    for (float *each : values) cudaFree(each);
}
