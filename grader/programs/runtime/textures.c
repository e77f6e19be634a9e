// Arrays are rows of device memory; a texture or a surface is a description of one, in device memory, too. What a
// kernel makes of it: grader/compiling/clang_headers/textures.h.

struct cudaArray {
  char *data;
  size_t pitch, width, height, depth;
  unsigned flags;
  struct cudaChannelFormatDesc channels;
};

static int channels_of(struct cudaChannelFormatDesc c) { return (c.x > 0) + (c.y > 0) + (c.z > 0) + (c.w > 0); }
static size_t element_bytes(struct cudaChannelFormatDesc c) { return (c.x + c.y + c.z + c.w) / 8; }

cudaError_t cudaMalloc3DArray(cudaArray_t *made, const struct cudaChannelFormatDesc *channels, struct cudaExtent extent,
                              unsigned flags, GRADER_AT) {
  if (flags & ~(cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather))
    return refuse("an array of this kind", line, file);
  int six = flags & cudaArrayLayered ? extent.depth && extent.depth % 6 == 0 : extent.depth == 6;
  if (flags & cudaArrayCubemap && (!six || extent.width != extent.height))
    return refuse("a cubemap without six square sides", line, file);
  struct cudaArray *array = room(sizeof *array);
  array->channels = *channels, array->flags = flags, array->width = extent.width;
  array->height = extent.height ? extent.height : 1, array->depth = extent.depth ? extent.depth : 1;
  cudaError_t error = cudaMallocPitch((void **)&array->data, &array->pitch, extent.width * element_bytes(*channels),
                                      array->height * array->depth, line, file);
  if (!error) *made = array;
  return error;
}
cudaError_t cudaMallocArray(cudaArray_t *made, const struct cudaChannelFormatDesc *channels, size_t width, size_t height,
                            unsigned flags, GRADER_AT) {
  struct cudaExtent extent = {width, height, 0};
  return cudaMalloc3DArray(made, channels, extent, flags, line, file);
}
cudaError_t cudaFreeArray(cudaArray_t array, GRADER_AT) {
  cudaError_t error = array ? cudaFree(array->data, line, file) : 0;
  free(array);
  return error;
}
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *made, struct cudaExtent extent, GRADER_AT) {
  made->xsize = extent.width, made->ysize = extent.height;
  return cudaMallocPitch(&made->ptr, &made->pitch, extent.width, extent.height * extent.depth, line, file);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind, GRADER_AT) {
  return cudaMemcpy2D(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height, kind, line, file);
}
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind, GRADER_AT) {
  return cudaMemcpy2D(to, pitch, from->data + y * from->pitch + x, from->pitch, width, height, kind, line, file);
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind, GRADER_AT) {
  size_t row = to->width * element_bytes(to->channels);
  if (x || bytes % row) return refuse("cudaMemcpyToArray of a part of a row", line, file);
  return cudaMemcpy2DToArray(to, 0, y, from, row, row, bytes / row, kind, line, file);
}
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind, GRADER_AT) {
  size_t row = from->width * element_bytes(from->channels);
  if (x || bytes % row) return refuse("cudaMemcpyFromArray of a part of a row", line, file);
  return cudaMemcpy2DFromArray(to, row, from, 0, y, row, bytes / row, kind, line, file);
}
// A copy in three dimensions: slice by slice. Of an array, x is in elements.
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p, GRADER_AT) {
  cudaArray_t arrays[] = {p->dstArray, p->srcArray};
  struct cudaPitchedPtr plain[] = {p->dstPtr, p->srcPtr};
  struct cudaPos at[] = {p->dstPos, p->srcPos};
  char *start[2];
  size_t pitch[2], slice[2], each = 1;
  for (int n = 0; n < 2; n++) {
    size_t element = arrays[n] ? element_bytes(arrays[n]->channels) : 1;
    if (arrays[n]) each = element;
    pitch[n] = arrays[n] ? arrays[n]->pitch : plain[n].pitch;
    slice[n] = pitch[n] * (arrays[n] ? arrays[n]->height : plain[n].ysize);
    start[n] = (arrays[n] ? arrays[n]->data : (char *)plain[n].ptr) + at[n].z * slice[n] + at[n].y * pitch[n] + at[n].x * element;
  }
  for (size_t z = 0; z < p->extent.depth; z++) {
    cudaError_t error = cudaMemcpy2D(start[0] + z * slice[0], pitch[0], start[1] + z * slice[1], pitch[1],
                                     p->extent.width * each, p->extent.height, p->kind, line, file);
    if (error) return error;
  }
  return 0;
}

static cudaError_t object(cudaTextureObject_t *made, const struct cudaResourceDesc *resource,
                          const struct cudaTextureDesc *how, int line, const char *file) {
  struct cudaArray given = {0}, *array = &given;
  if (resource->resType == cudaResourceTypeMipmappedArray) return refuse("a mipmapped texture", line, file);
  if (resource->resType == cudaResourceTypeArray) array = resource->res.array.array;
  given.height = given.depth = 1;
  if (resource->resType == cudaResourceTypeLinear) {
    given.data = resource->res.linear.devPtr, given.channels = resource->res.linear.desc;
    given.width = resource->res.linear.sizeInBytes / element_bytes(given.channels);
  }
  if (resource->resType == cudaResourceTypePitch2D) {
    given.data = resource->res.pitch2D.devPtr, given.channels = resource->res.pitch2D.desc;
    given.width = resource->res.pitch2D.width, given.height = resource->res.pitch2D.height;
    given.pitch = resource->res.pitch2D.pitchInBytes;
  }
  for (int n = 0; n < 4; n++)
    if (how->borderColor[n] != 0 && how->addressMode[0] == cudaAddressModeBorder)
      return refuse("a texture's border that is not 0", line, file);
  int count = channels_of(array->channels);
  struct { char *data; int width, height, depth, pitch, channels, bytes, kind, mode[3], linear, normalized, as_float, unused; }
      told = {array->data, array->width, array->height, array->depth, array->pitch, count,
              count ? element_bytes(array->channels) / count : 0, array->channels.f, {0}, how->filterMode,
              how->normalizedCoords, how->readMode && array->channels.f != cudaChannelFormatKindFloat};
  for (int n = 0; n < 3; n++) {
    int mode = how->addressMode[n], repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    told.mode[n] = repeats && !how->normalizedCoords ? cudaAddressModeClamp : mode;
  }
  if (array->flags & (cudaArrayLayered | cudaArrayCubemap)) told.mode[2] = cudaAddressModeClamp;
  if (array->flags & cudaArrayCubemap)  // a direction, whatever the texture says of its coordinates
    told.normalized = 1, told.mode[0] = told.mode[1] = cudaAddressModeClamp;
  struct reply reply;
  enter(line, file);
  exchange("texture", line, file, NUMBERS(0), &told, sizeof told, &reply, NULL, 0);
  done();
  if (!reply.code) *made = reply.numbers[0];
  return reply.code;
}
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *made, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *how, const struct cudaResourceViewDesc *view, GRADER_AT) {
  return object(made, resource, how, line, file);
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *made, const struct cudaResourceDesc *resource, GRADER_AT) {
  struct cudaTextureDesc how = {0};
  return object(made, resource, &how, line, file);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture, GRADER_AT) {
  return ask("texture_gone", line, file, NUMBERS(N(texture)), NULL, 0).code;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface, GRADER_AT) {
  return cudaDestroyTextureObject(surface, line, file);
}
