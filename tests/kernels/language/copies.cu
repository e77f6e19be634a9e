// Structures with holes on all ways that copies take: branches, loops, calls, shared memory, memcpy, constructors.
struct Point { char name; int x; short y; };
struct Shape { Point ends[2]; double scale; bool closed; };
__device__ __noinline__ Shape moved(Shape s, int d) { s.ends[d & 1].x += d; s.scale += 0.5; return s; }
__device__ Shape opened(const Shape &s) { Shape r(s); r.closed = !r.closed; return r; }
__device__ __noinline__ Point last(Point p, int depth) { return depth > 0 ? last(Point{p.name, p.x + depth, p.y}, depth - 1) : p; }

extern "C" __global__ void k(int *out, int n)
{
    __shared__ Point board[64];
    int t = threadIdx.x;
    Point p; p.name = t; p.x = n; p.y = 3;
    board[t] = p;
    __syncthreads();
    Point q, row[4], turned[4];
    if (t & 1) { q = board[t ^ 2]; q.x++; } else q = p;
    for (int i = 0; i < 4; ++i) { row[i] = q; row[i].x += i; }
    for (int i = 0; i < 4; ++i) turned[3 - i] = row[i];
    for (int i = 0; i < 3; ++i) { Point x = turned[i]; turned[i] = turned[i + 1]; turned[i + 1] = x; }
    Shape s; s.ends[0] = turned[t & 3]; s.ends[1] = t & 2 ? p : q; s.scale = t; s.closed = true;
    Shape r = opened(moved(s, t)), w;
    memcpy(&w, &r, sizeof w);
    Point e = last(w.ends[0], t % 4);
    out[t] = e.name + e.x * 10 + e.y * 100 + w.ends[1].x + (int)(w.scale * 2) + w.closed * 1000;
}
