define internal i1 @and_pred(i1 %0, i1 %1) {
  %3 = and i1 %0, %1
  ret i1 %3
}

define internal i1 @or_pred(i1 %0, i1 %1) {
  %3 = or i1 %0, %1
  ret i1 %3
}

define internal i1 @xor_pred(i1 %0, i1 %1) {
  %3 = xor i1 %0, %1
  ret i1 %3
}

define internal i16 @and_b16(i16 %0, i16 %1) {
  %3 = and i16 %1, %0
  ret i16 %3
}

define internal i16 @or_b16(i16 %0, i16 %1) {
  %3 = or i16 %1, %0
  ret i16 %3
}

define internal i16 @xor_b16(i16 %0, i16 %1) {
  %3 = xor i16 %1, %0
  ret i16 %3
}

define internal i32 @and_b32(i32 %0, i32 %1) {
  %3 = and i32 %1, %0
  ret i32 %3
}

define internal i32 @or_b32(i32 %0, i32 %1) {
  %3 = or i32 %1, %0
  ret i32 %3
}

define internal i32 @xor_b32(i32 %0, i32 %1) {
  %3 = xor i32 %1, %0
  ret i32 %3
}

define internal i64 @and_b64(i64 %0, i64 %1) {
  %3 = and i64 %1, %0
  ret i64 %3
}

define internal i64 @or_b64(i64 %0, i64 %1) {
  %3 = or i64 %1, %0
  ret i64 %3
}

define internal i64 @xor_b64(i64 %0, i64 %1) {
  %3 = xor i64 %1, %0
  ret i64 %3
}

define internal i1 @not_pred(i1 %0) {
  %2 = xor i1 %0, true
  ret i1 %2
}

define internal i32 @lop3_b32(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = and i32 %3, 1
  %6 = xor i32 %0, -1
  %7 = icmp eq i32 %5, 0
  %8 = select i1 %7, i32 0, i32 %6
  %9 = xor i32 %1, -1
  %10 = xor i32 %2, -1
  %11 = or i32 %2, %1
  %12 = xor i32 %11, -1
  %13 = and i32 %3, 2
  %14 = icmp eq i32 %13, 0
  %15 = select i1 %14, i32 0, i32 %6
  %16 = and i32 %15, %9
  %17 = and i32 %16, %2
  %18 = and i32 %3, 4
  %19 = icmp eq i32 %18, 0
  %20 = select i1 %19, i32 0, i32 %6
  %21 = and i32 %20, %10
  %22 = and i32 %21, %1
  %23 = and i32 %3, 8
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, i32 0, i32 %6
  %26 = and i32 %1, %25
  %27 = and i32 %3, 16
  %28 = icmp eq i32 %27, 0
  %29 = select i1 %28, i32 0, i32 %0
  %30 = and i32 %3, 32
  %31 = icmp eq i32 %30, 0
  %32 = select i1 %31, i32 0, i32 %0
  %33 = and i32 %32, %9
  %34 = and i32 %3, 64
  %35 = icmp eq i32 %34, 0
  %36 = select i1 %35, i32 0, i32 %0
  %37 = and i32 %36, %10
  %38 = and i32 %37, %1
  %39 = and i32 %3, 128
  %40 = icmp eq i32 %39, 0
  %41 = select i1 %40, i32 0, i32 %0
  %42 = and i32 %1, %41
  %43 = and i32 %42, %2
  %44 = or i32 %29, %8
  %45 = and i32 %44, %12
  %46 = or i32 %45, %17
  %47 = or i32 %46, %22
  %48 = or disjoint i32 %26, %33
  %49 = and i32 %48, %2
  %50 = or i32 %47, %49
  %51 = or i32 %50, %38
  %52 = or i32 %51, %43
  ret i32 %52
}

define internal i16 @shr_b16(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = tail call i32 @llvm.umin.i32(i32 %1, i32 15)
  %5 = lshr i32 %3, %4
  %6 = icmp ult i32 %1, 16
  %7 = trunc nuw i32 %5 to i16
  %8 = select i1 %6, i16 %7, i16 0
  ret i16 %8
}

declare i32 @llvm.umin.i32(i32, i32)

define internal i32 @shr_b32(i32 %0, i32 %1) {
  %3 = lshr i32 %0, %1
  %4 = icmp ult i32 %1, 32
  %5 = select i1 %4, i32 %3, i32 0
  ret i32 %5
}

define internal i64 @shr_b64(i64 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %1, i32 63)
  %4 = zext nneg i32 %3 to i64
  %5 = lshr i64 %0, %4
  %6 = icmp ult i32 %1, 64
  %7 = select i1 %6, i64 %5, i64 0
  ret i64 %7
}

define internal i16 @shr_u16(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = tail call i32 @llvm.umin.i32(i32 %1, i32 15)
  %5 = lshr i32 %3, %4
  %6 = icmp ult i32 %1, 16
  %7 = trunc nuw i32 %5 to i16
  %8 = select i1 %6, i16 %7, i16 0
  ret i16 %8
}

define internal i32 @shr_u32(i32 %0, i32 %1) {
  %3 = lshr i32 %0, %1
  %4 = icmp ult i32 %1, 32
  %5 = select i1 %4, i32 %3, i32 0
  ret i32 %5
}

define internal i64 @shr_u64(i64 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %1, i32 63)
  %4 = zext nneg i32 %3 to i64
  %5 = lshr i64 %0, %4
  %6 = icmp ult i32 %1, 64
  %7 = select i1 %6, i64 %5, i64 0
  ret i64 %7
}

define internal i16 @shr_s16(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = tail call i32 @llvm.umin.i32(i32 %1, i32 15)
  %5 = ashr i32 %3, %4
  %6 = trunc nsw i32 %5 to i16
  ret i16 %6
}

define internal i32 @shr_s32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %1, i32 31)
  %4 = ashr i32 %0, %3
  ret i32 %4
}

define internal i64 @shr_s64(i64 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %1, i32 63)
  %4 = zext nneg i32 %3 to i64
  %5 = ashr i64 %0, %4
  ret i64 %5
}

define internal i16 @not_b16(i16 %0) {
  %2 = xor i16 %0, -1
  ret i16 %2
}

define internal i16 @cnot_b16(i16 %0) {
  %2 = icmp eq i16 %0, 0
  %3 = zext i1 %2 to i16
  ret i16 %3
}

define internal i16 @shl_b16(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = tail call i32 @llvm.umin.i32(i32 %1, i32 15)
  %5 = shl nuw nsw i32 %3, %4
  %6 = icmp ult i32 %1, 16
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 %7, i16 0
  ret i16 %8
}

define internal i32 @not_b32(i32 %0) {
  %2 = xor i32 %0, -1
  ret i32 %2
}

define internal i32 @cnot_b32(i32 %0) {
  %2 = icmp eq i32 %0, 0
  %3 = zext i1 %2 to i32
  ret i32 %3
}

define internal i32 @shl_b32(i32 %0, i32 %1) {
  %3 = shl i32 %0, %1
  %4 = icmp ult i32 %1, 32
  %5 = select i1 %4, i32 %3, i32 0
  ret i32 %5
}

define internal i64 @not_b64(i64 %0) {
  %2 = xor i64 %0, -1
  ret i64 %2
}

define internal i64 @cnot_b64(i64 %0) {
  %2 = icmp eq i64 %0, 0
  %3 = zext i1 %2 to i64
  ret i64 %3
}

define internal i64 @shl_b64(i64 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %1, i32 63)
  %4 = zext nneg i32 %3 to i64
  %5 = shl i64 %0, %4
  %6 = icmp ult i32 %1, 64
  %7 = select i1 %6, i64 %5, i64 0
  ret i64 %7
}

define internal i32 @shf_l_wrap_b32(i32 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @llvm.fshl.i32(i32 %1, i32 %0, i32 %2)
  ret i32 %4
}

declare i32 @llvm.fshl.i32(i32, i32, i32)

define internal i32 @shf_r_wrap_b32(i32 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @llvm.fshr.i32(i32 %1, i32 %0, i32 %2)
  ret i32 %4
}

declare i32 @llvm.fshr.i32(i32, i32, i32)

define internal i32 @shf_l_clamp_b32(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %1 to i64
  %5 = shl nuw i64 %4, 32
  %6 = zext i32 %0 to i64
  %7 = or disjoint i64 %5, %6
  %8 = tail call i32 @llvm.umin.i32(i32 %2, i32 32)
  %9 = zext nneg i32 %8 to i64
  %10 = shl i64 %7, %9
  %11 = lshr i64 %10, 32
  %12 = trunc nuw i64 %11 to i32
  ret i32 %12
}

define internal i32 @shf_r_clamp_b32(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %1 to i64
  %5 = shl nuw i64 %4, 32
  %6 = zext i32 %0 to i64
  %7 = or disjoint i64 %5, %6
  %8 = tail call i32 @llvm.umin.i32(i32 %2, i32 32)
  %9 = zext nneg i32 %8 to i64
  %10 = lshr i64 %7, %9
  %11 = trunc i64 %10 to i32
  ret i32 %11
}

define internal i32 @popc_b32(i32 %0) {
  %2 = tail call i32 @llvm.ctpop.i32(i32 %0)
  ret i32 %2
}

declare i32 @llvm.ctpop.i32(i32)

define internal i32 @brev_b32(i32 %0) {
  %2 = tail call i32 @llvm.bitreverse.i32(i32 %0)
  ret i32 %2
}

declare i32 @llvm.bitreverse.i32(i32)

define internal i32 @clz_b32(i32 %0) {
  %2 = tail call i32 @llvm.ctlz.i32(i32 %0, i1 false)
  ret i32 %2
}

declare i32 @llvm.ctlz.i32(i32, i1)

define internal i32 @bfi_b32(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = and i32 %3, 255
  %6 = shl nsw i32 -1, %5
  %7 = icmp samesign ult i32 %5, 32
  %8 = xor i32 %6, -1
  %9 = select i1 %7, i32 %8, i32 -1
  %10 = and i32 %2, 255
  %11 = shl i32 %9, %10
  %12 = icmp samesign ult i32 %10, 32
  %13 = select i1 %12, i32 %11, i32 0
  %14 = xor i32 %13, -1
  %15 = and i32 %1, %14
  %16 = shl i32 %0, %10
  %17 = select i1 %12, i32 %16, i32 0
  %18 = and i32 %13, %17
  %19 = or i32 %15, %18
  ret i32 %19
}

define internal i32 @popc_b64(i64 %0) {
  %2 = tail call i64 @llvm.ctpop.i64(i64 %0)
  %3 = trunc nuw nsw i64 %2 to i32
  ret i32 %3
}

declare i64 @llvm.ctpop.i64(i64)

define internal i64 @brev_b64(i64 %0) {
  %2 = tail call i64 @llvm.bitreverse.i64(i64 %0)
  ret i64 %2
}

declare i64 @llvm.bitreverse.i64(i64)

define internal i32 @clz_b64(i64 %0) {
  %2 = tail call i64 @llvm.ctlz.i64(i64 %0, i1 false)
  %3 = trunc nuw nsw i64 %2 to i32
  ret i32 %3
}

declare i64 @llvm.ctlz.i64(i64, i1)

define internal i64 @bfi_b64(i64 %0, i64 %1, i32 %2, i32 %3) {
  %5 = tail call i32 @llvm.umin.i32(i32 %3, i32 63)
  %6 = zext nneg i32 %5 to i64
  %7 = shl nsw i64 -1, %6
  %8 = icmp ult i32 %3, 64
  %9 = xor i64 %7, -1
  %10 = select i1 %8, i64 %9, i64 -1
  %11 = tail call i32 @llvm.umin.i32(i32 %2, i32 63)
  %12 = zext nneg i32 %11 to i64
  %13 = shl i64 %10, %12
  %14 = icmp ult i32 %2, 64
  %15 = select i1 %14, i64 %13, i64 0
  %16 = xor i64 %15, -1
  %17 = and i64 %1, %16
  %18 = shl i64 %0, %12
  %19 = select i1 %14, i64 %18, i64 0
  %20 = and i64 %15, %19
  %21 = or i64 %17, %20
  ret i64 %21
}

define internal i32 @bfind_shiftamt_u32(i32 %0) {
  %2 = tail call i32 @llvm.ctlz.i32(i32 %0, i1 true)
  %3 = icmp eq i32 %0, 0
  %4 = select i1 %3, i32 -1, i32 %2
  ret i32 %4
}

define internal i32 @bfind_u32(i32 %0) {
  %2 = tail call i32 @llvm.ctlz.i32(i32 %0, i1 true)
  %3 = icmp eq i32 %0, 0
  %4 = xor i32 %2, 31
  %5 = select i1 %3, i32 -1, i32 %4
  ret i32 %5
}

define internal i32 @bfind_shiftamt_s32(i32 %0) {
  %2 = ashr i32 %0, 31
  %3 = xor i32 %2, %0
  %4 = tail call i32 @llvm.ctlz.i32(i32 %3, i1 true)
  %5 = icmp eq i32 %0, %2
  %6 = select i1 %5, i32 -1, i32 %4
  ret i32 %6
}

define internal i32 @bfind_s32(i32 %0) {
  %2 = ashr i32 %0, 31
  %3 = xor i32 %2, %0
  %4 = tail call i32 @llvm.ctlz.i32(i32 %3, i1 true)
  %5 = icmp eq i32 %0, %2
  %6 = xor i32 %4, 31
  %7 = select i1 %5, i32 -1, i32 %6
  ret i32 %7
}

define internal i32 @bfind_shiftamt_u64(i64 %0) {
  %2 = tail call i64 @llvm.ctlz.i64(i64 %0, i1 true)
  %3 = trunc nuw nsw i64 %2 to i32
  %4 = icmp eq i64 %0, 0
  %5 = select i1 %4, i32 -1, i32 %3
  ret i32 %5
}

define internal i32 @bfind_u64(i64 %0) {
  %2 = tail call i64 @llvm.ctlz.i64(i64 %0, i1 true)
  %3 = trunc nuw nsw i64 %2 to i32
  %4 = icmp eq i64 %0, 0
  %5 = xor i32 %3, 63
  %6 = select i1 %4, i32 -1, i32 %5
  ret i32 %6
}

define internal i32 @bfind_shiftamt_s64(i64 %0) {
  %2 = ashr i64 %0, 63
  %3 = xor i64 %2, %0
  %4 = tail call i64 @llvm.ctlz.i64(i64 %3, i1 true)
  %5 = trunc nuw nsw i64 %4 to i32
  %6 = icmp eq i64 %0, %2
  %7 = select i1 %6, i32 -1, i32 %5
  ret i32 %7
}

define internal i32 @bfind_s64(i64 %0) {
  %2 = ashr i64 %0, 63
  %3 = xor i64 %2, %0
  %4 = tail call i64 @llvm.ctlz.i64(i64 %3, i1 true)
  %5 = trunc nuw nsw i64 %4 to i32
  %6 = icmp eq i64 %0, %2
  %7 = xor i32 %5, 63
  %8 = select i1 %6, i32 -1, i32 %7
  ret i32 %8
}

define internal i32 @bfe_u32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %1, 255
  %5 = lshr i32 %0, %4
  %6 = icmp samesign ult i32 %4, 32
  %7 = select i1 %6, i32 %5, i32 0
  %8 = and i32 %2, 255
  %9 = shl nsw i32 -1, %8
  %10 = icmp samesign ult i32 %8, 32
  %11 = xor i32 %9, -1
  %12 = select i1 %10, i32 %11, i32 -1
  %13 = and i32 %12, %7
  ret i32 %13
}

define internal i64 @bfe_u64(i64 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @llvm.umin.i32(i32 %1, i32 63)
  %5 = zext nneg i32 %4 to i64
  %6 = lshr i64 %0, %5
  %7 = icmp ult i32 %1, 64
  %8 = select i1 %7, i64 %6, i64 0
  %9 = tail call i32 @llvm.umin.i32(i32 %2, i32 63)
  %10 = zext nneg i32 %9 to i64
  %11 = shl nsw i64 -1, %10
  %12 = icmp ult i32 %2, 64
  %13 = xor i64 %11, -1
  %14 = select i1 %12, i64 %13, i64 -1
  %15 = and i64 %14, %8
  ret i64 %15
}

define internal i32 @bfe_s32(i32 %0, i32 %1, i32 %2) {
  %4 = and i32 %1, 255
  %5 = and i32 %2, 255
  %6 = add nsw i32 %4, -1
  %7 = add nsw i32 %6, %5
  %8 = tail call i32 @llvm.umin.i32(i32 %7, i32 31)
  %9 = xor i32 %8, 31
  %10 = tail call i32 @llvm.umin.i32(i32 %4, i32 31)
  %11 = add nuw nsw i32 %9, %10
  %12 = shl i32 %0, %9
  %13 = ashr i32 %12, %11
  %14 = icmp eq i32 %5, 0
  %15 = select i1 %14, i32 0, i32 %13
  ret i32 %15
}

define internal i64 @bfe_s64(i64 %0, i32 %1, i32 %2) {
  %4 = tail call i32 @llvm.umin.i32(i32 %1, i32 255)
  %5 = tail call i32 @llvm.umin.i32(i32 %2, i32 255)
  %6 = add nsw i32 %4, -1
  %7 = add nsw i32 %6, %5
  %8 = tail call i32 @llvm.umin.i32(i32 %7, i32 63)
  %9 = xor i32 %8, 63
  %10 = tail call i32 @llvm.umin.i32(i32 %1, i32 63)
  %11 = add nuw nsw i32 %9, %10
  %12 = zext nneg i32 %9 to i64
  %13 = shl i64 %0, %12
  %14 = zext nneg i32 %11 to i64
  %15 = ashr i64 %13, %14
  %16 = icmp eq i32 %2, 0
  %17 = select i1 %16, i64 0, i64 %15
  ret i64 %17
}

define internal i32 @prmt_b32(i32 %0, i32 %1, i32 %2) {
  %4 = zext i32 %1 to i64
  %5 = shl nuw i64 %4, 32
  %6 = zext i32 %0 to i64
  %7 = or disjoint i64 %5, %6
  %8 = shl i32 %2, 3
  %9 = and i32 %8, 56
  %10 = zext nneg i32 %9 to i64
  %11 = lshr i64 %7, %10
  %12 = trunc i64 %11 to i32
  %13 = and i32 %12, 255
  %14 = lshr i32 %13, 7
  %15 = mul nuw nsw i32 %14, 255
  %16 = and i32 %2, 8
  %17 = icmp eq i32 %16, 0
  %18 = select i1 %17, i32 %13, i32 %15
  %19 = lshr i32 %2, 1
  %20 = and i32 %19, 56
  %21 = zext nneg i32 %20 to i64
  %22 = lshr i64 %7, %21
  %23 = trunc i64 %22 to i32
  %24 = and i32 %23, 255
  %25 = lshr i32 %24, 7
  %26 = mul nuw nsw i32 %25, 255
  %27 = and i32 %2, 128
  %28 = icmp eq i32 %27, 0
  %29 = select i1 %28, i32 %24, i32 %26
  %30 = shl nuw nsw i32 %29, 8
  %31 = or disjoint i32 %30, %18
  %32 = lshr i32 %2, 5
  %33 = and i32 %32, 56
  %34 = zext nneg i32 %33 to i64
  %35 = lshr i64 %7, %34
  %36 = trunc i64 %35 to i32
  %37 = and i32 %36, 255
  %38 = lshr i32 %37, 7
  %39 = mul nuw nsw i32 %38, 255
  %40 = and i32 %2, 2048
  %41 = icmp eq i32 %40, 0
  %42 = select i1 %41, i32 %37, i32 %39
  %43 = shl nuw nsw i32 %42, 16
  %44 = or disjoint i32 %31, %43
  %45 = lshr i32 %2, 9
  %46 = and i32 %45, 56
  %47 = zext nneg i32 %46 to i64
  %48 = lshr i64 %7, %47
  %49 = trunc i64 %48 to i32
  %50 = and i32 %49, 255
  %51 = lshr i32 %50, 7
  %52 = mul nuw nsw i32 %51, 255
  %53 = and i32 %2, 32768
  %54 = icmp eq i32 %53, 0
  %55 = select i1 %54, i32 %50, i32 %52
  %56 = shl nuw i32 %55, 24
  %57 = or i32 %44, %56
  ret i32 %57
}

define internal i32 @prmt_b32_f4e(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %2, 4
  %5 = and i32 %4, 48
  %6 = zext nneg i32 %5 to i64
  %7 = lshr i64 7296768396121682448, %6
  %8 = zext i32 %1 to i64
  %9 = shl nuw i64 %8, 32
  %10 = zext i32 %0 to i64
  %11 = or disjoint i64 %9, %10
  %12 = shl i64 %7, 3
  %13 = and i64 %12, 24
  %14 = lshr i64 %11, %13
  %15 = trunc i64 %14 to i32
  %16 = and i32 %15, 255
  %17 = lshr i64 3648384198060841224, %6
  %18 = and i64 %17, 56
  %19 = lshr i64 %11, %18
  %20 = trunc i64 %19 to i32
  %21 = shl i32 %20, 8
  %22 = and i32 %21, 65280
  %23 = lshr i64 228024012378802576, %6
  %24 = and i64 %23, 56
  %25 = lshr i64 %11, %24
  %26 = trunc i64 %25 to i32
  %27 = shl i32 %26, 16
  %28 = and i32 %27, 16711680
  %29 = lshr i64 14251500773675161, %6
  %30 = and i64 %29, 56
  %31 = lshr i64 %11, %30
  %32 = trunc i64 %31 to i32
  %33 = shl i32 %32, 24
  %34 = or disjoint i32 %22, %33
  %35 = or disjoint i32 %34, %16
  %36 = or disjoint i32 %35, %28
  ret i32 %36
}

define internal i32 @prmt_b32_b4e(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %2, 4
  %5 = and i32 %4, 48
  %6 = zext nneg i32 %5 to i64
  %7 = zext i32 %1 to i64
  %8 = shl nuw i64 %7, 32
  %9 = zext i32 %0 to i64
  %10 = or disjoint i64 %8, %9
  %11 = lshr i64 656259540501312384, %6
  %12 = and i64 %11, 24
  %13 = lshr i64 %10, %12
  %14 = trunc i64 %13 to i32
  %15 = and i32 %14, 255
  %16 = lshr i64 41016221281332024, %6
  %17 = and i64 %16, 56
  %18 = lshr i64 %10, %17
  %19 = trunc i64 %18 to i32
  %20 = shl i32 %19, 8
  %21 = and i32 %20, 65280
  %22 = lshr i64 2563513830083251, %6
  %23 = and i64 %22, 56
  %24 = lshr i64 %10, %23
  %25 = trunc i64 %24 to i32
  %26 = shl i32 %25, 16
  %27 = and i32 %26, 16711680
  %28 = lshr i64 160219614380203, %6
  %29 = and i64 %28, 56
  %30 = lshr i64 %10, %29
  %31 = trunc i64 %30 to i32
  %32 = shl i32 %31, 24
  %33 = or disjoint i32 %32, %15
  %34 = or disjoint i32 %33, %21
  %35 = or disjoint i32 %34, %27
  ret i32 %35
}

define internal i32 @prmt_b32_rc8(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %2, 4
  %5 = and i32 %4, 48
  %6 = zext nneg i32 %5 to i64
  %7 = lshr i64 3689330049457127424, %6
  %8 = zext i32 %0 to i64
  %9 = shl i64 %7, 3
  %10 = and i64 %9, 24
  %11 = lshr i64 %8, %10
  %12 = trunc nuw i64 %11 to i32
  %13 = and i32 %12, 255
  %14 = lshr i64 1844665024728563712, %6
  %15 = and i64 %14, 24
  %16 = lshr i64 %8, %15
  %17 = trunc nuw i64 %16 to i32
  %18 = shl i32 %17, 8
  %19 = and i32 %18, 65280
  %20 = lshr i64 115291564045535232, %6
  %21 = and i64 %20, 24
  %22 = lshr i64 %8, %21
  %23 = trunc nuw i64 %22 to i32
  %24 = shl i32 %23, 16
  %25 = and i32 %24, 16711680
  %26 = lshr i64 7205722752845952, %6
  %27 = and i64 %26, 24
  %28 = lshr i64 %8, %27
  %29 = trunc nuw i64 %28 to i32
  %30 = shl i32 %29, 24
  %31 = or disjoint i32 %19, %30
  %32 = or disjoint i32 %31, %13
  %33 = or disjoint i32 %32, %25
  ret i32 %33
}

define internal i32 @prmt_b32_ecl(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %2, 4
  %5 = and i32 %4, 48
  %6 = zext nneg i32 %5 to i64
  %7 = lshr i64 3689347642196832784, %6
  %8 = zext i32 %0 to i64
  %9 = shl i64 %7, 3
  %10 = and i64 %9, 24
  %11 = lshr i64 %8, %10
  %12 = trunc nuw i64 %11 to i32
  %13 = and i32 %12, 255
  %14 = lshr i64 1844673821098416392, %6
  %15 = and i64 %14, 24
  %16 = lshr i64 %8, %15
  %17 = trunc nuw i64 %16 to i32
  %18 = shl i32 %17, 8
  %19 = and i32 %18, 65280
  %20 = lshr i64 115292113818651024, %6
  %21 = and i64 %20, 24
  %22 = lshr i64 %8, %21
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = shl nuw i32 %23, 16
  %25 = and i32 %24, 16711680
  %26 = and i32 %0, -16777216
  %27 = or disjoint i32 %19, %26
  %28 = or disjoint i32 %27, %13
  %29 = or disjoint i32 %28, %25
  ret i32 %29
}

define internal i32 @prmt_b32_ecr(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %2, 4
  %5 = and i32 %4, 48
  %6 = zext nneg i32 %5 to i64
  %7 = zext i32 %0 to i64
  %8 = and i32 %0, 255
  %9 = lshr i64 1803710376962424832, %6
  %10 = and i64 %9, 8
  %11 = lshr i64 %7, %10
  %12 = trunc nuw i64 %11 to i32
  %13 = shl i32 %12, 8
  %14 = and i32 %13, 65280
  %15 = lshr i64 112731898560151552, %6
  %16 = and i64 %15, 24
  %17 = lshr i64 %7, %16
  %18 = trunc nuw i64 %17 to i32
  %19 = shl i32 %18, 16
  %20 = and i32 %19, 16711680
  %21 = lshr i64 7045743660009472, %6
  %22 = and i64 %21, 24
  %23 = lshr i64 %7, %22
  %24 = trunc nuw i64 %23 to i32
  %25 = shl i32 %24, 24
  %26 = or disjoint i32 %25, %8
  %27 = or disjoint i32 %26, %14
  %28 = or disjoint i32 %27, %20
  ret i32 %28
}

define internal i32 @prmt_b32_rc16(i32 %0, i32 %1, i32 %2) {
  %4 = shl i32 %2, 4
  %5 = and i32 %4, 48
  %6 = zext nneg i32 %5 to i64
  %7 = lshr i64 3616971112479592464, %6
  %8 = zext i32 %0 to i64
  %9 = shl i64 %7, 3
  %10 = and i64 %9, 16
  %11 = lshr i64 %8, %10
  %12 = trunc nuw i64 %11 to i32
  %13 = and i32 %12, 255
  %14 = lshr i64 1808485556239796232, %6
  %15 = and i64 %14, 24
  %16 = lshr i64 %8, %15
  %17 = trunc nuw nsw i64 %16 to i32
  %18 = shl nuw i32 %17, 8
  %19 = and i32 %18, 65280
  %20 = lshr i64 113030347264987264, %6
  %21 = and i64 %20, 16
  %22 = lshr i64 %8, %21
  %23 = trunc nuw i64 %22 to i32
  %24 = shl i32 %23, 16
  %25 = and i32 %24, 16711680
  %26 = lshr i64 7064396704061704, %6
  %27 = and i64 %26, 24
  %28 = lshr i64 %8, %27
  %29 = trunc nuw nsw i64 %28 to i32
  %30 = shl i32 %29, 24
  %31 = or disjoint i32 %19, %30
  %32 = or disjoint i32 %31, %13
  %33 = or disjoint i32 %32, %25
  ret i32 %33
}

define internal i32 @bmsk_clamp_b32(i32 %0, i32 %1) {
  %3 = tail call i32 @llvm.umin.i32(i32 %1, i32 32)
  %4 = shl nsw i32 -1, %3
  %5 = icmp ult i32 %1, 32
  %6 = xor i32 %4, -1
  %7 = select i1 %5, i32 %6, i32 -1
  %8 = shl i32 %7, %0
  %9 = icmp ult i32 %0, 32
  %10 = select i1 %9, i32 %8, i32 0
  ret i32 %10
}

define internal i32 @szext_clamp_u32(i32 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  %4 = tail call i32 @llvm.umax.i32(i32 %1, i32 1)
  %5 = tail call i32 @llvm.usub.sat.i32(i32 32, i32 %4)
  %6 = lshr i32 -1, %5
  %7 = and i32 %6, %0
  %8 = select i1 %3, i32 0, i32 %7
  ret i32 %8
}

define internal i32 @szext_clamp_s32(i32 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  %4 = tail call i32 @llvm.umax.i32(i32 %1, i32 1)
  %5 = tail call i32 @llvm.usub.sat.i32(i32 32, i32 %4)
  %6 = shl i32 %0, %5
  %7 = ashr exact i32 %6, %5
  %8 = select i1 %3, i32 0, i32 %7
  ret i32 %8
}

define internal i32 @bmsk_wrap_b32(i32 %0, i32 %1) {
  %3 = and i32 %1, 31
  %4 = shl nsw i32 -1, %3
  %5 = xor i32 %4, -1
  %6 = and i32 %0, 31
  %7 = shl i32 %5, %6
  ret i32 %7
}

define internal i32 @szext_wrap_u32(i32 %0, i32 %1) {
  %3 = and i32 %1, 31
  %4 = icmp eq i32 %3, 0
  %5 = tail call i32 @llvm.umax.i32(i32 %3, i32 1)
  %6 = sub nuw nsw i32 32, %5
  %7 = lshr i32 -1, %6
  %8 = and i32 %7, %0
  %9 = select i1 %4, i32 0, i32 %8
  ret i32 %9
}

define internal i32 @szext_wrap_s32(i32 %0, i32 %1) {
  %3 = and i32 %1, 31
  %4 = icmp eq i32 %3, 0
  %5 = tail call i32 @llvm.umax.i32(i32 %3, i32 1)
  %6 = sub nuw nsw i32 32, %5
  %7 = shl i32 %0, %6
  %8 = ashr exact i32 %7, %6
  %9 = select i1 %4, i32 0, i32 %8
  ret i32 %9
}

define internal i32 @fns_b32(i32 %0, i32 %1, i32 %2) {
  %4 = icmp slt i32 %2, 0
  %5 = sub i32 0, %2
  %6 = tail call i32 @llvm.umax.i32(i32 %2, i32 1)
  %7 = select i1 %4, i32 %5, i32 %6
  %8 = icmp eq i32 %2, 0
  %9 = select i1 %4, i32 -1, i32 1
  br label %10

10:
  %11 = phi i32 [ %7, %3 ], [ %17, %20 ]
  %12 = phi i32 [ %1, %3 ], [ %21, %20 ]
  %13 = icmp ult i32 %12, 32
  br i1 %13, label %14, label %24

14:
  %15 = lshr i32 %0, %12
  %16 = and i32 %15, 1
  %17 = sub i32 %11, %16
  %18 = icmp eq i32 %17, 0
  %19 = or i1 %18, %8
  br i1 %19, label %22, label %20

20:
  %21 = add nsw i32 %12, %9
  br label %10

22:
  %23 = select i1 %18, i32 %12, i32 -1
  br label %24

24:
  %25 = phi i32 [ %23, %22 ], [ -1, %10 ]
  ret i32 %25
}

define internal i32 @lanemask_eq(i32 %0) {
  %2 = and i32 %0, 31
  %3 = shl nuw i32 1, %2
  ret i32 %3
}

define internal i32 @lanemask_lt(i32 %0) {
  %2 = and i32 %0, 31
  %3 = shl nsw i32 -1, %2
  %4 = xor i32 %3, -1
  ret i32 %4
}

define internal i32 @lanemask_le(i32 %0) {
  %2 = and i32 %0, 31
  %3 = shl i32 2, %2
  %4 = add i32 %3, -1
  ret i32 %4
}

define internal i32 @lanemask_ge(i32 %0) {
  %2 = and i32 %0, 31
  %3 = shl nsw i32 -1, %2
  ret i32 %3
}

define internal i32 @lanemask_gt(i32 %0) {
  %2 = and i32 %0, 31
  %3 = shl i32 -2, %2
  ret i32 %3
}

declare i32 @llvm.umax.i32(i32, i32)

declare i32 @llvm.usub.sat.i32(i32, i32)
