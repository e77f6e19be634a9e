__device__ __forceinline__ void pull(float4 &a, const float4 &me, const float4 &other, float eps2)
{
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float m = other.w * inv;
    float f = m * inv * inv;
    a.x += f * dx;
    a.y += f * dy;
    a.z += f * dz;
    a.w += m;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    __shared__ float4 tile[BLOCK];
    const float4 none = make_float4(0.f, 0.f, 0.f, 0.f);
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const float eps2 = softening * softening;

    float4 me = none;
    if (i < n) me = pos[i];

    float4 a = none;
    for (int first = 0; first < n; first += BLOCK) {
        const int j = first + t;
        if (j < n) tile[t] = pos[j];
        __syncthreads();
        for (int k = 0; k < BLOCK; k++)
            pull(a, me, tile[k], eps2);
        __syncthreads();
    }

    if (i < n) acc[i] = a;
}
