/* What a thread leaves for the launch to tell. */

#pragma once

#include "records.h"

/* findings.c */
void report_if(bool when, struct Context *ctx, struct Frame *frame, u64 row, u64 offset, u64 object, u64 other,
               u64 extra);

/* judging.c */
void judge_thread(struct Context *ctx, struct Frame *frame, i64 state, i64 first, u64 first_thread);

/* logs.c */
void record_access(struct Context *ctx, struct Frame *frame, u64 site, u64 kind, u64 shift, u64 value);

/* mbarriers.c */
bool phase_is_over(const struct Frame *frame);
