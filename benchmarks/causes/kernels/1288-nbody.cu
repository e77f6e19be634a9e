// Park Ji-woo

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 crowd[BLOCK];

    const int me = blockIdx.x * BLOCK + threadIdx.x;
    const float4 nothing = make_float4(0.f, 0.f, 0.f, 0.f);
    const float4 here = me < n ? pos[me] : nothing;
    const float eps2 = softening * softening;

    float4 pull;
    for (int first = 0; first < n; first += BLOCK) {
        pull = nothing;
        const int j = first + threadIdx.x;
        crowd[threadIdx.x] = j < n ? pos[j] : nothing;
        __syncthreads();

#pragma unroll 4
        for (int b = 0; b < BLOCK; ++b) {
            const float4 body = crowd[b];
            const float dx = body.x - here.x;
            const float dy = body.y - here.y;
            const float dz = body.z - here.z;
            const float near = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            const float potential = body.w * near;
            const float force = potential * near * near;
            pull.x += force * dx;
            pull.y += force * dy;
            pull.z += force * dz;
            pull.w += potential;
        }
        __syncthreads();
    }

    if (me < n)
        acc[me] = pull;
}
