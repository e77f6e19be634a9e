// Images (PGM and PPM with 8 bits) and lists of numbers in files, as the CUDA samples read, write and compare them.
#pragma once
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include "helper_string.h"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

static inline void grader_to_bytes(unsigned char *made, unsigned char value) { *made = value; }
static inline void grader_to_bytes(unsigned char *made, float value) { *made = (unsigned char)(value * 255); }
static inline void grader_from_byte(unsigned char *made, unsigned char value) { *made = value; }
static inline void grader_from_byte(float *made, unsigned char value) { *made = value / 255.0f; }

// Read the head's next number; comments begin with #.
static inline unsigned grader_image_number(std::istream &file) {
  unsigned made = 0;
  while ((file >> std::ws).peek() == '#') file.ignore(1 << 20, '\n');
  file >> made;
  return made;
}
static inline bool __loadPPM(const char *name, unsigned char **data, unsigned *width, unsigned *height, unsigned *channels) {
  std::ifstream file(name, std::ios::binary);
  char kind[2] = {};
  file.read(kind, 2);
  *channels = kind[1] == '5' ? 1 : 3;
  unsigned w = grader_image_number(file), h = grader_image_number(file), most = grader_image_number(file);
  if (!file || kind[0] != 'P' || (kind[1] != '5' && kind[1] != '6') || most > 255) {
    std::cerr << "__LoadPPM() : " << name << " is not a PGM or PPM image that can be read" << std::endl;
    return false;
  }
  file.get();
  if (*data && (*width != w || *height != h)) std::cerr << "__LoadPPM() : Invalid image dimensions." << std::endl;
  size_t size = (size_t)w * h * *channels;
  if (!*data) *data = (unsigned char *)malloc(size);
  *width = w, *height = h;
  file.read((char *)*data, size);
  return true;
}
static inline bool __savePPM(const char *name, unsigned char *data, unsigned width, unsigned height, unsigned channels) {
  std::ofstream file(name, std::ios::binary);
  file << (channels == 1 ? "P5\n" : "P6\n") << width << "\n" << height << "\n255\n";
  file.write((const char *)data, (size_t)width * height * channels);
  return file.good();
}
template <class T> inline bool sdkLoadPGM(const char *name, T **data, unsigned *width, unsigned *height) {
  unsigned char *bytes = NULL;
  unsigned channels;
  if (!__loadPPM(name, &bytes, width, height, &channels)) return false;
  size_t size = (size_t)*width * *height * channels;
  if (!*data) *data = (T *)malloc(size * sizeof(T));
  for (size_t i = 0; i < size; ++i) grader_from_byte(*data + i, bytes[i]);
  free(bytes);
  return true;
}
template <class T> inline bool sdkSavePGM(const char *name, T *data, unsigned width, unsigned height) {
  std::vector<unsigned char> bytes((size_t)width * height);
  for (size_t i = 0; i < bytes.size(); ++i) grader_to_bytes(&bytes[i], data[i]);
  return __savePPM(name, bytes.data(), width, height, 1);
}
static inline bool sdkLoadPPMub(const char *name, unsigned char **data, unsigned *width, unsigned *height) {
  unsigned channels;
  return __loadPPM(name, data, width, height, &channels);
}
// Four bytes for each pixel, the last one 0.
template <class T> inline bool sdkLoadPPM4(const char *name, T **data, unsigned *width, unsigned *height) {
  unsigned char *bytes = NULL;
  if (!sdkLoadPPMub(name, &bytes, width, height)) return false;
  size_t pixels = (size_t)*width * *height;
  *data = (T *)calloc(pixels * 4, sizeof(T));
  for (size_t i = 0; i < pixels * 3; ++i) (*data)[i / 3 * 4 + i % 3] = bytes[i];
  free(bytes);
  return true;
}
static inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned *width, unsigned *height) {
  return sdkLoadPPM4(name, data, width, height);
}
static inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned width, unsigned height) {
  std::vector<unsigned char> bytes((size_t)width * height * 3);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
  return __savePPM(name, bytes.data(), width, height, 3);
}

template <class T> inline bool sdkReadFile(const char *name, T **data, unsigned *length, bool verbose) {
  std::ifstream file(name);
  if (!file) {
    printf("Unable to open input file: %s\n", name);
    return false;
  }
  std::vector<T> read;
  for (T one; file >> one;) read.push_back(one);
  if (*data && *length != read.size()) return false;
  if (!*data) *data = (T *)malloc(read.size() * sizeof(T)), *length = (unsigned)read.size();
  for (size_t i = 0; i < read.size(); ++i) (*data)[i] = read[i];
  return true;
}
template <class T, class S>
inline bool sdkWriteFile(const char *name, const T *data, unsigned length, S epsilon, bool verbose, bool = false) {
  std::ofstream file(name);
  file << "# " << epsilon << "\n";
  for (unsigned i = 0; i < length; ++i) file << data[i] << ' ';
  file << std::endl;
  return file.good();
}
static inline void sdkDumpBin(void *data, unsigned bytes, const char *name) {
  printf("sdkDumpBin: <%s>\n", name);
  std::ofstream(name, std::ios::binary).write((const char *)data, bytes);
}

// True if at most the share `threshold` of the elements differs by more than `epsilon`; with 0, if none does.
template <class T, class S>
inline bool compareData(const T *reference, const T *data, unsigned length, S epsilon, float threshold) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < length; ++i) wrong += !(fabs((double)reference[i] - (double)data[i]) <= (double)epsilon);
  return threshold == 0 ? wrong == 0 : wrong <= length * threshold;
}
template <class T>
inline bool grader_same_files(const char *name, const char *reference, unsigned length, float epsilon, float threshold,
                              const char *program) {
  char *path = sdkFindFilePath(reference, program);
  std::ifstream one(name, std::ios::binary), other(path ? path : "", std::ios::binary);
  std::vector<T> a(length), b(length);
  one.read((char *)a.data(), length * sizeof(T)), other.read((char *)b.data(), length * sizeof(T));
  bool same = one && other && compareData(b.data(), a.data(), length, epsilon, threshold);
  printf(same ? "  OK\n" : "  FAILURE: %d errors...\n", 1);
  free(path);
  return same;
}
static inline bool sdkCompareBin2BinUint(const char *name, const char *reference, unsigned length, float epsilon,
                                         float threshold, char *program) {
  return grader_same_files<unsigned>(name, reference, length, epsilon, threshold, program);
}
static inline bool sdkCompareBin2BinFloat(const char *name, const char *reference, unsigned length, float epsilon,
                                          float threshold, char *program) {
  return grader_same_files<float>(name, reference, length, epsilon, threshold, program);
}
static inline bool sdkComparePPM(const char *name, const char *reference, float epsilon, float threshold, bool verbose) {
  unsigned char *a = NULL, *b = NULL;
  unsigned w = 0, h = 0, channels = 0, w2 = 0, h2 = 0, channels2 = 0;
  bool same = __loadPPM(name, &a, &w, &h, &channels) && __loadPPM(reference, &b, &w2, &h2, &channels2) && w == w2 &&
              h == h2 && channels == channels2 && compareData(b, a, w * h * channels, epsilon, threshold);
  free(a), free(b);
  return same;
}
static inline bool sdkComparePGM(const char *name, const char *reference, float epsilon, float threshold, bool verbose) {
  return sdkComparePPM(name, reference, epsilon, threshold, verbose);
}
