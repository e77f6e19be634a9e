// Texture and surface objects in software: an object is the address of what the program's runtime has made of it.
struct grader_texture {
  unsigned long long data;
  int width, height, depth, pitch, channels, bytes, kind, mode[3], linear, normalized, as_float, unused;
};
#define GRADER_TEXTURE static __device__ __forceinline__
// The place of an element along one side; -1 outside, where the border is 0.
GRADER_TEXTURE int grader_place(int at, int size, int mode) {
  if (mode == 0) return ((at % size) + size) % size;
  if (mode == 3) {
    at = ((at % (2 * size)) + 2 * size) % (2 * size);
    return at < size ? at : 2 * size - 1 - at;
  }
  if (mode == 2 && (at < 0 || at >= size)) return -1;
  return at < 0 ? 0 : at >= size ? size - 1 : at;
}
template <class T> GRADER_TEXTURE T grader_element(const grader_texture *t, int x, int y, int z) {
  union Made { float part[4]; T value; __device__ Made() {} } made;
  for (int n = 0; n < 4; n++) made.part[n] = 0;
  x = grader_place(x, t->width, t->mode[0]), y = grader_place(y, t->height, t->mode[1]);
  z = grader_place(z, t->depth, t->mode[2]);
  if (x < 0 || y < 0 || z < 0) return made.value;
  const char *at = (const char *)t->data + ((long long)z * t->height + y) * t->pitch + x * t->channels * t->bytes;
  if (!t->as_float) return *(const T *)at;
  for (int n = 0; n < t->channels; n++) {
    const char *one = at + n * t->bytes;
    if (t->bytes == 1) made.part[n] = t->kind ? *(const unsigned char *)one / 255.0f : fmaxf(*(const signed char *)one / 127.0f, -1.0f);
    else made.part[n] = t->kind ? *(const unsigned short *)one / 65535.0f : fmaxf(*(const short *)one / 32767.0f, -1.0f);
  }
  return made.value;
}
// A sum of two elements; only those made of floats are filtered.
template <class T> GRADER_TEXTURE T grader_mixed(T a, T b, float share) { return a; }
GRADER_TEXTURE float grader_mixed(float a, float b, float share) { return (1 - share) * a + share * b; }
GRADER_TEXTURE float2 grader_mixed(float2 a, float2 b, float s) {
  return make_float2(grader_mixed(a.x, b.x, s), grader_mixed(a.y, b.y, s));
}
GRADER_TEXTURE float4 grader_mixed(float4 a, float4 b, float s) {
  return make_float4(grader_mixed(a.x, b.x, s), grader_mixed(a.y, b.y, s), grader_mixed(a.z, b.z, s), grader_mixed(a.w, b.w, s));
}
template <class T>
GRADER_TEXTURE T grader_fetched(unsigned long long object, float x, float y, float z, int sides, int layer = 0) {
  const grader_texture *t = (const grader_texture *)object;
  if (t->normalized) x *= t->width, y *= t->height, z *= t->depth;
  if (!t->linear)
    return grader_element<T>(t, (int)floorf(x), sides > 1 ? (int)floorf(y) : 0, sides > 2 ? (int)floorf(z) : layer);
  x -= 0.5f, y -= 0.5f, z -= 0.5f;
  int i = (int)floorf(x), j = sides > 1 ? (int)floorf(y) : 0, k = sides > 2 ? (int)floorf(z) : layer;
  // The hardware keeps eight bits of the position between two elements.
  float a = rintf((x - floorf(x)) * 256) / 256, b = rintf((y - floorf(y)) * 256) / 256, c = rintf((z - floorf(z)) * 256) / 256;
  T made = grader_mixed(grader_element<T>(t, i, j, k), grader_element<T>(t, i + 1, j, k), a);
  if (sides > 1)
    made = grader_mixed(made, grader_mixed(grader_element<T>(t, i, j + 1, k), grader_element<T>(t, i + 1, j + 1, k), a), b);
  if (sides < 3) return made;
  T low = grader_mixed(grader_element<T>(t, i, j, k + 1), grader_element<T>(t, i + 1, j, k + 1), a);
  T high = grader_mixed(grader_element<T>(t, i, j + 1, k + 1), grader_element<T>(t, i + 1, j + 1, k + 1), a);
  return grader_mixed(made, grader_mixed(low, high, b), c);
}
template <class T> GRADER_TEXTURE T grader_tex1Dfetch(unsigned long long t, int x) {
  return grader_element<T>((const grader_texture *)t, x, 0, 0);
}
template <class T> GRADER_TEXTURE T grader_tex1D(unsigned long long t, float x) { return grader_fetched<T>(t, x, 0, 0, 1); }
template <class T> GRADER_TEXTURE T grader_tex2D(unsigned long long t, float x, float y) {
  return grader_fetched<T>(t, x, y, 0, 2);
}
template <class T> GRADER_TEXTURE T grader_tex3D(unsigned long long t, float x, float y, float z) {
  return grader_fetched<T>(t, x, y, z, 3);
}
template <class T> GRADER_TEXTURE T grader_tex1DLayered(unsigned long long t, float x, int layer) {
  return grader_fetched<T>(t, x, 0, 0, 1, layer);
}
template <class T> GRADER_TEXTURE T grader_tex2DLayered(unsigned long long t, float x, float y, int layer) {
  return grader_fetched<T>(t, x, y, 0, 2, layer);
}
// A cubemap: the side of the direction's longest part, in the order +x, -x, +y, -y, +z, -z, and the place on it.
template <class T>
GRADER_TEXTURE T grader_texCubemapLayered(unsigned long long t, float x, float y, float z, int layer) {
  float along_x = fabsf(x), along_y = fabsf(y), along_z = fabsf(z);
  bool is_x = along_x >= along_y && along_x >= along_z, is_y = !is_x && along_y >= along_z;
  float longest = is_x ? x : is_y ? y : z, sign = longest < 0 ? -1.0f : 1.0f, length = fabsf(longest);
  float right = is_x ? -sign * z : is_y ? x : sign * x, down = is_y ? sign * z : -y;
  int side = (is_x ? 0 : is_y ? 2 : 4) + (longest < 0);
  return grader_fetched<T>(t, (right / length + 1) / 2, (down / length + 1) / 2, 0, 2, 6 * layer + side);
}
template <class T> GRADER_TEXTURE T grader_texCubemap(unsigned long long t, float x, float y, float z) {
  return grader_texCubemapLayered<T>(t, x, y, z, 0);
}
template <class T> GRADER_TEXTURE T *grader_surface(unsigned long long s, int x, int y, int z) {
  const grader_texture *t = (const grader_texture *)s;
  return (T *)((char *)t->data + ((long long)z * t->height + y) * t->pitch + x);
}
#define GRADER_SURFACE(name, places, given)                                                                           \
  template <class T> GRADER_TEXTURE T grader_surf##name##read(unsigned long long s, GRADER_P places) {                \
    return *grader_surface<T>(s, GRADER_P given);                                                                      \
  }                                                                                                                    \
  template <class T> GRADER_TEXTURE void grader_surf##name##read(T *made, unsigned long long s, GRADER_P places, int = 2) { \
    *made = *grader_surface<T>(s, GRADER_P given);                                                                     \
  }                                                                                                                    \
  template <class T> GRADER_TEXTURE void grader_surf##name##write(T value, unsigned long long s, GRADER_P places, int = 2) { \
    *grader_surface<T>(s, GRADER_P given) = value;                                                                     \
  }
#define GRADER_P(...) __VA_ARGS__
GRADER_SURFACE(1D, (int x), (x, 0, 0))
GRADER_SURFACE(2D, (int x, int y), (x, y, 0))
GRADER_SURFACE(3D, (int x, int y, int z), (x, y, z))
GRADER_SURFACE(2DLayered, (int x, int y, int z), (x, y, z))
#undef GRADER_P
#undef GRADER_SURFACE
#undef GRADER_TEXTURE
#define tex1Dfetch grader_tex1Dfetch
#define tex1D grader_tex1D
#define tex2D grader_tex2D
#define tex3D grader_tex3D
#define tex1DLayered grader_tex1DLayered
#define tex2DLayered grader_tex2DLayered
#define texCubemap grader_texCubemap
#define texCubemapLayered grader_texCubemapLayered
#define surf1Dread grader_surf1Dread
#define surf1Dwrite grader_surf1Dwrite
#define surf2Dread grader_surf2Dread
#define surf2Dwrite grader_surf2Dwrite
#define surf3Dread grader_surf3Dread
#define surf3Dwrite grader_surf3Dwrite
#define surf2DLayeredread grader_surf2DLayeredread
#define surf2DLayeredwrite grader_surf2DLayeredwrite
