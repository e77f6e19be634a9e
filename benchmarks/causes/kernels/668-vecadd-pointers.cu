extern "C" __global__
void add(const float *x, const float *y, float *z, int n)
{
    unsigned int me = threadIdx.x + BLOCK * blockIdx.x;
    if (me >= (unsigned int)n)
        return;

    x += me;
    y += me;
    z += me;

    float s = *x;
    s =+ *y;
    *z = s;
}
