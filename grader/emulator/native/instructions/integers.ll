define internal i16 @add_u16(i16 %0, i16 %1) {
  %3 = add i16 %1, %0
  ret i16 %3
}

define internal i16 @sub_u16(i16 %0, i16 %1) {
  %3 = sub i16 %0, %1
  ret i16 %3
}

define internal i16 @mul_lo_u16(i16 %0, i16 %1) {
  %3 = mul i16 %1, %0
  ret i16 %3
}

define internal i16 @mul_hi_u16(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = zext i16 %1 to i32
  %5 = mul nuw i32 %4, %3
  %6 = lshr i32 %5, 16
  %7 = trunc nuw i32 %6 to i16
  ret i16 %7
}

define internal i16 @mad_lo_u16(i16 %0, i16 %1, i16 %2) {
  %4 = mul i16 %1, %0
  %5 = add i16 %4, %2
  ret i16 %5
}

define internal i16 @mad_hi_u16(i16 %0, i16 %1, i16 %2) {
  %4 = zext i16 %0 to i32
  %5 = zext i16 %1 to i32
  %6 = mul nuw i32 %5, %4
  %7 = lshr i32 %6, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = add i16 %2, %8
  ret i16 %9
}

define internal i16 @sad_u16(i16 %0, i16 %1, i16 %2) {
  %4 = sub i16 %0, %1
  %5 = sub i16 %1, %0
  %6 = icmp ult i16 %0, %1
  %7 = select i1 %6, i16 %5, i16 %4
  %8 = add i16 %7, %2
  ret i16 %8
}

define internal i16 @add_s16(i16 %0, i16 %1) {
  %3 = add i16 %1, %0
  ret i16 %3
}

define internal i16 @sub_s16(i16 %0, i16 %1) {
  %3 = sub i16 %0, %1
  ret i16 %3
}

define internal i16 @mul_lo_s16(i16 %0, i16 %1) {
  %3 = mul i16 %1, %0
  ret i16 %3
}

define internal i16 @mul_hi_s16(i16 %0, i16 %1) {
  %3 = sext i16 %0 to i32
  %4 = sext i16 %1 to i32
  %5 = mul nsw i32 %4, %3
  %6 = lshr i32 %5, 16
  %7 = trunc nuw i32 %6 to i16
  ret i16 %7
}

define internal i16 @mad_lo_s16(i16 %0, i16 %1, i16 %2) {
  %4 = mul i16 %1, %0
  %5 = add i16 %4, %2
  ret i16 %5
}

define internal i16 @mad_hi_s16(i16 %0, i16 %1, i16 %2) {
  %4 = sext i16 %0 to i32
  %5 = sext i16 %1 to i32
  %6 = mul nsw i32 %5, %4
  %7 = lshr i32 %6, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = add i16 %2, %8
  ret i16 %9
}

define internal i16 @sad_s16(i16 %0, i16 %1, i16 %2) {
  %4 = sub i16 %0, %1
  %5 = sub i16 %1, %0
  %6 = icmp slt i16 %0, %1
  %7 = select i1 %6, i16 %5, i16 %4
  %8 = add i16 %7, %2
  ret i16 %8
}

define internal i32 @add_u32(i32 %0, i32 %1) {
  %3 = add i32 %1, %0
  ret i32 %3
}

define internal i32 @sub_u32(i32 %0, i32 %1) {
  %3 = sub i32 %0, %1
  ret i32 %3
}

define internal i32 @mul_lo_u32(i32 %0, i32 %1) {
  %3 = mul i32 %1, %0
  ret i32 %3
}

define internal i32 @mul_hi_u32(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = mul nuw i64 %4, %3
  %6 = lshr i64 %5, 32
  %7 = trunc nuw i64 %6 to i32
  ret i32 %7
}

define internal i32 @mad_lo_u32(i32 %0, i32 %1, i32 %2) {
  %4 = mul i32 %1, %0
  %5 = add i32 %4, %2
  ret i32 %5
}

define internal i32 @mad_hi_u32(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = mul nuw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = add i32 %2, %8
  ret i32 %9
}

define internal i32 @sad_u32(i32 %0, i32 %1, i32 %2) {
  %4 = sub i32 %0, %1
  %5 = sub i32 %1, %0
  %6 = icmp ult i32 %0, %1
  %7 = select i1 %6, i32 %5, i32 %4
  %8 = add i32 %7, %2
  ret i32 %8
}

define internal i32 @add_s32(i32 %0, i32 %1) {
  %3 = add i32 %1, %0
  ret i32 %3
}

define internal i32 @sub_s32(i32 %0, i32 %1) {
  %3 = sub i32 %0, %1
  ret i32 %3
}

define internal i32 @mul_lo_s32(i32 %0, i32 %1) {
  %3 = mul i32 %1, %0
  ret i32 %3
}

define internal i32 @mul_hi_s32(i32 %0, i32 %1) {
  %3 = sext i32 %0 to i64
  %4 = sext i32 %1 to i64
  %5 = mul nsw i64 %4, %3
  %6 = lshr i64 %5, 32
  %7 = trunc nuw i64 %6 to i32
  ret i32 %7
}

define internal i32 @mad_lo_s32(i32 %0, i32 %1, i32 %2) {
  %4 = mul i32 %1, %0
  %5 = add i32 %4, %2
  ret i32 %5
}

define internal i32 @mad_hi_s32(i32 %0, i32 %1, i32 %2) {
  %4 = sext i32 %0 to i64
  %5 = sext i32 %1 to i64
  %6 = mul nsw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = add i32 %2, %8
  ret i32 %9
}

define internal i32 @sad_s32(i32 %0, i32 %1, i32 %2) {
  %4 = sub i32 %0, %1
  %5 = sub i32 %1, %0
  %6 = icmp slt i32 %0, %1
  %7 = select i1 %6, i32 %5, i32 %4
  %8 = add i32 %7, %2
  ret i32 %8
}

define internal i64 @add_u64(i64 %0, i64 %1) {
  %3 = add i64 %1, %0
  ret i64 %3
}

define internal i64 @sub_u64(i64 %0, i64 %1) {
  %3 = sub i64 %0, %1
  ret i64 %3
}

define internal i64 @mul_lo_u64(i64 %0, i64 %1) {
  %3 = mul i64 %1, %0
  ret i64 %3
}

define internal i64 @mul_hi_u64(i64 %0, i64 %1) {
  %3 = zext i64 %0 to i128
  %4 = zext i64 %1 to i128
  %5 = mul nuw i128 %4, %3
  %6 = lshr i128 %5, 64
  %7 = trunc nuw i128 %6 to i64
  ret i64 %7
}

define internal i64 @mad_lo_u64(i64 %0, i64 %1, i64 %2) {
  %4 = mul i64 %1, %0
  %5 = add i64 %4, %2
  ret i64 %5
}

define internal i64 @mad_hi_u64(i64 %0, i64 %1, i64 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = mul nuw i128 %5, %4
  %7 = lshr i128 %6, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = add i64 %2, %8
  ret i64 %9
}

define internal i64 @sad_u64(i64 %0, i64 %1, i64 %2) {
  %4 = sub i64 %0, %1
  %5 = sub i64 %1, %0
  %6 = icmp ult i64 %0, %1
  %7 = select i1 %6, i64 %5, i64 %4
  %8 = add i64 %7, %2
  ret i64 %8
}

define internal i64 @add_s64(i64 %0, i64 %1) {
  %3 = add i64 %1, %0
  ret i64 %3
}

define internal i64 @sub_s64(i64 %0, i64 %1) {
  %3 = sub i64 %0, %1
  ret i64 %3
}

define internal i64 @mul_lo_s64(i64 %0, i64 %1) {
  %3 = mul i64 %1, %0
  ret i64 %3
}

define internal i64 @mul_hi_s64(i64 %0, i64 %1) {
  %3 = sext i64 %0 to i128
  %4 = sext i64 %1 to i128
  %5 = mul nsw i128 %4, %3
  %6 = lshr i128 %5, 64
  %7 = trunc nuw i128 %6 to i64
  ret i64 %7
}

define internal i64 @mad_lo_s64(i64 %0, i64 %1, i64 %2) {
  %4 = mul i64 %1, %0
  %5 = add i64 %4, %2
  ret i64 %5
}

define internal i64 @mad_hi_s64(i64 %0, i64 %1, i64 %2) {
  %4 = sext i64 %0 to i128
  %5 = sext i64 %1 to i128
  %6 = mul nsw i128 %5, %4
  %7 = lshr i128 %6, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = add i64 %2, %8
  ret i64 %9
}

define internal i64 @sad_s64(i64 %0, i64 %1, i64 %2) {
  %4 = sub i64 %0, %1
  %5 = sub i64 %1, %0
  %6 = icmp slt i64 %0, %1
  %7 = select i1 %6, i64 %5, i64 %4
  %8 = add i64 %7, %2
  ret i64 %8
}

define internal i16 @min_u16(i16 %0, i16 %1) {
  %3 = tail call i16 @llvm.umin.i16(i16 %0, i16 %1)
  ret i16 %3
}

declare i16 @llvm.umin.i16(i16, i16)

define internal i16 @max_u16(i16 %0, i16 %1) {
  %3 = tail call i16 @llvm.umax.i16(i16 %0, i16 %1)
  ret i16 %3
}

declare i16 @llvm.umax.i16(i16, i16)

define internal i16 @min_s16(i16 %0, i16 %1) {
  %3 = tail call i16 @llvm.smin.i16(i16 %0, i16 %1)
  ret i16 %3
}

declare i16 @llvm.smin.i16(i16, i16)

define internal i16 @max_s16(i16 %0, i16 %1) {
  %3 = tail call i16 @llvm.smax.i16(i16 %0, i16 %1)
  ret i16 %3
}

declare i16 @llvm.smax.i16(i16, i16)

define internal i32 @min_u32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %0, i32 %1)
  ret i32 %3
}

declare i32 @llvm.umin.i32(i32, i32)

define internal i32 @max_u32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.umax.i32(i32 %0, i32 %1)
  ret i32 %3
}

declare i32 @llvm.umax.i32(i32, i32)

define internal i32 @min_s32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.smin.i32(i32 %0, i32 %1)
  ret i32 %3
}

declare i32 @llvm.smin.i32(i32, i32)

define internal i32 @max_s32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.smax.i32(i32 %0, i32 %1)
  ret i32 %3
}

declare i32 @llvm.smax.i32(i32, i32)

define internal i64 @min_u64(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.umin.i64(i64 %0, i64 %1)
  ret i64 %3
}

declare i64 @llvm.umin.i64(i64, i64)

define internal i64 @max_u64(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.umax.i64(i64 %0, i64 %1)
  ret i64 %3
}

declare i64 @llvm.umax.i64(i64, i64)

define internal i64 @min_s64(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.smin.i64(i64 %0, i64 %1)
  ret i64 %3
}

declare i64 @llvm.smin.i64(i64, i64)

define internal i64 @max_s64(i64 %0, i64 %1) {
  %3 = tail call i64 @llvm.smax.i64(i64 %0, i64 %1)
  ret i64 %3
}

declare i64 @llvm.smax.i64(i64, i64)

define internal i16 @relu_s16(i16 %0) {
  %2 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  ret i16 %2
}

define internal i32 @relu_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 0)
  ret i32 %2
}

define internal i8 @cvt_sat_u8_u8(i8 %0) {
  ret i8 %0
}

define internal i8 @cvt_sat_s8_u8(i8 %0) {
  %2 = tail call i8 @llvm.umin.i8(i8 %0, i8 127)
  ret i8 %2
}

define internal i16 @cvt_sat_u16_u8(i8 %0) {
  %2 = zext i8 %0 to i16
  ret i16 %2
}

define internal i16 @cvt_sat_s16_u8(i8 %0) {
  %2 = zext i8 %0 to i16
  ret i16 %2
}

define internal i32 @cvt_sat_u32_u8(i8 %0) {
  %2 = zext i8 %0 to i32
  ret i32 %2
}

define internal i32 @cvt_sat_s32_u8(i8 %0) {
  %2 = zext i8 %0 to i32
  ret i32 %2
}

define internal i64 @cvt_sat_u64_u8(i8 %0) {
  %2 = zext i8 %0 to i64
  ret i64 %2
}

define internal i64 @cvt_sat_s64_u8(i8 %0) {
  %2 = zext i8 %0 to i64
  ret i64 %2
}

define internal i8 @cvt_sat_u8_s8(i8 %0) {
  %2 = tail call i8 @llvm.smax.i8(i8 %0, i8 0)
  ret i8 %2
}

define internal i8 @cvt_sat_s8_s8(i8 %0) {
  ret i8 %0
}

define internal i16 @cvt_sat_u16_s8(i8 %0) {
  %2 = tail call i8 @llvm.smax.i8(i8 %0, i8 0)
  %3 = zext nneg i8 %2 to i16
  ret i16 %3
}

define internal i16 @cvt_sat_s16_s8(i8 %0) {
  %2 = sext i8 %0 to i16
  ret i16 %2
}

define internal i32 @cvt_sat_u32_s8(i8 %0) {
  %2 = tail call i8 @llvm.smax.i8(i8 %0, i8 0)
  %3 = zext nneg i8 %2 to i32
  ret i32 %3
}

define internal i32 @cvt_sat_s32_s8(i8 %0) {
  %2 = sext i8 %0 to i32
  ret i32 %2
}

define internal i64 @cvt_sat_u64_s8(i8 %0) {
  %2 = tail call i8 @llvm.smax.i8(i8 %0, i8 0)
  %3 = zext nneg i8 %2 to i64
  ret i64 %3
}

define internal i64 @cvt_sat_s64_s8(i8 %0) {
  %2 = sext i8 %0 to i64
  ret i64 %2
}

define internal i8 @cvt_sat_u8_u16(i16 %0) {
  %2 = tail call i16 @llvm.umin.i16(i16 %0, i16 255)
  %3 = trunc nuw i16 %2 to i8
  ret i8 %3
}

define internal i8 @cvt_sat_s8_u16(i16 %0) {
  %2 = tail call i16 @llvm.umin.i16(i16 %0, i16 127)
  %3 = trunc nuw nsw i16 %2 to i8
  ret i8 %3
}

define internal i16 @cvt_sat_u16_u16(i16 %0) {
  ret i16 %0
}

define internal i16 @cvt_sat_s16_u16(i16 %0) {
  %2 = tail call i16 @llvm.umin.i16(i16 %0, i16 32767)
  ret i16 %2
}

define internal i32 @cvt_sat_u32_u16(i16 %0) {
  %2 = zext i16 %0 to i32
  ret i32 %2
}

define internal i32 @cvt_sat_s32_u16(i16 %0) {
  %2 = zext i16 %0 to i32
  ret i32 %2
}

define internal i64 @cvt_sat_u64_u16(i16 %0) {
  %2 = zext i16 %0 to i64
  ret i64 %2
}

define internal i64 @cvt_sat_s64_u16(i16 %0) {
  %2 = zext i16 %0 to i64
  ret i64 %2
}

define internal i8 @cvt_sat_u8_s16(i16 %0) {
  %2 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  %3 = tail call i16 @llvm.umin.i16(i16 %2, i16 255)
  %4 = trunc nuw i16 %3 to i8
  ret i8 %4
}

define internal i8 @cvt_sat_s8_s16(i16 %0) {
  %2 = tail call i16 @llvm.smax.i16(i16 %0, i16 -128)
  %3 = tail call i16 @llvm.smin.i16(i16 %2, i16 127)
  %4 = trunc nsw i16 %3 to i8
  ret i8 %4
}

define internal i16 @cvt_sat_u16_s16(i16 %0) {
  %2 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  ret i16 %2
}

define internal i16 @cvt_sat_s16_s16(i16 %0) {
  ret i16 %0
}

define internal i32 @cvt_sat_u32_s16(i16 %0) {
  %2 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  %3 = zext nneg i16 %2 to i32
  ret i32 %3
}

define internal i32 @cvt_sat_s32_s16(i16 %0) {
  %2 = sext i16 %0 to i32
  ret i32 %2
}

define internal i64 @cvt_sat_u64_s16(i16 %0) {
  %2 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  %3 = zext nneg i16 %2 to i64
  ret i64 %3
}

define internal i64 @cvt_sat_s64_s16(i16 %0) {
  %2 = sext i16 %0 to i64
  ret i64 %2
}

define internal i8 @cvt_sat_u8_u32(i32 %0) {
  %2 = tail call i32 @llvm.umin.i32(i32 %0, i32 255)
  %3 = trunc nuw i32 %2 to i8
  ret i8 %3
}

define internal i8 @cvt_sat_s8_u32(i32 %0) {
  %2 = tail call i32 @llvm.umin.i32(i32 %0, i32 127)
  %3 = trunc nuw nsw i32 %2 to i8
  ret i8 %3
}

define internal i16 @cvt_sat_u16_u32(i32 %0) {
  %2 = tail call i32 @llvm.umin.i32(i32 %0, i32 65535)
  %3 = trunc nuw i32 %2 to i16
  ret i16 %3
}

define internal i16 @cvt_sat_s16_u32(i32 %0) {
  %2 = tail call i32 @llvm.umin.i32(i32 %0, i32 32767)
  %3 = trunc nuw nsw i32 %2 to i16
  ret i16 %3
}

define internal i32 @cvt_sat_u32_u32(i32 %0) {
  ret i32 %0
}

define internal i32 @cvt_sat_s32_u32(i32 %0) {
  %2 = tail call i32 @llvm.umin.i32(i32 %0, i32 2147483647)
  ret i32 %2
}

define internal i64 @cvt_sat_u64_u32(i32 %0) {
  %2 = zext i32 %0 to i64
  ret i64 %2
}

define internal i64 @cvt_sat_s64_u32(i32 %0) {
  %2 = zext i32 %0 to i64
  ret i64 %2
}

define internal i8 @cvt_sat_u8_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 0)
  %3 = tail call i32 @llvm.umin.i32(i32 %2, i32 255)
  %4 = trunc nuw i32 %3 to i8
  ret i8 %4
}

define internal i8 @cvt_sat_s8_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 -128)
  %3 = tail call i32 @llvm.smin.i32(i32 %2, i32 127)
  %4 = trunc nsw i32 %3 to i8
  ret i8 %4
}

define internal i16 @cvt_sat_u16_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 0)
  %3 = tail call i32 @llvm.umin.i32(i32 %2, i32 65535)
  %4 = trunc nuw i32 %3 to i16
  ret i16 %4
}

define internal i16 @cvt_sat_s16_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 -32768)
  %3 = tail call i32 @llvm.smin.i32(i32 %2, i32 32767)
  %4 = trunc nsw i32 %3 to i16
  ret i16 %4
}

define internal i32 @cvt_sat_u32_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 0)
  ret i32 %2
}

define internal i32 @cvt_sat_s32_s32(i32 %0) {
  ret i32 %0
}

define internal i64 @cvt_sat_u64_s32(i32 %0) {
  %2 = tail call i32 @llvm.smax.i32(i32 %0, i32 0)
  %3 = zext nneg i32 %2 to i64
  ret i64 %3
}

define internal i64 @cvt_sat_s64_s32(i32 %0) {
  %2 = sext i32 %0 to i64
  ret i64 %2
}

define internal i8 @cvt_sat_u8_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 255)
  %3 = trunc nuw i64 %2 to i8
  ret i8 %3
}

define internal i8 @cvt_sat_s8_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 127)
  %3 = trunc nuw nsw i64 %2 to i8
  ret i8 %3
}

define internal i16 @cvt_sat_u16_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 65535)
  %3 = trunc nuw i64 %2 to i16
  ret i16 %3
}

define internal i16 @cvt_sat_s16_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 32767)
  %3 = trunc nuw nsw i64 %2 to i16
  ret i16 %3
}

define internal i32 @cvt_sat_u32_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 4294967295)
  %3 = trunc nuw i64 %2 to i32
  ret i32 %3
}

define internal i32 @cvt_sat_s32_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 2147483647)
  %3 = trunc nuw nsw i64 %2 to i32
  ret i32 %3
}

define internal i64 @cvt_sat_u64_u64(i64 %0) {
  ret i64 %0
}

define internal i64 @cvt_sat_s64_u64(i64 %0) {
  %2 = tail call i64 @llvm.umin.i64(i64 %0, i64 9223372036854775807)
  ret i64 %2
}

define internal i8 @cvt_sat_u8_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 0)
  %3 = tail call i64 @llvm.umin.i64(i64 %2, i64 255)
  %4 = trunc nuw i64 %3 to i8
  ret i8 %4
}

define internal i8 @cvt_sat_s8_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 -128)
  %3 = tail call i64 @llvm.smin.i64(i64 %2, i64 127)
  %4 = trunc nsw i64 %3 to i8
  ret i8 %4
}

define internal i16 @cvt_sat_u16_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 0)
  %3 = tail call i64 @llvm.umin.i64(i64 %2, i64 65535)
  %4 = trunc nuw i64 %3 to i16
  ret i16 %4
}

define internal i16 @cvt_sat_s16_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 -32768)
  %3 = tail call i64 @llvm.smin.i64(i64 %2, i64 32767)
  %4 = trunc nsw i64 %3 to i16
  ret i16 %4
}

define internal i32 @cvt_sat_u32_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 0)
  %3 = tail call i64 @llvm.umin.i64(i64 %2, i64 4294967295)
  %4 = trunc nuw i64 %3 to i32
  ret i32 %4
}

define internal i32 @cvt_sat_s32_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 -2147483648)
  %3 = tail call i64 @llvm.smin.i64(i64 %2, i64 2147483647)
  %4 = trunc nsw i64 %3 to i32
  ret i32 %4
}

define internal i64 @cvt_sat_u64_s64(i64 %0) {
  %2 = tail call i64 @llvm.smax.i64(i64 %0, i64 0)
  ret i64 %2
}

define internal i64 @cvt_sat_s64_s64(i64 %0) {
  ret i64 %0
}

define internal i32 @mul_wide_u16(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = zext i16 %1 to i32
  %5 = mul nuw i32 %4, %3
  ret i32 %5
}

define internal i32 @mad_wide_u16(i16 %0, i16 %1, i32 %2) {
  %4 = zext i16 %0 to i32
  %5 = zext i16 %1 to i32
  %6 = mul nuw i32 %5, %4
  %7 = add i32 %6, %2
  ret i32 %7
}

define internal i32 @mul_wide_s16(i16 %0, i16 %1) {
  %3 = sext i16 %0 to i32
  %4 = sext i16 %1 to i32
  %5 = mul nsw i32 %4, %3
  ret i32 %5
}

define internal i32 @mad_wide_s16(i16 %0, i16 %1, i32 %2) {
  %4 = sext i16 %0 to i32
  %5 = sext i16 %1 to i32
  %6 = mul nsw i32 %5, %4
  %7 = add i32 %6, %2
  ret i32 %7
}

define internal i64 @mul_wide_u32(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = mul nuw i64 %4, %3
  ret i64 %5
}

define internal i64 @mad_wide_u32(i32 %0, i32 %1, i64 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = mul nuw i64 %5, %4
  %7 = add i64 %6, %2
  ret i64 %7
}

define internal i64 @mul_wide_s32(i32 %0, i32 %1) {
  %3 = sext i32 %0 to i64
  %4 = sext i32 %1 to i64
  %5 = mul nsw i64 %4, %3
  ret i64 %5
}

define internal i64 @mad_wide_s32(i32 %0, i32 %1, i64 %2) {
  %4 = sext i32 %0 to i64
  %5 = sext i32 %1 to i64
  %6 = mul nsw i64 %5, %4
  %7 = add i64 %6, %2
  ret i64 %7
}

define internal i16 @abs_s16(i16 %0) {
  %2 = tail call i16 @llvm.abs.i16(i16 %0, i1 false)
  ret i16 %2
}

declare i16 @llvm.abs.i16(i16, i1)

define internal i16 @neg_s16(i16 %0) {
  %2 = sub i16 0, %0
  ret i16 %2
}

define internal i32 @abs_s32(i32 %0) {
  %2 = tail call i32 @llvm.abs.i32(i32 %0, i1 false)
  ret i32 %2
}

declare i32 @llvm.abs.i32(i32, i1)

define internal i32 @neg_s32(i32 %0) {
  %2 = sub i32 0, %0
  ret i32 %2
}

define internal i64 @abs_s64(i64 %0) {
  %2 = tail call i64 @llvm.abs.i64(i64 %0, i1 false)
  ret i64 %2
}

declare i64 @llvm.abs.i64(i64, i1)

define internal i64 @neg_s64(i64 %0) {
  %2 = sub i64 0, %0
  ret i64 %2
}

define internal i32 @add_sat_s32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.sadd.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

declare i32 @llvm.sadd.sat.i32(i32, i32)

define internal i32 @sub_sat_s32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.ssub.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

declare i32 @llvm.ssub.sat.i32(i32, i32)

define internal i32 @mad_hi_sat_s32(i32 %0, i32 %1, i32 %2) {
  %4 = sext i32 %0 to i64
  %5 = sext i32 %1 to i64
  %6 = mul nsw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = tail call i32 @llvm.sadd.sat.i32(i32 %8, i32 %2)
  ret i32 %9
}

define internal i16 @div_u16(i16 %0, i16 %1) {
  %3 = icmp eq i16 %1, 0
  %4 = tail call i16 @llvm.umax.i16(i16 %1, i16 1)
  %5 = udiv i16 %0, %4
  %6 = select i1 %3, i16 -1, i16 %5
  ret i16 %6
}

define internal i16 @rem_u16(i16 %0, i16 %1) {
  %3 = icmp eq i16 %1, 0
  %4 = tail call i16 @llvm.umax.i16(i16 %1, i16 1)
  %5 = urem i16 %0, %4
  %6 = select i1 %3, i16 -1, i16 %5
  ret i16 %6
}

define internal i32 @div_u32(i32 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  %4 = tail call i32 @llvm.umax.i32(i32 %1, i32 1)
  %5 = udiv i32 %0, %4
  %6 = select i1 %3, i32 -1, i32 %5
  ret i32 %6
}

define internal i32 @rem_u32(i32 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  %4 = tail call i32 @llvm.umax.i32(i32 %1, i32 1)
  %5 = urem i32 %0, %4
  %6 = select i1 %3, i32 -1, i32 %5
  ret i32 %6
}

define internal i64 @div_u64(i64 %0, i64 %1) {
  %3 = icmp eq i64 %1, 0
  %4 = tail call i64 @llvm.umax.i64(i64 %1, i64 1)
  %5 = udiv i64 %0, %4
  %6 = select i1 %3, i64 -1, i64 %5
  ret i64 %6
}

define internal i64 @rem_u64(i64 %0, i64 %1) {
  %3 = icmp eq i64 %1, 0
  %4 = tail call i64 @llvm.umax.i64(i64 %1, i64 1)
  %5 = urem i64 %0, %4
  %6 = select i1 %3, i64 -1, i64 %5
  ret i64 %6
}

define internal i16 @div_s16(i16 %0, i16 %1) {
  %3 = add i16 %1, 1
  %4 = icmp ult i16 %3, 2
  %5 = select i1 %4, i16 1, i16 %1
  %6 = sext i16 %0 to i32
  %7 = sext i16 %5 to i32
  %8 = sdiv i32 %6, %7
  %9 = sub i16 0, %0
  %10 = icmp eq i16 %1, 0
  %11 = select i1 %10, i16 -1, i16 %9
  %12 = icmp eq i16 %5, %1
  %13 = trunc i32 %8 to i16
  %14 = select i1 %12, i16 %13, i16 %11
  ret i16 %14
}

define internal i16 @rem_s16(i16 %0, i16 %1) {
  %3 = add i16 %1, 1
  %4 = icmp ult i16 %3, 2
  %5 = select i1 %4, i16 1, i16 %1
  %6 = sext i16 %0 to i32
  %7 = sext i16 %5 to i32
  %8 = srem i32 %6, %7
  %9 = icmp eq i16 %1, 0
  %10 = trunc nsw i32 %8 to i16
  %11 = select i1 %9, i16 -1, i16 %10
  ret i16 %11
}

define internal i32 @div_s32(i32 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  %4 = add i32 %1, 1
  %5 = icmp ult i32 %4, 2
  %6 = select i1 %5, i32 1, i32 %1
  %7 = sdiv i32 %0, %6
  %8 = sub i32 0, %0
  %9 = select i1 %3, i32 -1, i32 %8
  %10 = icmp eq i32 %6, %1
  %11 = select i1 %10, i32 %7, i32 %9
  ret i32 %11
}

define internal i32 @rem_s32(i32 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  %4 = add i32 %1, 1
  %5 = icmp ult i32 %4, 2
  %6 = select i1 %5, i32 1, i32 %1
  %7 = srem i32 %0, %6
  %8 = select i1 %3, i32 -1, i32 %7
  ret i32 %8
}

define internal i64 @div_s64(i64 %0, i64 %1) {
  %3 = icmp eq i64 %1, 0
  %4 = add i64 %1, 1
  %5 = icmp ult i64 %4, 2
  %6 = select i1 %5, i64 1, i64 %1
  %7 = sdiv i64 %0, %6
  %8 = sub i64 0, %0
  %9 = select i1 %3, i64 -1, i64 %8
  %10 = icmp eq i64 %6, %1
  %11 = select i1 %10, i64 %7, i64 %9
  ret i64 %11
}

define internal i64 @rem_s64(i64 %0, i64 %1) {
  %3 = icmp eq i64 %1, 0
  %4 = add i64 %1, 1
  %5 = icmp ult i64 %4, 2
  %6 = select i1 %5, i64 1, i64 %1
  %7 = srem i64 %0, %6
  %8 = select i1 %3, i64 -1, i64 %7
  ret i64 %8
}

define internal i32 @add_cc_u32(i32 %0, i32 %1) {
  %3 = add i32 %1, %0
  ret i32 %3
}

define internal i1 @add_cc_u32_carry(i32 %0, i32 %1) {
  %3 = xor i32 %0, -1
  %4 = icmp ugt i32 %1, %3
  ret i1 %4
}

define internal i32 @sub_cc_u32(i32 %0, i32 %1) {
  %3 = sub i32 %0, %1
  ret i32 %3
}

define internal i1 @sub_cc_u32_carry(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = sub nsw i64 %3, %4
  %6 = and i64 %5, 4294967296
  %7 = icmp ne i64 %6, 0
  ret i1 %7
}

define internal i32 @addc_u32(i32 %0, i32 %1, i1 %2) {
  %4 = add i32 %1, %0
  %5 = zext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i32 @addc_cc_u32(i32 %0, i32 %1, i1 %2) {
  %4 = add i32 %1, %0
  %5 = zext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i1 @addc_cc_u32_carry(i32 %0, i32 %1, i1 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = add nuw nsw i64 %5, %4
  %7 = zext i1 %2 to i64
  %8 = add nuw nsw i64 %6, %7
  %9 = icmp samesign ugt i64 %8, 4294967295
  ret i1 %9
}

define internal i32 @subc_u32(i32 %0, i32 %1, i1 %2) {
  %4 = sub i32 %0, %1
  %5 = sext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i32 @subc_cc_u32(i32 %0, i32 %1, i1 %2) {
  %4 = sub i32 %0, %1
  %5 = sext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i1 @subc_cc_u32_carry(i32 %0, i32 %1, i1 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = sub nsw i64 %4, %5
  %7 = sext i1 %2 to i64
  %8 = add nsw i64 %6, %7
  %9 = and i64 %8, 4294967296
  %10 = icmp ne i64 %9, 0
  ret i1 %10
}

define internal i32 @mad_lo_cc_u32(i32 %0, i32 %1, i32 %2) {
  %4 = mul i32 %1, %0
  %5 = add i32 %2, %4
  ret i32 %5
}

define internal i1 @mad_lo_cc_u32_carry(i32 %0, i32 %1, i32 %2) {
  %4 = mul i32 %1, %0
  %5 = xor i32 %4, -1
  %6 = icmp ugt i32 %2, %5
  ret i1 %6
}

define internal i32 @madc_lo_u32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = mul i32 %1, %0
  %6 = add i32 %2, %5
  %7 = zext i1 %3 to i32
  %8 = add i32 %6, %7
  ret i32 %8
}

define internal i32 @madc_lo_cc_u32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = mul i32 %1, %0
  %6 = add i32 %2, %5
  %7 = zext i1 %3 to i32
  %8 = add i32 %6, %7
  ret i32 %8
}

define internal i1 @madc_lo_cc_u32_carry(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = mul i32 %1, %0
  %6 = zext i32 %5 to i64
  %7 = zext i32 %2 to i64
  %8 = add nuw nsw i64 %7, %6
  %9 = zext i1 %3 to i64
  %10 = add nuw nsw i64 %8, %9
  %11 = icmp samesign ugt i64 %10, 4294967295
  ret i1 %11
}

define internal i32 @mad_hi_cc_u32(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = mul nuw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = add i32 %2, %8
  ret i32 %9
}

define internal i1 @mad_hi_cc_u32_carry(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = mul nuw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = xor i32 %8, -1
  %10 = icmp ugt i32 %2, %9
  ret i1 %10
}

define internal i32 @madc_hi_u32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = zext i32 %0 to i64
  %6 = zext i32 %1 to i64
  %7 = mul nuw i64 %6, %5
  %8 = lshr i64 %7, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = zext i1 %3 to i32
  %11 = add i32 %2, %10
  %12 = add i32 %11, %9
  ret i32 %12
}

define internal i32 @madc_hi_cc_u32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = zext i32 %0 to i64
  %6 = zext i32 %1 to i64
  %7 = mul nuw i64 %6, %5
  %8 = lshr i64 %7, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = zext i1 %3 to i32
  %11 = add i32 %2, %10
  %12 = add i32 %11, %9
  ret i32 %12
}

define internal i1 @madc_hi_cc_u32_carry(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = zext i32 %0 to i64
  %6 = zext i32 %1 to i64
  %7 = mul nuw i64 %6, %5
  %8 = lshr i64 %7, 32
  %9 = zext i32 %2 to i64
  %10 = add nuw nsw i64 %8, %9
  %11 = zext i1 %3 to i64
  %12 = add nuw nsw i64 %10, %11
  %13 = icmp samesign ugt i64 %12, 4294967295
  ret i1 %13
}

define internal i32 @add_cc_s32(i32 %0, i32 %1) {
  %3 = add i32 %1, %0
  ret i32 %3
}

define internal i1 @add_cc_s32_carry(i32 %0, i32 %1) {
  %3 = xor i32 %0, -1
  %4 = icmp ugt i32 %1, %3
  ret i1 %4
}

define internal i32 @sub_cc_s32(i32 %0, i32 %1) {
  %3 = sub i32 %0, %1
  ret i32 %3
}

define internal i1 @sub_cc_s32_carry(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = zext i32 %1 to i64
  %5 = sub nsw i64 %3, %4
  %6 = and i64 %5, 4294967296
  %7 = icmp ne i64 %6, 0
  ret i1 %7
}

define internal i32 @addc_s32(i32 %0, i32 %1, i1 %2) {
  %4 = add i32 %1, %0
  %5 = zext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i32 @addc_cc_s32(i32 %0, i32 %1, i1 %2) {
  %4 = add i32 %1, %0
  %5 = zext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i1 @addc_cc_s32_carry(i32 %0, i32 %1, i1 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = add nuw nsw i64 %5, %4
  %7 = zext i1 %2 to i64
  %8 = add nuw nsw i64 %6, %7
  %9 = icmp samesign ugt i64 %8, 4294967295
  ret i1 %9
}

define internal i32 @subc_s32(i32 %0, i32 %1, i1 %2) {
  %4 = sub i32 %0, %1
  %5 = sext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i32 @subc_cc_s32(i32 %0, i32 %1, i1 %2) {
  %4 = sub i32 %0, %1
  %5 = sext i1 %2 to i32
  %6 = add i32 %4, %5
  ret i32 %6
}

define internal i1 @subc_cc_s32_carry(i32 %0, i32 %1, i1 %2) {
  %4 = zext i32 %0 to i64
  %5 = zext i32 %1 to i64
  %6 = sub nsw i64 %4, %5
  %7 = sext i1 %2 to i64
  %8 = add nsw i64 %6, %7
  %9 = and i64 %8, 4294967296
  %10 = icmp ne i64 %9, 0
  ret i1 %10
}

define internal i32 @mad_lo_cc_s32(i32 %0, i32 %1, i32 %2) {
  %4 = mul i32 %1, %0
  %5 = add i32 %2, %4
  ret i32 %5
}

define internal i1 @mad_lo_cc_s32_carry(i32 %0, i32 %1, i32 %2) {
  %4 = mul i32 %1, %0
  %5 = xor i32 %4, -1
  %6 = icmp ugt i32 %2, %5
  ret i1 %6
}

define internal i32 @madc_lo_s32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = mul i32 %1, %0
  %6 = add i32 %2, %5
  %7 = zext i1 %3 to i32
  %8 = add i32 %6, %7
  ret i32 %8
}

define internal i32 @madc_lo_cc_s32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = mul i32 %1, %0
  %6 = add i32 %2, %5
  %7 = zext i1 %3 to i32
  %8 = add i32 %6, %7
  ret i32 %8
}

define internal i1 @madc_lo_cc_s32_carry(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = mul i32 %1, %0
  %6 = zext i32 %5 to i64
  %7 = zext i32 %2 to i64
  %8 = add nuw nsw i64 %7, %6
  %9 = zext i1 %3 to i64
  %10 = add nuw nsw i64 %8, %9
  %11 = icmp samesign ugt i64 %10, 4294967295
  ret i1 %11
}

define internal i32 @mad_hi_cc_s32(i32 %0, i32 %1, i32 %2) {
  %4 = sext i32 %0 to i64
  %5 = sext i32 %1 to i64
  %6 = mul nsw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = add i32 %2, %8
  ret i32 %9
}

define internal i1 @mad_hi_cc_s32_carry(i32 %0, i32 %1, i32 %2) {
  %4 = sext i32 %0 to i64
  %5 = sext i32 %1 to i64
  %6 = mul nsw i64 %5, %4
  %7 = lshr i64 %6, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = xor i32 %8, -1
  %10 = icmp ugt i32 %2, %9
  ret i1 %10
}

define internal i32 @madc_hi_s32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = sext i32 %0 to i64
  %6 = sext i32 %1 to i64
  %7 = mul nsw i64 %6, %5
  %8 = lshr i64 %7, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = zext i1 %3 to i32
  %11 = add i32 %2, %10
  %12 = add i32 %11, %9
  ret i32 %12
}

define internal i32 @madc_hi_cc_s32(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = sext i32 %0 to i64
  %6 = sext i32 %1 to i64
  %7 = mul nsw i64 %6, %5
  %8 = lshr i64 %7, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = zext i1 %3 to i32
  %11 = add i32 %2, %10
  %12 = add i32 %11, %9
  ret i32 %12
}

define internal i1 @madc_hi_cc_s32_carry(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = sext i32 %0 to i64
  %6 = sext i32 %1 to i64
  %7 = mul nsw i64 %6, %5
  %8 = lshr i64 %7, 32
  %9 = zext i32 %2 to i64
  %10 = add nuw nsw i64 %8, %9
  %11 = zext i1 %3 to i64
  %12 = add nuw nsw i64 %10, %11
  %13 = icmp samesign ugt i64 %12, 4294967295
  ret i1 %13
}

define internal i64 @add_cc_u64(i64 %0, i64 %1) {
  %3 = add i64 %1, %0
  ret i64 %3
}

define internal i1 @add_cc_u64_carry(i64 %0, i64 %1) {
  %3 = xor i64 %0, -1
  %4 = icmp ugt i64 %1, %3
  ret i1 %4
}

define internal i64 @sub_cc_u64(i64 %0, i64 %1) {
  %3 = sub i64 %0, %1
  ret i64 %3
}

define internal i1 @sub_cc_u64_carry(i64 %0, i64 %1) {
  %3 = zext i64 %0 to i128
  %4 = zext i64 %1 to i128
  %5 = sub nsw i128 %3, %4
  %6 = and i128 %5, 18446744073709551616
  %7 = icmp ne i128 %6, 0
  ret i1 %7
}

define internal i64 @addc_u64(i64 %0, i64 %1, i1 %2) {
  %4 = add i64 %1, %0
  %5 = zext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i64 @addc_cc_u64(i64 %0, i64 %1, i1 %2) {
  %4 = add i64 %1, %0
  %5 = zext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i1 @addc_cc_u64_carry(i64 %0, i64 %1, i1 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = add nuw nsw i128 %5, %4
  %7 = zext i1 %2 to i128
  %8 = add nuw nsw i128 %6, %7
  %9 = icmp samesign ugt i128 %8, 18446744073709551615
  ret i1 %9
}

define internal i64 @subc_u64(i64 %0, i64 %1, i1 %2) {
  %4 = sub i64 %0, %1
  %5 = sext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i64 @subc_cc_u64(i64 %0, i64 %1, i1 %2) {
  %4 = sub i64 %0, %1
  %5 = sext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i1 @subc_cc_u64_carry(i64 %0, i64 %1, i1 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = sub nsw i128 %4, %5
  %7 = sext i1 %2 to i128
  %8 = add nsw i128 %6, %7
  %9 = and i128 %8, 18446744073709551616
  %10 = icmp ne i128 %9, 0
  ret i1 %10
}

define internal i64 @mad_lo_cc_u64(i64 %0, i64 %1, i64 %2) {
  %4 = mul i64 %1, %0
  %5 = add i64 %2, %4
  ret i64 %5
}

define internal i1 @mad_lo_cc_u64_carry(i64 %0, i64 %1, i64 %2) {
  %4 = mul i64 %1, %0
  %5 = xor i64 %4, -1
  %6 = icmp ugt i64 %2, %5
  ret i1 %6
}

define internal i64 @madc_lo_u64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = mul i64 %1, %0
  %6 = add i64 %2, %5
  %7 = zext i1 %3 to i64
  %8 = add i64 %6, %7
  ret i64 %8
}

define internal i64 @madc_lo_cc_u64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = mul i64 %1, %0
  %6 = add i64 %2, %5
  %7 = zext i1 %3 to i64
  %8 = add i64 %6, %7
  ret i64 %8
}

define internal i1 @madc_lo_cc_u64_carry(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = mul i64 %1, %0
  %6 = zext i64 %5 to i128
  %7 = zext i64 %2 to i128
  %8 = add nuw nsw i128 %7, %6
  %9 = zext i1 %3 to i128
  %10 = add nuw nsw i128 %8, %9
  %11 = icmp samesign ugt i128 %10, 18446744073709551615
  ret i1 %11
}

define internal i64 @mad_hi_cc_u64(i64 %0, i64 %1, i64 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = mul nuw i128 %5, %4
  %7 = lshr i128 %6, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = add i64 %2, %8
  ret i64 %9
}

define internal i1 @mad_hi_cc_u64_carry(i64 %0, i64 %1, i64 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = mul nuw i128 %5, %4
  %7 = lshr i128 %6, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = xor i64 %8, -1
  %10 = icmp ugt i64 %2, %9
  ret i1 %10
}

define internal i64 @madc_hi_u64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = zext i64 %0 to i128
  %6 = zext i64 %1 to i128
  %7 = mul nuw i128 %6, %5
  %8 = lshr i128 %7, 64
  %9 = trunc nuw i128 %8 to i64
  %10 = zext i1 %3 to i64
  %11 = add i64 %2, %10
  %12 = add i64 %11, %9
  ret i64 %12
}

define internal i64 @madc_hi_cc_u64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = zext i64 %0 to i128
  %6 = zext i64 %1 to i128
  %7 = mul nuw i128 %6, %5
  %8 = lshr i128 %7, 64
  %9 = trunc nuw i128 %8 to i64
  %10 = zext i1 %3 to i64
  %11 = add i64 %2, %10
  %12 = add i64 %11, %9
  ret i64 %12
}

define internal i1 @madc_hi_cc_u64_carry(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = zext i64 %0 to i128
  %6 = zext i64 %1 to i128
  %7 = mul nuw i128 %6, %5
  %8 = lshr i128 %7, 64
  %9 = zext i64 %2 to i128
  %10 = add nuw nsw i128 %8, %9
  %11 = zext i1 %3 to i128
  %12 = add nuw nsw i128 %10, %11
  %13 = icmp samesign ugt i128 %12, 18446744073709551615
  ret i1 %13
}

define internal i64 @add_cc_s64(i64 %0, i64 %1) {
  %3 = add i64 %1, %0
  ret i64 %3
}

define internal i1 @add_cc_s64_carry(i64 %0, i64 %1) {
  %3 = xor i64 %0, -1
  %4 = icmp ugt i64 %1, %3
  ret i1 %4
}

define internal i64 @sub_cc_s64(i64 %0, i64 %1) {
  %3 = sub i64 %0, %1
  ret i64 %3
}

define internal i1 @sub_cc_s64_carry(i64 %0, i64 %1) {
  %3 = zext i64 %0 to i128
  %4 = zext i64 %1 to i128
  %5 = sub nsw i128 %3, %4
  %6 = and i128 %5, 18446744073709551616
  %7 = icmp ne i128 %6, 0
  ret i1 %7
}

define internal i64 @addc_s64(i64 %0, i64 %1, i1 %2) {
  %4 = add i64 %1, %0
  %5 = zext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i64 @addc_cc_s64(i64 %0, i64 %1, i1 %2) {
  %4 = add i64 %1, %0
  %5 = zext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i1 @addc_cc_s64_carry(i64 %0, i64 %1, i1 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = add nuw nsw i128 %5, %4
  %7 = zext i1 %2 to i128
  %8 = add nuw nsw i128 %6, %7
  %9 = icmp samesign ugt i128 %8, 18446744073709551615
  ret i1 %9
}

define internal i64 @subc_s64(i64 %0, i64 %1, i1 %2) {
  %4 = sub i64 %0, %1
  %5 = sext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i64 @subc_cc_s64(i64 %0, i64 %1, i1 %2) {
  %4 = sub i64 %0, %1
  %5 = sext i1 %2 to i64
  %6 = add i64 %4, %5
  ret i64 %6
}

define internal i1 @subc_cc_s64_carry(i64 %0, i64 %1, i1 %2) {
  %4 = zext i64 %0 to i128
  %5 = zext i64 %1 to i128
  %6 = sub nsw i128 %4, %5
  %7 = sext i1 %2 to i128
  %8 = add nsw i128 %6, %7
  %9 = and i128 %8, 18446744073709551616
  %10 = icmp ne i128 %9, 0
  ret i1 %10
}

define internal i64 @mad_lo_cc_s64(i64 %0, i64 %1, i64 %2) {
  %4 = mul i64 %1, %0
  %5 = add i64 %2, %4
  ret i64 %5
}

define internal i1 @mad_lo_cc_s64_carry(i64 %0, i64 %1, i64 %2) {
  %4 = mul i64 %1, %0
  %5 = xor i64 %4, -1
  %6 = icmp ugt i64 %2, %5
  ret i1 %6
}

define internal i64 @madc_lo_s64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = mul i64 %1, %0
  %6 = add i64 %2, %5
  %7 = zext i1 %3 to i64
  %8 = add i64 %6, %7
  ret i64 %8
}

define internal i64 @madc_lo_cc_s64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = mul i64 %1, %0
  %6 = add i64 %2, %5
  %7 = zext i1 %3 to i64
  %8 = add i64 %6, %7
  ret i64 %8
}

define internal i1 @madc_lo_cc_s64_carry(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = mul i64 %1, %0
  %6 = zext i64 %5 to i128
  %7 = zext i64 %2 to i128
  %8 = add nuw nsw i128 %7, %6
  %9 = zext i1 %3 to i128
  %10 = add nuw nsw i128 %8, %9
  %11 = icmp samesign ugt i128 %10, 18446744073709551615
  ret i1 %11
}

define internal i64 @mad_hi_cc_s64(i64 %0, i64 %1, i64 %2) {
  %4 = sext i64 %0 to i128
  %5 = sext i64 %1 to i128
  %6 = mul nsw i128 %5, %4
  %7 = lshr i128 %6, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = add i64 %2, %8
  ret i64 %9
}

define internal i1 @mad_hi_cc_s64_carry(i64 %0, i64 %1, i64 %2) {
  %4 = sext i64 %0 to i128
  %5 = sext i64 %1 to i128
  %6 = mul nsw i128 %5, %4
  %7 = lshr i128 %6, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = xor i64 %8, -1
  %10 = icmp ugt i64 %2, %9
  ret i1 %10
}

define internal i64 @madc_hi_s64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = sext i64 %0 to i128
  %6 = sext i64 %1 to i128
  %7 = mul nsw i128 %6, %5
  %8 = lshr i128 %7, 64
  %9 = trunc nuw i128 %8 to i64
  %10 = zext i1 %3 to i64
  %11 = add i64 %2, %10
  %12 = add i64 %11, %9
  ret i64 %12
}

define internal i64 @madc_hi_cc_s64(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = sext i64 %0 to i128
  %6 = sext i64 %1 to i128
  %7 = mul nsw i128 %6, %5
  %8 = lshr i128 %7, 64
  %9 = trunc nuw i128 %8 to i64
  %10 = zext i1 %3 to i64
  %11 = add i64 %2, %10
  %12 = add i64 %11, %9
  ret i64 %12
}

define internal i1 @madc_hi_cc_s64_carry(i64 %0, i64 %1, i64 %2, i1 %3) {
  %5 = sext i64 %0 to i128
  %6 = sext i64 %1 to i128
  %7 = mul nsw i128 %6, %5
  %8 = lshr i128 %7, 64
  %9 = zext i64 %2 to i128
  %10 = add nuw nsw i128 %8, %9
  %11 = zext i1 %3 to i128
  %12 = add nuw nsw i128 %10, %11
  %13 = icmp samesign ugt i128 %12, 18446744073709551615
  ret i1 %13
}

define internal i32 @mul24_lo_u32(i32 %0, i32 %1) {
  %3 = and i32 %0, 16777215
  %4 = and i32 %1, 16777215
  %5 = mul i32 %4, %3
  ret i32 %5
}

define internal i32 @mul24_hi_u32(i32 %0, i32 %1) {
  %3 = and i32 %0, 16777215
  %4 = zext nneg i32 %3 to i64
  %5 = and i32 %1, 16777215
  %6 = zext nneg i32 %5 to i64
  %7 = mul nuw nsw i64 %6, %4
  %8 = lshr i64 %7, 16
  %9 = trunc nuw i64 %8 to i32
  ret i32 %9
}

define internal i32 @mad24_lo_u32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 16777215
  %5 = and i32 %1, 16777215
  %6 = mul i32 %5, %4
  %7 = add i32 %6, %2
  ret i32 %7
}

define internal i32 @mad24_hi_u32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 16777215
  %5 = zext nneg i32 %4 to i64
  %6 = and i32 %1, 16777215
  %7 = zext nneg i32 %6 to i64
  %8 = mul nuw nsw i64 %7, %5
  %9 = lshr i64 %8, 16
  %10 = trunc nuw i64 %9 to i32
  %11 = add i32 %2, %10
  ret i32 %11
}

define internal i32 @mul24_lo_s32(i32 %0, i32 %1) {
  %3 = shl i32 %0, 8
  %4 = ashr exact i32 %3, 8
  %5 = shl i32 %1, 8
  %6 = ashr exact i32 %5, 8
  %7 = mul i32 %6, %4
  ret i32 %7
}

define internal i32 @mul24_hi_s32(i32 %0, i32 %1) {
  %3 = shl i32 %0, 8
  %4 = ashr exact i32 %3, 8
  %5 = sext i32 %4 to i64
  %6 = shl i32 %1, 8
  %7 = ashr exact i32 %6, 8
  %8 = sext i32 %7 to i64
  %9 = mul nsw i64 %8, %5
  %10 = lshr i64 %9, 16
  %11 = trunc i64 %10 to i32
  ret i32 %11
}

define internal i32 @mad24_lo_s32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 8
  %5 = ashr exact i32 %4, 8
  %6 = shl i32 %1, 8
  %7 = ashr exact i32 %6, 8
  %8 = mul i32 %7, %5
  %9 = add i32 %8, %2
  ret i32 %9
}

define internal i32 @mad24_hi_s32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 8
  %5 = ashr exact i32 %4, 8
  %6 = sext i32 %5 to i64
  %7 = shl i32 %1, 8
  %8 = ashr exact i32 %7, 8
  %9 = sext i32 %8 to i64
  %10 = mul nsw i64 %9, %6
  %11 = lshr i64 %10, 16
  %12 = trunc i64 %11 to i32
  %13 = add i32 %2, %12
  ret i32 %13
}

define internal i32 @mad24_hi_sat_s32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 8
  %5 = ashr exact i32 %4, 8
  %6 = sext i32 %5 to i64
  %7 = shl i32 %1, 8
  %8 = ashr exact i32 %7, 8
  %9 = sext i32 %8 to i64
  %10 = mul nsw i64 %9, %6
  %11 = lshr i64 %10, 16
  %12 = trunc i64 %11 to i32
  %13 = tail call i32 @llvm.sadd.sat.i32(i32 %12, i32 %2)
  ret i32 %13
}

define internal i32 @dp4a_u32_u32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 255
  %5 = and i32 %1, 255
  %6 = mul nuw nsw i32 %5, %4
  %7 = lshr i32 %0, 8
  %8 = and i32 %7, 255
  %9 = lshr i32 %1, 8
  %10 = and i32 %9, 255
  %11 = mul nuw nsw i32 %10, %8
  %12 = lshr i32 %0, 16
  %13 = and i32 %12, 255
  %14 = lshr i32 %1, 16
  %15 = and i32 %14, 255
  %16 = mul nuw nsw i32 %15, %13
  %17 = lshr i32 %0, 24
  %18 = lshr i32 %1, 24
  %19 = mul nuw nsw i32 %18, %17
  %20 = add i32 %6, %2
  %21 = add i32 %20, %19
  %22 = add i32 %21, %11
  %23 = add i32 %22, %16
  ret i32 %23
}

define internal i32 @dp2a_lo_u32_u32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 65535
  %5 = and i32 %1, 255
  %6 = mul nuw nsw i32 %5, %4
  %7 = add i32 %6, %2
  %8 = lshr i32 %0, 16
  %9 = lshr i32 %1, 8
  %10 = and i32 %9, 255
  %11 = mul nuw nsw i32 %10, %8
  %12 = add i32 %7, %11
  ret i32 %12
}

define internal i32 @dp2a_hi_u32_u32(i32 %0, i32 %1, i32 %2) {
  %4 = lshr i32 %1, 16
  %5 = and i32 %0, 65535
  %6 = and i32 %4, 255
  %7 = mul nuw nsw i32 %6, %5
  %8 = lshr i32 %0, 16
  %9 = lshr i32 %1, 24
  %10 = mul nuw nsw i32 %9, %8
  %11 = add i32 %10, %2
  %12 = add i32 %11, %7
  ret i32 %12
}

define internal i32 @dp4a_u32_s32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 255
  %5 = shl i32 %1, 24
  %6 = ashr exact i32 %5, 24
  %7 = mul nsw i32 %6, %4
  %8 = lshr i32 %0, 8
  %9 = and i32 %8, 255
  %10 = shl i32 %1, 16
  %11 = ashr i32 %10, 24
  %12 = mul nsw i32 %11, %9
  %13 = lshr i32 %0, 16
  %14 = and i32 %13, 255
  %15 = shl i32 %1, 8
  %16 = ashr i32 %15, 24
  %17 = mul nsw i32 %16, %14
  %18 = lshr i32 %0, 24
  %19 = ashr i32 %1, 24
  %20 = mul nsw i32 %19, %18
  %21 = add i32 %20, %2
  %22 = add i32 %21, %7
  %23 = add i32 %22, %12
  %24 = add i32 %23, %17
  ret i32 %24
}

define internal i32 @dp2a_lo_u32_s32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 65535
  %5 = shl i32 %1, 24
  %6 = ashr exact i32 %5, 24
  %7 = mul nsw i32 %6, %4
  %8 = add i32 %7, %2
  %9 = lshr i32 %0, 16
  %10 = shl i32 %1, 16
  %11 = ashr i32 %10, 24
  %12 = mul nsw i32 %11, %9
  %13 = add i32 %8, %12
  ret i32 %13
}

define internal i32 @dp2a_hi_u32_s32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %0, 65535
  %5 = shl i32 %1, 8
  %6 = ashr i32 %5, 24
  %7 = mul nsw i32 %6, %4
  %8 = lshr i32 %0, 16
  %9 = ashr i32 %1, 24
  %10 = mul nsw i32 %9, %8
  %11 = add i32 %10, %2
  %12 = add i32 %11, %7
  ret i32 %12
}

define internal i32 @dp4a_s32_u32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 24
  %5 = ashr exact i32 %4, 24
  %6 = and i32 %1, 255
  %7 = mul nsw i32 %5, %6
  %8 = shl i32 %0, 16
  %9 = ashr i32 %8, 24
  %10 = lshr i32 %1, 8
  %11 = and i32 %10, 255
  %12 = mul nsw i32 %11, %9
  %13 = shl i32 %0, 8
  %14 = ashr i32 %13, 24
  %15 = lshr i32 %1, 16
  %16 = and i32 %15, 255
  %17 = mul nsw i32 %16, %14
  %18 = ashr i32 %0, 24
  %19 = lshr i32 %1, 24
  %20 = mul nsw i32 %19, %18
  %21 = add i32 %7, %2
  %22 = add i32 %21, %20
  %23 = add i32 %22, %12
  %24 = add i32 %23, %17
  ret i32 %24
}

define internal i32 @dp2a_lo_s32_u32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 16
  %5 = ashr exact i32 %4, 16
  %6 = and i32 %1, 255
  %7 = mul nsw i32 %5, %6
  %8 = add i32 %7, %2
  %9 = ashr i32 %0, 16
  %10 = lshr i32 %1, 8
  %11 = and i32 %10, 255
  %12 = mul nsw i32 %11, %9
  %13 = add i32 %8, %12
  ret i32 %13
}

define internal i32 @dp2a_hi_s32_u32(i32 %0, i32 %1, i32 %2) {
  %4 = lshr i32 %1, 16
  %5 = shl i32 %0, 16
  %6 = ashr exact i32 %5, 16
  %7 = and i32 %4, 255
  %8 = mul nsw i32 %7, %6
  %9 = ashr i32 %0, 16
  %10 = lshr i32 %1, 24
  %11 = mul nsw i32 %10, %9
  %12 = add i32 %11, %2
  %13 = add i32 %12, %8
  ret i32 %13
}

define internal i32 @dp4a_s32_s32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 24
  %5 = ashr exact i32 %4, 24
  %6 = shl i32 %1, 24
  %7 = ashr exact i32 %6, 24
  %8 = mul nsw i32 %7, %5
  %9 = shl i32 %0, 16
  %10 = ashr i32 %9, 24
  %11 = shl i32 %1, 16
  %12 = ashr i32 %11, 24
  %13 = mul nsw i32 %12, %10
  %14 = shl i32 %0, 8
  %15 = ashr i32 %14, 24
  %16 = shl i32 %1, 8
  %17 = ashr i32 %16, 24
  %18 = mul nsw i32 %17, %15
  %19 = ashr i32 %0, 24
  %20 = ashr i32 %1, 24
  %21 = mul nsw i32 %20, %19
  %22 = add i32 %21, %2
  %23 = add i32 %22, %8
  %24 = add i32 %23, %13
  %25 = add i32 %24, %18
  ret i32 %25
}

define internal i32 @dp2a_lo_s32_s32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 16
  %5 = ashr exact i32 %4, 16
  %6 = shl i32 %1, 24
  %7 = ashr exact i32 %6, 24
  %8 = mul nsw i32 %7, %5
  %9 = add i32 %8, %2
  %10 = ashr i32 %0, 16
  %11 = shl i32 %1, 16
  %12 = ashr i32 %11, 24
  %13 = mul nsw i32 %12, %10
  %14 = add i32 %9, %13
  ret i32 %14
}

define internal i32 @dp2a_hi_s32_s32(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %0, 16
  %5 = ashr exact i32 %4, 16
  %6 = shl i32 %1, 8
  %7 = ashr i32 %6, 24
  %8 = mul nsw i32 %7, %5
  %9 = ashr i32 %0, 16
  %10 = ashr i32 %1, 24
  %11 = mul nsw i32 %10, %9
  %12 = add i32 %11, %2
  %13 = add i32 %12, %8
  ret i32 %13
}

define internal i32 @inc_u32(i32 %0, i32 %1) {
  %3 = add nuw i32 %0, 1
  %4 = icmp ult i32 %0, %1
  %5 = select i1 %4, i32 %3, i32 0
  ret i32 %5
}

define internal i32 @dec_u32(i32 %0, i32 %1) {
  %3 = add i32 %0, -1
  %4 = tail call i32 @llvm.umin.i32(i32 %3, i32 %1)
  ret i32 %4
}

declare i8 @llvm.umin.i8(i8, i8)

declare i8 @llvm.smax.i8(i8, i8)
