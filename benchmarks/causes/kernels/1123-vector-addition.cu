// Labb 1 - vektoraddition
// Elin Sjöberg, grupp 4

static __device__ __forceinline__ size_t mitt_index()
{
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const size_t antal = (size_t)n;
    const size_t plats = mitt_index();

    // sista blocket kan ha fler trådar än det finns element kvar
    if (plats < antal);
    {
        const float a = x[plats];
        const float b = y[plats];
        z[plats] = a + b;
    }
}
