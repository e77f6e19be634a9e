#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define WITHIN(y, x) ((y) >= 0 && (y) < ny && (x) >= 0 && (x) <= nx)
#define GET(z, y, x) (WITHIN(y, x) ? before[AT(z, y, x)] : 0.f)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    // two planes in turn: who writes the next one does not disturb those who still read
    __shared__ float s[2][TILE + 2][TILE + 2];
    const int i = threadIdx.y, j = threadIdx.x;
    const int y = (int)(blockIdx.y * TILE) + i;
    const int x = (int)(blockIdx.x * TILE) + j;

    float prev = 0.f;
    float cur = GET(0, y, x);

    for (int z = 0; z < nz; ++z) {
        float (*p)[TILE + 2] = s[z & 1];
        p[i + 1][j + 1] = cur;
        if (i < 2) {
            // row 0 of the threads fetches the upper edge, row 1 the lower one
            const int edge = i * (TILE + 1);
            p[edge][j + 1] = GET(z, y - i - 1 + edge, x);
        }
        if (j < 2) {
            const int edge = j * (TILE + 1);
            p[i + 1][edge] = GET(z, y, x - j - 1 + edge);
        }
        const float next = z < nz - 1 ? GET(z + 1, y, x) : 0.f;
        __syncthreads();

        if (y < ny && x < nx) {
            float around = prev + next;
            around += p[i][j + 1] + p[i + 2][j + 1];
            around += p[i + 1][j] + p[i + 1][j + 2];
            after[AT(z, y, x)] = 0.4f * cur + 0.1f * around;
        }
        prev = cur;
        cur = next;
    }
}
