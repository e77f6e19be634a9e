/* Threads, warps, barriers and blocks: who goes on, and when. */

#pragma once

#include "records.h"

/* arrivals.c */
struct Arrivals *arrivals_at(struct Context *ctx, u64 barrier, u64 later);

/* completions.c */
bool waits_at(struct Frames *frames, i64 *resume, u64 thread, u64 barrier);

/* findings.c */
void report_if(bool when, struct Context *ctx, struct Frame *frame, u64 row, u64 offset, u64 object, u64 other,
               u64 extra);
