struct Sum {
    float x, y, z, w;
    __device__ Sum() : x(0), y(0), z(0), w(0) {}
    __device__ void pull(const float4 &me, const float4 &other, float soft) {
        const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        const float near = rsqrtf(dx * dx + dy * dy + dz * dz + soft * soft);
        const float cube = other.w * near * near * near;
        x += cube * dx;
        y += cube * dy;
        z += cube * dz;
        w += other.w * near;
    }
};

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 group[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const float4 none = {0, 0, 0, 0};
    const float4 me = i < n ? pos[i] : none;
    Sum s;

    for (int tile = 0; tile < (n + BLOCK - 1) / BLOCK; tile++) {
        const int j = tile * BLOCK + t;
        if (j < n) group[t] = pos[j];
        __syncthreads();
        for (const float4 *b = group; b != group + BLOCK; b++)
            s.pull(me, *b, softening);
        __syncthreads();
    }

    if (i < n) {
        float4 a;
        a.x = s.x; a.y = s.y; a.z = s.z; a.w = s.w;
        acc[i] = a;
    }
}
