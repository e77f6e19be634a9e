// TP4 : softmax par lignes -- Margaux Lefèvre
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define MOINS_INF (-__int_as_float(0x7f800000))

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    __shared__ float part[BLOCK];
    cg::thread_block bloc = cg::this_thread_block();
    const unsigned rang = bloc.thread_rank();
    const int ligne = blockIdx.x;

    float m = MOINS_INF;
    for (int c = rang; c < cols; c += BLOCK)
    {
        const float v = x[ligne * cols + c];
        m = v > m ? v : m;
    }
    part[rang] = m;
    bloc.sync();

    for (unsigned moitie = BLOCK / 2; moitie; moitie >>= 1)
    {
        if (rang < moitie && part[rang + moitie] > part[rang])
            part[rang] = part[rang + moitie];
        bloc.sync();
    }
    if (rang == 0)
        most[ligne] = part[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    __shared__ float part[BLOCK];
    cg::thread_block bloc = cg::this_thread_block();
    const unsigned rang = bloc.thread_rank();
    const int ligne = blockIdx.x;
    const float m = most[ligne];

    float s = 0.f;
    for (int c = rang; c < cols; c += BLOCK)
        s += expf((x[ligne * cols + c] - m) / temperature);
    part[rang] = s;
    bloc.sync();

    for (unsigned moitie = BLOCK / 2; moitie; moitie >>= 1)
    {
        if (rang < moitie)
            part[rang] += part[rang + moitie];
        bloc.sync();
    }
    if (rang == 0)
        total[ligne] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    const int ligne = blockIdx.y;
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols)
    {
        const float uniforme = 1 / cols;
        const float e = expf((x[ligne * cols + c] - most[ligne]) / temperature);
        y[ligne * cols + c] = (1.f - smoothing) * e / total[ligne] + smoothing * uniforme;
    }
}
