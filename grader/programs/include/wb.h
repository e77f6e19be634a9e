// The library of the ECE 408 and "Heterogeneous Parallel Programming" labs, written anew: arguments, files, log, timers
// and the comparison with the expected output. Log and times are printed as they come.
//
//     program -e expected.raw -i input0.raw,input1.raw -o output.raw -t vector
//     program input0.raw input1.raw expected.raw
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct wbArg_t {
  std::vector<std::string> inputs;
  std::string expected, output, type;
};

struct wbImage {
  int width, height, channels;
  float *data;
};
typedef wbImage *wbImage_t;

namespace wb {

// --- log and timers

inline void put(std::ostream &) {}
template <class First, class... More>
void put(std::ostream &out, const First &first, const More &...more) {
  out << first;
  put(out, more...);
}
template <class... Parts>
std::string text(const Parts &...parts) {
  std::ostringstream out;
  put(out, parts...);
  return out.str();
}
template <class... Parts>
void log(const char *level, const char *function, int line, const Parts &...parts) {
  std::cout << '[' << level << "] " << function << ':' << line << ' ' << text(parts...) << std::endl;
}
[[noreturn]] inline void give_up(const std::string &why) {
  std::cout << "[FATAL] " << why << std::endl;
  exit(EXIT_FAILURE);
}

typedef std::chrono::steady_clock Clock;
inline std::map<std::string, Clock::time_point> &timers() {
  static std::map<std::string, Clock::time_point> running;
  return running;
}
inline void start(const char *kind, const std::string &message) { timers()[kind + (' ' + message)] = Clock::now(); }
inline void stop(const char *kind, const std::string &message) {
  auto begun = timers().find(kind + (' ' + message));
  if (begun == timers().end()) return;
  double seconds = std::chrono::duration<double>(Clock::now() - begun->second).count();
  std::cout << '[' << kind << "] " << seconds << " s " << message << std::endl;
  timers().erase(begun);
}

// --- files

inline bool ends_with(const std::string &name, const char *end) {
  size_t length = strlen(end);
  return name.size() >= length && name.compare(name.size() - length, length, end) == 0;
}
// The numbers of a file. A .raw file begins with its sizes, `dimensions` of them; .csv and .tsv have a line for each row.
template <class T>
T *numbers(const std::string &name, int dimensions, int *sizes) {
  std::ifstream file(name);
  if (!file) give_up("The file " + name + " cannot be read.");
  std::vector<T> values;
  bool table = ends_with(name, ".csv") || ends_with(name, ".tsv");
  int rows = 0;
  if (!table) {
    for (int i = 0; i < dimensions; ++i)
      if (!(file >> sizes[i]) || sizes[i] < 0) give_up("The file " + name + " does not begin with its sizes.");
  }
  for (std::string line; std::getline(file, line);) {
    for (char &c : line)
      if (c == ',' || c == '\t') c = ' ';
    std::istringstream words(line);
    size_t before = values.size();
    for (double value; words >> value;) values.push_back((T)value);
    rows += values.size() > before;
  }
  if (table) {
    sizes[0] = dimensions == 1 ? (int)values.size() : rows;
    if (dimensions > 1) sizes[1] = rows ? (int)values.size() / rows : 0;
  }
  size_t wanted = 1;
  for (int i = 0; i < dimensions; ++i) wanted *= (size_t)sizes[i];
  if (values.size() < wanted) give_up("The file " + name + " has fewer numbers than it says.");
  T *made = (T *)malloc(wanted ? wanted * sizeof(T) : 1);
  std::copy(values.begin(), values.begin() + (long)wanted, made);
  return made;
}
inline std::string bytes(const std::string &name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) give_up("The file " + name + " cannot be read.");
  return std::string(std::istreambuf_iterator<char>(file), {});
}
inline float *typed(const std::string &name, const std::string &type, int dimensions, int *sizes) {
  if (type == "Text") {
    std::string all = bytes(name);
    sizes[0] = (int)all.size();
    char *made = (char *)malloc(all.size() + 1);
    memcpy(made, all.c_str(), all.size() + 1);
    return (float *)made;
  }
  if (type == "Integer") return (float *)numbers<int>(name, dimensions, sizes);
  return numbers<float>(name, dimensions, sizes);
}
inline std::string word_of(std::istream &file) {  // PPM: words, with remarks from # to the end of the line
  std::string word;
  while (file >> word && word[0] == '#') std::getline(file, word);
  return word;
}
inline wbImage_t image(int width, int height, int channels) {
  size_t size = (size_t)width * (size_t)height * (size_t)channels;
  return new wbImage{width, height, channels, (float *)calloc(size ? size : 1, sizeof(float))};
}
inline wbImage_t image_of(const std::string &name) {
  std::istringstream file(bytes(name));
  std::string magic = word_of(file);
  int channels = magic == "P6" || magic == "P3" ? 3 : 1;
  int width = atoi(word_of(file).c_str()), height = atoi(word_of(file).c_str());
  if (magic == "S6") channels = atoi(word_of(file).c_str());  // libwb's own, for the stencil: a volume
  int most = atoi(word_of(file).c_str());
  bool bytewise = magic == "P6" || magic == "P5" || magic == "S6";
  bool known = bytewise || magic == "P3" || magic == "P2";
  if (!known || width <= 0 || height <= 0 || channels <= 0 || most <= 0 || most > 255)
    give_up(name + " is no PPM or PGM image.");
  file.get();
  wbImage_t made = image(width, height, channels);
  for (long i = 0; i < (long)width * height * channels; ++i) {
    int value = bytewise ? file.get() : atoi(word_of(file).c_str());
    if (!file) give_up("The image " + name + " ends too early.");
    made->data[i] = (float)value / (float)most;
  }
  return made;
}

// --- the solution

const double NEAR = 1e-3, ONE_LEVEL = 1.5 / 255;  // of an image: how a level is rounded is nobody's mistake
inline bool same(double got, double expected, double near) {
  return got == expected || std::fabs(got - expected) <= near + NEAR * std::fabs(expected);
}
template <class T>
bool solution(const T *data, const T *expected, int rows, int columns, double near = NEAR) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      long at = (long)row * columns + column;
      if (same((double)data[at], (double)expected[at], near)) continue;
      std::cout << "The solution did not match the expected results at column " << column << " and row " << row
                << ". Expecting " << +expected[at] << " but got " << +data[at] << "." << std::endl;
      return false;
    }
  std::cout << "The solution is correct" << std::endl;
  return true;
}
template <class T>
void written(const wbArg_t &args, const T *data, int rows, int columns, bool matrix) {
  if (args.output.empty()) return;
  std::ofstream file(args.output);
  file << rows;
  if (matrix) file << ' ' << columns;
  for (long i = 0; i < (long)rows * columns; ++i) file << (matrix && i % columns ? ' ' : '\n') << +data[i];
  file << '\n';
}
template <class T>
bool checked(const wbArg_t &args, const T *data, int rows, int columns, bool matrix) {
  written(args, data, rows, columns, matrix);
  if (args.expected.empty()) return std::cout << "There is no expected output to compare with." << std::endl, true;
  int sizes[2] = {0, 1};
  T *expected = numbers<T>(args.expected, matrix ? 2 : 1, sizes);
  bool fits = sizes[0] == rows && (!matrix || sizes[1] == columns);
  if (!fits)
    std::cout << "The size of the solution is " << rows << (matrix ? " x " + std::to_string(columns) : "")
              << "; expected is " << sizes[0] << (matrix ? " x " + std::to_string(sizes[1]) : "") << "." << std::endl;
  bool right = fits && solution(data, expected, rows, columns);
  free(expected);
  return right;
}

}  // namespace wb

// --- what the labs call; what uses the program's memory is not inlined: a fault in it is then on the line of its call
#define GRADER_CALLED __attribute__((noinline))

inline wbArg_t wbArg_read(int argc, char **argv) {
  wbArg_t args;
  std::vector<std::string> plain;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "-i") {
      std::istringstream names(value);
      for (std::string name; std::getline(names, name, ',');)
        if (!name.empty()) args.inputs.push_back(name);
    } else if (word == "-e") {
      args.expected = value;
    } else if (word == "-o") {
      args.output = value;
    } else if (word == "-t") {
      args.type = value;
    } else {
      plain.push_back(word);
      continue;
    }
    ++i;
  }
  if (args.inputs.empty() && !plain.empty()) {
    if (args.expected.empty() && plain.size() > 1) args.expected = plain.back(), plain.pop_back();
    args.inputs = plain;
  }
  return args;
}
inline char *wbArg_getInputFile(const wbArg_t &args, int number) {
  if (number < 0 || number >= (int)args.inputs.size())
    wb::give_up("The program was given no input file number " + std::to_string(number) + " (-i a.raw,b.raw).");
  return (char *)args.inputs[(size_t)number].c_str();
}
inline int wbArg_getInputCount(const wbArg_t &args) { return (int)args.inputs.size(); }
inline char *wbArg_getExpectedOutputFile(const wbArg_t &args) { return (char *)args.expected.c_str(); }
inline char *wbArg_getOutputFile(const wbArg_t &args) { return (char *)args.output.c_str(); }

inline float *wbImport(const char *name, int *length) { return wb::typed(name, "Real", 1, length); }
inline float *wbImport(const char *name, int *length, const char *type) { return wb::typed(name, type, 1, length); }
inline float *wbImport(const char *name, int *rows, int *columns, const char *type = "Real") {
  int sizes[2] = {0, 0};
  float *made = wb::typed(name, type, 2, sizes);
  *rows = sizes[0], *columns = sizes[1];
  return made;
}
inline wbImage_t wbImport(const char *name) { return wb::image_of(name); }
inline int wbImport_flag(const char *name) { return atoi(wb::bytes(name).c_str()); }

inline wbImage_t wbImage_new(int width, int height, int channels = 3) { return wb::image(width, height, channels); }
GRADER_CALLED inline void wbImage_delete(wbImage_t image) {
  if (image) free(image->data);
  delete image;
}
inline int wbImage_getWidth(wbImage_t image) { return image->width; }
inline int wbImage_getHeight(wbImage_t image) { return image->height; }
inline int wbImage_getChannels(wbImage_t image) { return image->channels; }
inline int wbImage_getPitch(wbImage_t image) { return image->width * image->channels; }
inline float *wbImage_getData(wbImage_t image) { return image->data; }
inline void wbImage_setData(wbImage_t image, float *data) { image->data = data; }

// A sparse matrix, row by row, to jagged diagonals: rows by falling length, their elements column by column.
inline void CSRToJDS(int rows, int *starts, int *columns, float *data, int **order, int **lengths, int **jds_starts,
                     int **jds_columns, float **jds_data) {
  auto length = [=](int row) { return starts[row + 1] - starts[row]; };
  *order = (int *)malloc(rows * sizeof(int)), *lengths = (int *)malloc(rows * sizeof(int));
  for (int row = 0; row < rows; ++row) (*order)[row] = row;
  std::stable_sort(*order, *order + rows, [=](int a, int b) { return length(a) > length(b); });
  for (int row = 0; row < rows; ++row) (*lengths)[row] = length((*order)[row]);
  int longest = rows ? (*lengths)[0] : 0, at = 0;
  *jds_starts = (int *)malloc((longest + 1) * sizeof(int));
  *jds_columns = (int *)malloc((rows ? starts[rows] : 0) * sizeof(int) + 1);
  *jds_data = (float *)malloc((rows ? starts[rows] : 0) * sizeof(float) + 1);
  for (int column = 0; column < longest; ++column) {
    (*jds_starts)[column] = at;
    for (int row = 0; row < rows && (*lengths)[row] > column; ++row, ++at) {
      (*jds_columns)[at] = columns[starts[(*order)[row]] + column];
      (*jds_data)[at] = data[starts[(*order)[row]] + column];
    }
  }
  (*jds_starts)[longest] = at;
}

template <class T>
GRADER_CALLED bool wbSolution(const wbArg_t &args, T *data, int length) {
  return wb::checked(args, data, length, 1, false);
}
template <class T>
GRADER_CALLED bool wbSolution(const wbArg_t &args, T *data, int rows, int columns) {
  return wb::checked(args, data, rows, columns, true);
}
GRADER_CALLED inline bool wbSolution(const wbArg_t &args, void *data, int length) {
  if (args.type == "integral_vector") return wb::checked(args, (int *)data, length, 1, false);
  return wb::checked(args, (float *)data, length, 1, false);
}
GRADER_CALLED inline bool wbSolution(const wbArg_t &args, wbImage_t image) {
  if (args.expected.empty()) return std::cout << "There is no expected output to compare with." << std::endl, true;
  wbImage_t expected = wb::image_of(args.expected);
  bool fits = expected->width == image->width && expected->height == image->height && expected->channels == image->channels;
  if (!fits) std::cout << "The image has not the size of the expected one." << std::endl;
  int columns = image->width * image->channels;
  bool right = fits && wb::solution(image->data, expected->data, image->height, columns, wb::ONE_LEVEL);
  wbImage_delete(expected);
  return right;
}

// Values as text, in the form in which they are read; an image as PPM. False where the file may not be written.
template <class T>
GRADER_CALLED bool wbExport(const char *name, T *data, int rows, int columns = 0) {
  std::ofstream file(name);
  wbArg_t args;
  args.output = name;
  if (file) wb::written(args, data, rows, columns ? columns : 1, columns != 0);
  return (bool)file;
}
GRADER_CALLED inline bool wbExport(const char *name, wbImage_t image) {
  std::ofstream file(name, std::ios::binary);
  file << (image->channels == 3 ? "P6" : "P5") << '\n' << image->width << ' ' << image->height << "\n255\n";
  for (long i = 0; i < (long)image->width * image->height * image->channels; ++i)
    file.put((char)(unsigned char)std::min(255.f, std::max(0.f, image->data[i] * 255 + 0.5f)));
  return (bool)file;
}

#undef GRADER_CALLED
#define wbLog(level, ...) ::wb::log(#level, __func__, __LINE__, ##__VA_ARGS__)
#define wbTime_start(kind, ...) ::wb::start(#kind, ::wb::text(__VA_ARGS__))
#define wbTime_stop(kind, ...) ::wb::stop(#kind, ::wb::text(__VA_ARGS__))
#ifndef wbCheck
#define wbCheck(call)                                                   \
  do {                                                                  \
    cudaError_t error_of_call = call;                                   \
    if (error_of_call != cudaSuccess) {                                 \
      wbLog(ERROR, #call, " failed: ", cudaGetErrorString(error_of_call)); \
      return -1;                                                        \
    }                                                                   \
  } while (0)
#endif
