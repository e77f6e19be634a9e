__device__ void pull(const float4 &me, const float4 &other, float eps2, float4 &a) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float w = other.w * inv;
    float f = w * inv * inv;
    a.x += f * dx;
    a.y += f * dy;
    a.z += f * dz;
    a.w += w;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 others[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    float4 me = pos[min(i, n - 1)];
    float4 a = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

    for (int first = 0; first < n; first += BLOCK) {
        int j = min(first + t, n - 1);          // never read behind the end
        float4 body = pos[j];
        others[t] = body;
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            pull(me, others[k], softening * softening, a);
        __syncthreads();
    }

    if (i < n) acc[i] = a;
}
