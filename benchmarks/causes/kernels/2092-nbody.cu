struct Pull { float x, y, z, w; };

__device__ inline void pull_of(Pull &p, const float4 &me, const float4 &other, float eps2)
{
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float s = other.w * inv * inv * inv;
    p.x += s * dx;
    p.y += s * dy;
    p.z += s * dz;
    p.w += other.w * inv;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    __shared__ float4 bodies[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float eps2 = softening * softening;

    float4 me = make_float4(0.f, 0.f, 0.f, 0.f);
    if (i < n) me = pos[i];

    Pull p = {0.f, 0.f, 0.f, 0.f};

    for (int first = 0; first < n; first += BLOCK)
    {
        int j = min(first + (int)threadIdx.x, n - 1);
        bodies[threadIdx.x] = pos[j];
        __syncthreads();

        #pragma unroll 8
        for (int b = 0; b < BLOCK; ++b)
            pull_of(p, me, bodies[b], eps2);
        __syncthreads();
    }

    if (i < n)
        acc[i] = make_float4(p.x, p.y, p.z, p.w);
}
