// The stopwatch of the CUDA samples. Times are milliseconds.
#pragma once
#include <chrono>

class StopWatchInterface {
 public:
  void start() { begun = Clock::now(), runs = true; }
  void stop() {
    if (runs) last = passed(), total += last, ++sessions, runs = false;
  }
  void reset() { total = last = 0, sessions = 0, begun = Clock::now(); }
  float getTime() const { return runs ? total + passed() : total; }
  float getAverageTime() const { return sessions ? total / sessions : 0; }

 private:
  typedef std::chrono::steady_clock Clock;
  float passed() const { return std::chrono::duration<float, std::milli>(Clock::now() - begun).count(); }
  Clock::time_point begun = Clock::now();
  float total = 0, last = 0;
  int sessions = 0;
  bool runs = false;
};

static inline bool sdkCreateTimer(StopWatchInterface **timer) { return *timer = new StopWatchInterface, true; }
static inline bool sdkDeleteTimer(StopWatchInterface **timer) { return delete *timer, *timer = nullptr, true; }
static inline bool sdkStartTimer(StopWatchInterface **timer) { return (*timer)->start(), true; }
static inline bool sdkStopTimer(StopWatchInterface **timer) { return (*timer)->stop(), true; }
static inline bool sdkResetTimer(StopWatchInterface **timer) { return (*timer)->reset(), true; }
static inline float sdkGetTimerValue(StopWatchInterface **timer) { return (*timer)->getTime(); }
static inline float sdkGetAverageTimerValue(StopWatchInterface **timer) { return (*timer)->getAverageTime(); }
