#include <cstdio>
#include <vector>

// Box blur of a grey image
constexpr int W = 200, H = 120;
constexpr int BX = 32, BY = 33;  //! invalid-launch right: constexpr int BX = 32, BY = 8;

__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum = 0, cnt = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int xx = x + dx, yy = y + dy;
            if (xx >= 0 && xx < w && yy >= 0 && yy < h) { sum += in[yy * w + xx]; cnt++; }
        }
    out[y * w + x] = sum / cnt;
}

int main()
{
    std::vector<unsigned char> img(W * H), res(W * H, 0);
    for (int i = 0; i < W * H; i++) img[i] = (i * 31 + i / W) % 256;

    unsigned char *dIn, *dBlurred;
    cudaMalloc(&dIn, W * H);
    cudaMalloc(&dBlurred, W * H);
    cudaMemcpy(dIn, img.data(), W * H, cudaMemcpyHostToDevice);

    dim3 block(BX, BY);
    dim3 grid((W + BX - 1) / BX, (H + BY - 1) / BY);
    blur<<<grid, block>>>(dIn, dBlurred, W, H);

    cudaMemcpy(res.data(), dBlurred, W * H, cudaMemcpyDeviceToHost);
    cudaFree(dIn);
    cudaFree(dBlurred);

    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int s = 0, c = 0;
            for (int yy = y - 1; yy <= y + 1; yy++)
                for (int xx = x - 1; xx <= x + 1; xx++)
                    if (xx >= 0 && xx < W && yy >= 0 && yy < H) { s += img[yy * W + xx]; c++; }
            if (res[y * W + x] != s / c) wrong++;
        }
    printf("blur: %d wrong pixels\n", wrong);
    return wrong ? 1 : 0;
}
