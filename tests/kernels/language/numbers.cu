// The functions of the mathematics library, in both precisions.
extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x;
    float x = t * 0.37f + n, y = 0;
    y += sinf(x) + cosf(x * 3) + expf(-x) + logf(x + 1) + sqrtf(x) + powf(x, 0.3f) + tanhf(x) + fmodf(x, 0.7f);
    y += rsqrtf(x + 1) + cbrtf(x) + floorf(x) + ceilf(-x) + roundf(x * 3) + truncf(x) + fabsf(-x) + fminf(x, 2) + hypotf(x, 2);
    y += __sinf(x) + __expf(-x) + __fdividef(x, 3) + __saturatef(x) + atan2f(x, 2) + erff(x) + exp2f(-x) + log10f(x + 2);
    double d = sin(x * 1.0) + exp(-x * 1.0) + log(x + 1.0) + sqrt(x * 1.0) + pow(x * 1.0, 0.3) + fma(x * 1.0, 2.0, 3.0) + floor(x * 2.0);
    out[t] = (int)(y * 16) + (int)(d * 16) * 1000;
}
