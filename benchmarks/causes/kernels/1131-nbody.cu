// N kappaletta, laattoina jaetussa muistissa
// Aino Virtanen

__device__ __forceinline__ void veda(float4 &a, const float4 &oma, const float4 &muu, float eps2)
{
    const float dx = muu.x - oma.x;
    const float dy = muu.y - oma.y;
    const float dz = muu.z - oma.z;
    const float lahi = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    const float pot = muu.w * lahi;
    const float voima = pot * lahi * lahi;
    a.x += voima * dx;
    a.y += voima * dy;
    a.z += voima * dz;
    a.w += pot;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    __shared__ float4 laatta[BLOCK];
    const float4 tyhja = make_float4(0.f, 0.f, 0.f, 0.f);
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    const float4 oma = i < n ? pos[i] : tyhja;
    float4 summa = tyhja;

    const int laattoja = n / BLOCK;
    for (int l = 0; l < laattoja; ++l)
    {
        const int j = l * BLOCK + threadIdx.x;
        laatta[threadIdx.x] = j < n ? pos[j] : tyhja;   // massaton ei vedä ketään
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            veda(summa, oma, laatta[k], softening * softening);
        __syncthreads();
    }

    if (i < n)
        acc[i] = summa;
}
