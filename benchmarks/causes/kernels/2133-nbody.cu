__device__ void pull(float4 &sum, const float4 &me, const float4 &other, float soft2)
{
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
    float w = other.w * near;
    float f = w * near * near;
    sum.x += f * dx;
    sum.y += f * dy;
    sum.z += f * dz;
    sum.w += w;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n)
{
    __shared__ float4 bodies[BLOCK];

    int me = blockIdx.x * BLOCK + threadIdx.x;
    bool alive = me < n;
    float4 mine = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (alive)
        mine = pos[me];

    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float soft2 = softening * softening;

    for (int first = 0; first < n; first += BLOCK) {
        int j = first + threadIdx.x;
        float4 body = pos[n - 1];
        if (j < n)
            body = pos[j];
        bodies[threadIdx.x] = body;
        __syncthreads();

        for (int k = 0; k < BLOCK; ++k)
            pull(sum, mine, bodies[k], soft2);
        __syncthreads();
    }

    if (alive)
        acc[me] = sum;
}
