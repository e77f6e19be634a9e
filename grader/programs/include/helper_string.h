// Arguments of the command line, as the CUDA samples read them: -name, --name, -name=value.
#pragma once
#define EXIT_WAIVED 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static inline const char *grader_argument(int argc, const char **argv, const char *name) {
  for (int i = 1; i < argc; ++i) {
    const char *text = argv[i];
    while (*text == '-') ++text;
    size_t length = strcspn(text, "=");
    if (text != argv[i] && length == strlen(name) && !strncasecmp(text, name, length))
      return text[length] ? text + length + 1 : "";
  }
  return NULL;
}
static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) {
  return grader_argument(argc, argv, name) != NULL;
}
static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name) {
  const char *value = grader_argument(argc, argv, name);
  return value ? atoi(value) : 0;
}
static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) {
  const char *value = grader_argument(argc, argv, name);
  return value ? (float)atof(value) : 0;
}
static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **found) {
  const char *value = grader_argument(argc, argv, name);
  *found = (char *)value;
  return value != NULL;
}
// The path of a file in the program's folder or a `data` folder near it, to be freed; NULL if it is in none.
static inline char *sdkFindFilePath(const char *name, const char *program) {
  static const char *const folders[] = {"./", "./data/", "../", "../data/", "../../data/", "../../../Common/data/"};
  for (unsigned n = 0; n < sizeof folders / sizeof *folders; ++n) {
    char *path = (char *)malloc(strlen(folders[n]) + strlen(name) + 1);
    strcat(strcpy(path, folders[n]), name);
    FILE *file = fopen(path, "rb");
    if (file) return fclose(file), path;
    free(path);
  }
  return NULL;
}
