extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    float px = 0, py = 0, pz = 0;
    if (i < n) {
        float4 p = pos[i];
        px = p.x; py = p.y; pz = p.z;
    }

    float ax = 0, ay = 0, az = 0, potential = 0;

    int tiles = n / BLOCK;
    for (int k = 0; k < tiles; k++) {
        int j = k * BLOCK + tid;
        if (j < n) {
            tile[tid] = pos[j];
        } else {
            tile[tid].x = 0;
            tile[tid].y = 0;
            tile[tid].z = 0;
            tile[tid].w = 0;    // no mass
        }
        __syncthreads();

        for (int m = 0; m < BLOCK; m++) {
            float4 q = tile[m];
            float dx = q.x - px;
            float dy = q.y - py;
            float dz = q.z - pz;
            float d2 = dx * dx + dy * dy + dz * dz + softening * softening;
            float near1 = rsqrtf(d2);
            float near3 = near1 * near1 * near1;
            ax += q.w * near3 * dx;
            ay += q.w * near3 * dy;
            az += q.w * near3 * dy;
            potential += q.w * near1;
        }
        __syncthreads();
    }

    if (i < n) {
        float4 result;
        result.x = ax;
        result.y = ay;
        result.z = az;
        result.w = potential;
        acc[i] = result;
    }
}
