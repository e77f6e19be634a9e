define internal float @add_f32(float %0, float %1) {
  %3 = fadd float %0, %1
  ret float %3
}

define internal float @sub_f32(float %0, float %1) {
  %3 = fsub float %0, %1
  ret float %3
}

define internal float @mul_f32(float %0, float %1) {
  %3 = fmul float %0, %1
  ret float %3
}

define internal float @fma_f32(float %0, float %1, float %2) {
  %4 = tail call float @llvm.fma.f32(float %0, float %1, float %2)
  ret float %4
}

declare float @llvm.fma.f32(float, float, float)

define internal float @mad_f32(float %0, float %1, float %2) {
  %4 = tail call float @llvm.fma.f32(float %0, float %1, float %2)
  ret float %4
}

define internal float @div_f32(float %0, float %1) {
  %3 = fdiv float %0, %1
  ret float %3
}

define internal float @rcp_f32(float %0) {
  %2 = fdiv float 1.000000e+00, %0
  ret float %2
}

define internal float @abs_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  ret float %2
}

declare float @llvm.fabs.f32(float)

define internal float @neg_f32(float %0) {
  %2 = fneg float %0
  ret float %2
}

define internal float @copysign_f32(float %0, float %1) {
  %3 = tail call float @llvm.copysign.f32(float %1, float %0)
  ret float %3
}

declare float @llvm.copysign.f32(float, float)

define internal float @sat_f32(float %0) {
  %2 = fcmp ogt float %0, 1.000000e+00
  %3 = select i1 %2, float 1.000000e+00, float %0
  %4 = fcmp ogt float %3, 0.000000e+00
  %5 = select i1 %4, float %3, float 0.000000e+00
  ret float %5
}

define internal double @add_f64(double %0, double %1) {
  %3 = fadd double %0, %1
  ret double %3
}

define internal double @sub_f64(double %0, double %1) {
  %3 = fsub double %0, %1
  ret double %3
}

define internal double @mul_f64(double %0, double %1) {
  %3 = fmul double %0, %1
  ret double %3
}

define internal double @fma_f64(double %0, double %1, double %2) {
  %4 = tail call double @llvm.fma.f64(double %0, double %1, double %2)
  ret double %4
}

declare double @llvm.fma.f64(double, double, double)

define internal double @mad_f64(double %0, double %1, double %2) {
  %4 = tail call double @llvm.fma.f64(double %0, double %1, double %2)
  ret double %4
}

define internal double @div_f64(double %0, double %1) {
  %3 = fdiv double %0, %1
  ret double %3
}

define internal double @rcp_f64(double %0) {
  %2 = fdiv double 1.000000e+00, %0
  ret double %2
}

define internal double @abs_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  ret double %2
}

declare double @llvm.fabs.f64(double)

define internal double @neg_f64(double %0) {
  %2 = fneg double %0
  ret double %2
}

define internal double @copysign_f64(double %0, double %1) {
  %3 = tail call double @llvm.copysign.f64(double %1, double %0)
  ret double %3
}

declare double @llvm.copysign.f64(double, double)

define internal double @sat_f64(double %0) {
  %2 = fcmp ogt double %0, 1.000000e+00
  %3 = select i1 %2, double 1.000000e+00, double %0
  %4 = fcmp ogt double %3, 0.000000e+00
  %5 = select i1 %4, double %3, double 0.000000e+00
  ret double %5
}

define internal float @ftz_f32(float %0) {
  %2 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %3 = tail call float @llvm.fabs.f32(float %0)
  %4 = fcmp olt float %3, 0x3810000000000000
  %5 = select i1 %4, float %2, float %0
  ret float %5
}

define internal float @canonical_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = shl i32 %2, 1
  %4 = icmp ugt i32 %3, -16777216
  %5 = select i1 %4, i32 2147483647, i32 %2
  %6 = bitcast i32 %5 to float
  ret float %6
}

define internal double @sqrt_f64(double %0) {
  %2 = tail call double @llvm.sqrt.f64(double %0)
  ret double %2
}

declare double @llvm.sqrt.f64(double)

define internal float @sqrt_f32(float %0) {
  %2 = tail call float @llvm.sqrt.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = shl i32 %3, 1
  %5 = icmp ugt i32 %4, -16777216
  %6 = select i1 %5, i32 2147483647, i32 %3
  %7 = bitcast i32 %6 to float
  ret float %7
}

declare float @llvm.sqrt.f32(float)

define internal float @sqrt_approx_f32(float %0) {
  %2 = tail call float @llvm.sqrt.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = shl i32 %3, 1
  %5 = icmp ugt i32 %4, -16777216
  %6 = select i1 %5, i32 2147483647, i32 %3
  %7 = bitcast i32 %6 to float
  ret float %7
}

define internal float @mul_ftz_f32(float %0, float %1) {
  %3 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = fcmp olt float %4, 0x3810000000000000
  %6 = select i1 %5, float %3, float %0
  %7 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %8 = tail call float @llvm.fabs.f32(float %1)
  %9 = fcmp olt float %8, 0x3810000000000000
  %10 = select i1 %9, float %7, float %1
  %11 = fmul float %6, %10
  %12 = fmul float %6, 0x43F0000000000000
  %13 = fmul float %12, %10
  %14 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %11)
  %15 = tail call float @llvm.fabs.f32(float %13)
  %16 = fcmp olt float %15, 0x3C10000000000000
  %17 = select i1 %16, float %14, float %11
  ret float %17
}

define internal float @fma_ftz_f32(float %0, float %1, float %2) {
  %4 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %5 = tail call float @llvm.fabs.f32(float %0)
  %6 = fcmp olt float %5, 0x3810000000000000
  %7 = select i1 %6, float %4, float %0
  %8 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %9 = tail call float @llvm.fabs.f32(float %1)
  %10 = fcmp olt float %9, 0x3810000000000000
  %11 = select i1 %10, float %8, float %1
  %12 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %2)
  %13 = tail call float @llvm.fabs.f32(float %2)
  %14 = fcmp olt float %13, 0x3810000000000000
  %15 = select i1 %14, float %12, float %2
  %16 = tail call float @llvm.fma.f32(float %7, float %11, float %15)
  %17 = fmul float %7, 0x43F0000000000000
  %18 = fmul float %15, 0x43F0000000000000
  %19 = tail call float @llvm.fma.f32(float %17, float %11, float %18)
  %20 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %16)
  %21 = tail call float @llvm.fabs.f32(float %19)
  %22 = fcmp olt float %21, 0x3C10000000000000
  %23 = select i1 %22, float %20, float %16
  ret float %23
}

define internal float @mad_ftz_f32(float %0, float %1, float %2) {
  %4 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %5 = tail call float @llvm.fabs.f32(float %0)
  %6 = fcmp olt float %5, 0x3810000000000000
  %7 = select i1 %6, float %4, float %0
  %8 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %9 = tail call float @llvm.fabs.f32(float %1)
  %10 = fcmp olt float %9, 0x3810000000000000
  %11 = select i1 %10, float %8, float %1
  %12 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %2)
  %13 = tail call float @llvm.fabs.f32(float %2)
  %14 = fcmp olt float %13, 0x3810000000000000
  %15 = select i1 %14, float %12, float %2
  %16 = tail call float @llvm.fma.f32(float %7, float %11, float %15)
  %17 = fmul float %7, 0x43F0000000000000
  %18 = fmul float %15, 0x43F0000000000000
  %19 = tail call float @llvm.fma.f32(float %17, float %11, float %18)
  %20 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %16)
  %21 = tail call float @llvm.fabs.f32(float %19)
  %22 = fcmp olt float %21, 0x3C10000000000000
  %23 = select i1 %22, float %20, float %16
  ret float %23
}

define internal float @div_ftz_f32(float %0, float %1) {
  %3 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = fcmp olt float %4, 0x3810000000000000
  %6 = select i1 %5, float %3, float %0
  %7 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %8 = tail call float @llvm.fabs.f32(float %1)
  %9 = fcmp olt float %8, 0x3810000000000000
  %10 = select i1 %9, float %7, float %1
  %11 = fdiv float %6, %10
  %12 = fmul float %6, 0x43F0000000000000
  %13 = fdiv float %12, %10
  %14 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %11)
  %15 = tail call float @llvm.fabs.f32(float %13)
  %16 = fcmp olt float %15, 0x3C10000000000000
  %17 = select i1 %16, float %14, float %11
  ret float %17
}

define internal float @rcp_ftz_f32(float %0) {
  %2 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %3 = tail call float @llvm.fabs.f32(float %0)
  %4 = fcmp olt float %3, 0x3810000000000000
  %5 = select i1 %4, float %2, float %0
  %6 = fdiv float 1.000000e+00, %5
  %7 = fdiv float 0x43F0000000000000, %5
  %8 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %6)
  %9 = tail call float @llvm.fabs.f32(float %7)
  %10 = fcmp olt float %9, 0x3C10000000000000
  %11 = select i1 %10, float %8, float %6
  ret float %11
}

define internal float @div_approx_f32(float %0, float %1) {
  %3 = tail call float @llvm.fabs.f32(float %1)
  %4 = fcmp ogt float %3, 0x47D0000000000000
  %5 = fcmp one float %3, 0x7FF0000000000000
  %6 = and i1 %4, %5
  %7 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %8 = fmul float %0, %7
  %9 = fdiv float %0, %1
  %10 = select i1 %6, float %8, float %9
  ret float %10
}

define internal float @div_full_f32(float %0, float %1) {
  %3 = fdiv float %0, %1
  ret float %3
}

define internal float @div_full_ftz_f32(float %0, float %1) {
  %3 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = fcmp olt float %4, 0x3810000000000000
  %6 = select i1 %5, float %3, float %0
  %7 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %8 = tail call float @llvm.fabs.f32(float %1)
  %9 = fcmp olt float %8, 0x3810000000000000
  %10 = select i1 %9, float %7, float %1
  %11 = fdiv float %6, %10
  %12 = fmul float %6, 0x43F0000000000000
  %13 = fdiv float %12, %10
  %14 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %11)
  %15 = tail call float @llvm.fabs.f32(float %13)
  %16 = fcmp olt float %15, 0x3C10000000000000
  %17 = select i1 %16, float %14, float %11
  ret float %17
}

define internal float @rcp_approx_f32(float %0) {
  %2 = fdiv float 1.000000e+00, %0
  ret float %2
}

define internal float @rcp_approx_ftz_f32(float %0) {
  %2 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %3 = tail call float @llvm.fabs.f32(float %0)
  %4 = fcmp olt float %3, 0x3810000000000000
  %5 = select i1 %4, float %2, float %0
  %6 = fdiv float 1.000000e+00, %5
  %7 = fdiv float 0x43F0000000000000, %5
  %8 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %6)
  %9 = tail call float @llvm.fabs.f32(float %7)
  %10 = fcmp olt float %9, 0x3C10000000000000
  %11 = select i1 %10, float %8, float %6
  ret float %11
}

define internal float @rsqrt_approx_f32(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.sqrt.f64(double %2)
  %4 = fdiv double 1.000000e+00, %3
  %5 = fptrunc double %4 to float
  ret float %5
}

define internal double @rcp_approx_ftz_f64(double %0) {
  %2 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %0)
  %3 = tail call double @llvm.fabs.f64(double %0)
  %4 = fcmp olt double %3, 0x10000000000000
  %5 = select i1 %4, double %2, double %0
  %6 = bitcast double %5 to i64
  %7 = and i64 %6, -4294967296
  %8 = bitcast i64 %7 to double
  %9 = fdiv double 1.000000e+00, %8
  %10 = bitcast double %9 to i64
  %11 = and i64 %10, -4294967296
  %12 = bitcast i64 %11 to double
  ret double %12
}

define internal double @rsqrt_approx_f64(double %0) {
  %2 = tail call double @llvm.sqrt.f64(double %0)
  %3 = fdiv double 1.000000e+00, %2
  %4 = bitcast double %3 to i64
  %5 = and i64 %4, -4294967296
  %6 = bitcast i64 %5 to double
  ret double %6
}

define internal double @rsqrt_approx_ftz_f64(double %0) {
  %2 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %0)
  %3 = tail call double @llvm.fabs.f64(double %0)
  %4 = fcmp olt double %3, 0x10000000000000
  %5 = select i1 %4, double %2, double %0
  %6 = bitcast double %5 to i64
  %7 = and i64 %6, -4294967296
  %8 = bitcast i64 %7 to double
  %9 = tail call double @llvm.sqrt.f64(double %8)
  %10 = fdiv double 1.000000e+00, %9
  %11 = bitcast double %10 to i64
  %12 = and i64 %11, -4294967296
  %13 = bitcast i64 %12 to double
  ret double %13
}

define internal i1 @testp_finite_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ult i32 %3, 2139095040
  ret i1 %4
}

define internal i1 @testp_infinite_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp oeq float %2, 0x7FF0000000000000
  ret i1 %3
}

define internal i1 @testp_number_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ult i32 %3, 2139095041
  ret i1 %4
}

define internal i1 @testp_notanumber_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ugt i32 %3, 2139095040
  ret i1 %4
}

define internal i1 @testp_normal_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = add nsw i32 %3, -8388608
  %5 = icmp ult i32 %4, 2130706432
  %6 = icmp eq i32 %3, 0
  %7 = or i1 %6, %5
  ret i1 %7
}

define internal i1 @testp_subnormal_f32(float %0) {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = add nsw i32 %3, -1
  %5 = icmp ult i32 %4, 8388607
  ret i1 %5
}

define internal i1 @testp_finite_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 9218868437227405312
  ret i1 %4
}

define internal i1 @testp_infinite_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp oeq double %2, 0x7FF0000000000000
  ret i1 %3
}

define internal i1 @testp_number_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 9218868437227405313
  ret i1 %4
}

define internal i1 @testp_notanumber_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ugt i64 %3, 9218868437227405312
  ret i1 %4
}

define internal i1 @testp_normal_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = add nsw i64 %3, -4503599627370496
  %5 = icmp ult i64 %4, 9214364837600034816
  %6 = icmp eq i64 %3, 0
  %7 = or i1 %6, %5
  ret i1 %7
}

define internal i1 @testp_subnormal_f64(double %0) {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = add nsw i64 %3, -1
  %5 = icmp ult i64 %4, 4503599627370495
  ret i1 %5
}

define internal float @min_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = bitcast float %1 to i32
  %5 = ashr i32 %3, 31
  %6 = or i32 %5, -2147483648
  %7 = xor i32 %6, %3
  %8 = ashr i32 %4, 31
  %9 = or i32 %8, -2147483648
  %10 = xor i32 %9, %4
  %11 = icmp ult i32 %7, %10
  %12 = shl i32 %4, 1
  %13 = icmp ugt i32 %12, -16777216
  %14 = or i1 %13, %11
  %15 = select i1 %14, i32 %3, i32 %4
  %16 = shl i32 %3, 1
  %17 = icmp ugt i32 %16, -16777216
  %18 = select i1 %13, i32 2147483647, i32 %4
  %19 = select i1 %17, i32 %18, i32 %15
  %20 = bitcast i32 %19 to float
  ret float %20
}

define internal float @min_NaN_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = bitcast float %1 to i32
  %5 = ashr i32 %3, 31
  %6 = or i32 %5, -2147483648
  %7 = xor i32 %6, %3
  %8 = ashr i32 %4, 31
  %9 = or i32 %8, -2147483648
  %10 = xor i32 %9, %4
  %11 = icmp ult i32 %7, %10
  %12 = select i1 %11, i32 %3, i32 %4
  %13 = shl i32 %3, 1
  %14 = icmp ugt i32 %13, -16777216
  %15 = shl i32 %4, 1
  %16 = icmp ugt i32 %15, -16777216
  %17 = or i1 %14, %16
  %18 = bitcast i32 %12 to float
  %19 = select i1 %17, float 0x7FFFFFFFE0000000, float %18
  ret float %19
}

define internal float @min_xorsign_abs_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = bitcast float %1 to i32
  %7 = tail call float @llvm.fabs.f32(float %1)
  %8 = bitcast float %7 to i32
  %9 = fneg float %4
  %10 = bitcast float %9 to i32
  %11 = fneg float %7
  %12 = bitcast float %11 to i32
  %13 = icmp samesign ult i32 %10, %12
  %14 = xor i32 %6, %3
  %15 = and i32 %14, -2147483648
  %16 = icmp samesign ugt i32 %8, 2139095040
  %17 = select i1 %16, i1 true, i1 %13
  %18 = select i1 %17, i32 %5, i32 %8
  %19 = icmp samesign ugt i32 %5, 2139095040
  %20 = select i1 %19, i32 %8, i32 %18
  %21 = or disjoint i32 %20, %15
  %22 = and i1 %19, %16
  %23 = bitcast i32 %21 to float
  %24 = select i1 %22, float 0x7FFFFFFFE0000000, float %23
  ret float %24
}

define internal float @min_NaN_xorsign_abs_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = bitcast float %1 to i32
  %7 = tail call float @llvm.fabs.f32(float %1)
  %8 = bitcast float %7 to i32
  %9 = fneg float %4
  %10 = bitcast float %9 to i32
  %11 = fneg float %7
  %12 = bitcast float %11 to i32
  %13 = icmp samesign ult i32 %10, %12
  %14 = select i1 %13, i32 %5, i32 %8
  %15 = xor i32 %6, %3
  %16 = and i32 %15, -2147483648
  %17 = or disjoint i32 %14, %16
  %18 = icmp samesign ugt i32 %5, 2139095040
  %19 = icmp samesign ugt i32 %8, 2139095040
  %20 = or i1 %18, %19
  %21 = bitcast i32 %17 to float
  %22 = select i1 %20, float 0x7FFFFFFFE0000000, float %21
  ret float %22
}

define internal float @max_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = bitcast float %1 to i32
  %5 = ashr i32 %3, 31
  %6 = or i32 %5, -2147483648
  %7 = xor i32 %6, %3
  %8 = ashr i32 %4, 31
  %9 = or i32 %8, -2147483648
  %10 = xor i32 %9, %4
  %11 = icmp ugt i32 %7, %10
  %12 = shl i32 %4, 1
  %13 = icmp ugt i32 %12, -16777216
  %14 = or i1 %13, %11
  %15 = select i1 %14, i32 %3, i32 %4
  %16 = shl i32 %3, 1
  %17 = icmp ugt i32 %16, -16777216
  %18 = select i1 %13, i32 2147483647, i32 %4
  %19 = select i1 %17, i32 %18, i32 %15
  %20 = bitcast i32 %19 to float
  ret float %20
}

define internal float @max_NaN_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = bitcast float %1 to i32
  %5 = ashr i32 %3, 31
  %6 = or i32 %5, -2147483648
  %7 = xor i32 %6, %3
  %8 = ashr i32 %4, 31
  %9 = or i32 %8, -2147483648
  %10 = xor i32 %9, %4
  %11 = icmp ugt i32 %7, %10
  %12 = select i1 %11, i32 %3, i32 %4
  %13 = shl i32 %3, 1
  %14 = icmp ugt i32 %13, -16777216
  %15 = shl i32 %4, 1
  %16 = icmp ugt i32 %15, -16777216
  %17 = or i1 %14, %16
  %18 = bitcast i32 %12 to float
  %19 = select i1 %17, float 0x7FFFFFFFE0000000, float %18
  ret float %19
}

define internal float @max_xorsign_abs_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = bitcast float %1 to i32
  %7 = tail call float @llvm.fabs.f32(float %1)
  %8 = bitcast float %7 to i32
  %9 = fneg float %4
  %10 = bitcast float %9 to i32
  %11 = fneg float %7
  %12 = bitcast float %11 to i32
  %13 = icmp samesign ugt i32 %10, %12
  %14 = xor i32 %6, %3
  %15 = and i32 %14, -2147483648
  %16 = icmp samesign ugt i32 %8, 2139095040
  %17 = select i1 %16, i1 true, i1 %13
  %18 = select i1 %17, i32 %5, i32 %8
  %19 = icmp samesign ugt i32 %5, 2139095040
  %20 = select i1 %19, i32 %8, i32 %18
  %21 = or disjoint i32 %20, %15
  %22 = and i1 %19, %16
  %23 = bitcast i32 %21 to float
  %24 = select i1 %22, float 0x7FFFFFFFE0000000, float %23
  ret float %24
}

define internal float @max_NaN_xorsign_abs_f32(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = tail call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = bitcast float %1 to i32
  %7 = tail call float @llvm.fabs.f32(float %1)
  %8 = bitcast float %7 to i32
  %9 = fneg float %4
  %10 = bitcast float %9 to i32
  %11 = fneg float %7
  %12 = bitcast float %11 to i32
  %13 = icmp samesign ugt i32 %10, %12
  %14 = select i1 %13, i32 %5, i32 %8
  %15 = xor i32 %6, %3
  %16 = and i32 %15, -2147483648
  %17 = or disjoint i32 %14, %16
  %18 = icmp samesign ugt i32 %5, 2139095040
  %19 = icmp samesign ugt i32 %8, 2139095040
  %20 = or i1 %18, %19
  %21 = bitcast i32 %17 to float
  %22 = select i1 %20, float 0x7FFFFFFFE0000000, float %21
  ret float %22
}

define internal double @min_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = bitcast double %1 to i64
  %5 = ashr i64 %3, 63
  %6 = or i64 %5, -9223372036854775808
  %7 = xor i64 %6, %3
  %8 = ashr i64 %4, 63
  %9 = or i64 %8, -9223372036854775808
  %10 = xor i64 %9, %4
  %11 = icmp ult i64 %7, %10
  %12 = shl i64 %4, 1
  %13 = icmp ugt i64 %12, -9007199254740992
  %14 = or i1 %13, %11
  %15 = select i1 %14, i64 %3, i64 %4
  %16 = shl i64 %3, 1
  %17 = icmp ugt i64 %16, -9007199254740992
  %18 = select i1 %13, i64 9221120237041090560, i64 %4
  %19 = select i1 %17, i64 %18, i64 %15
  %20 = bitcast i64 %19 to double
  ret double %20
}

define internal double @min_NaN_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = bitcast double %1 to i64
  %5 = ashr i64 %3, 63
  %6 = or i64 %5, -9223372036854775808
  %7 = xor i64 %6, %3
  %8 = ashr i64 %4, 63
  %9 = or i64 %8, -9223372036854775808
  %10 = xor i64 %9, %4
  %11 = icmp ult i64 %7, %10
  %12 = select i1 %11, i64 %3, i64 %4
  %13 = shl i64 %3, 1
  %14 = icmp ugt i64 %13, -9007199254740992
  %15 = shl i64 %4, 1
  %16 = icmp ugt i64 %15, -9007199254740992
  %17 = or i1 %14, %16
  %18 = bitcast i64 %12 to double
  %19 = select i1 %17, double 0x7FF8000000000000, double %18
  ret double %19
}

define internal double @min_xorsign_abs_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = bitcast double %1 to i64
  %7 = tail call double @llvm.fabs.f64(double %1)
  %8 = bitcast double %7 to i64
  %9 = fneg double %4
  %10 = bitcast double %9 to i64
  %11 = fneg double %7
  %12 = bitcast double %11 to i64
  %13 = icmp samesign ult i64 %10, %12
  %14 = xor i64 %6, %3
  %15 = and i64 %14, -9223372036854775808
  %16 = icmp samesign ugt i64 %8, 9218868437227405312
  %17 = select i1 %16, i1 true, i1 %13
  %18 = select i1 %17, i64 %5, i64 %8
  %19 = icmp samesign ugt i64 %5, 9218868437227405312
  %20 = select i1 %19, i64 %8, i64 %18
  %21 = or disjoint i64 %20, %15
  %22 = and i1 %19, %16
  %23 = bitcast i64 %21 to double
  %24 = select i1 %22, double 0x7FF8000000000000, double %23
  ret double %24
}

define internal double @min_NaN_xorsign_abs_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = bitcast double %1 to i64
  %7 = tail call double @llvm.fabs.f64(double %1)
  %8 = bitcast double %7 to i64
  %9 = fneg double %4
  %10 = bitcast double %9 to i64
  %11 = fneg double %7
  %12 = bitcast double %11 to i64
  %13 = icmp samesign ult i64 %10, %12
  %14 = select i1 %13, i64 %5, i64 %8
  %15 = xor i64 %6, %3
  %16 = and i64 %15, -9223372036854775808
  %17 = or disjoint i64 %14, %16
  %18 = icmp samesign ugt i64 %5, 9218868437227405312
  %19 = icmp samesign ugt i64 %8, 9218868437227405312
  %20 = or i1 %18, %19
  %21 = bitcast i64 %17 to double
  %22 = select i1 %20, double 0x7FF8000000000000, double %21
  ret double %22
}

define internal double @max_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = bitcast double %1 to i64
  %5 = ashr i64 %3, 63
  %6 = or i64 %5, -9223372036854775808
  %7 = xor i64 %6, %3
  %8 = ashr i64 %4, 63
  %9 = or i64 %8, -9223372036854775808
  %10 = xor i64 %9, %4
  %11 = icmp ugt i64 %7, %10
  %12 = shl i64 %4, 1
  %13 = icmp ugt i64 %12, -9007199254740992
  %14 = or i1 %13, %11
  %15 = select i1 %14, i64 %3, i64 %4
  %16 = shl i64 %3, 1
  %17 = icmp ugt i64 %16, -9007199254740992
  %18 = select i1 %13, i64 9221120237041090560, i64 %4
  %19 = select i1 %17, i64 %18, i64 %15
  %20 = bitcast i64 %19 to double
  ret double %20
}

define internal double @max_NaN_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = bitcast double %1 to i64
  %5 = ashr i64 %3, 63
  %6 = or i64 %5, -9223372036854775808
  %7 = xor i64 %6, %3
  %8 = ashr i64 %4, 63
  %9 = or i64 %8, -9223372036854775808
  %10 = xor i64 %9, %4
  %11 = icmp ugt i64 %7, %10
  %12 = select i1 %11, i64 %3, i64 %4
  %13 = shl i64 %3, 1
  %14 = icmp ugt i64 %13, -9007199254740992
  %15 = shl i64 %4, 1
  %16 = icmp ugt i64 %15, -9007199254740992
  %17 = or i1 %14, %16
  %18 = bitcast i64 %12 to double
  %19 = select i1 %17, double 0x7FF8000000000000, double %18
  ret double %19
}

define internal double @max_xorsign_abs_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = bitcast double %1 to i64
  %7 = tail call double @llvm.fabs.f64(double %1)
  %8 = bitcast double %7 to i64
  %9 = fneg double %4
  %10 = bitcast double %9 to i64
  %11 = fneg double %7
  %12 = bitcast double %11 to i64
  %13 = icmp samesign ugt i64 %10, %12
  %14 = xor i64 %6, %3
  %15 = and i64 %14, -9223372036854775808
  %16 = icmp samesign ugt i64 %8, 9218868437227405312
  %17 = select i1 %16, i1 true, i1 %13
  %18 = select i1 %17, i64 %5, i64 %8
  %19 = icmp samesign ugt i64 %5, 9218868437227405312
  %20 = select i1 %19, i64 %8, i64 %18
  %21 = or disjoint i64 %20, %15
  %22 = and i1 %19, %16
  %23 = bitcast i64 %21 to double
  %24 = select i1 %22, double 0x7FF8000000000000, double %23
  ret double %24
}

define internal double @max_NaN_xorsign_abs_f64(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = bitcast double %1 to i64
  %7 = tail call double @llvm.fabs.f64(double %1)
  %8 = bitcast double %7 to i64
  %9 = fneg double %4
  %10 = bitcast double %9 to i64
  %11 = fneg double %7
  %12 = bitcast double %11 to i64
  %13 = icmp samesign ugt i64 %10, %12
  %14 = select i1 %13, i64 %5, i64 %8
  %15 = xor i64 %6, %3
  %16 = and i64 %15, -9223372036854775808
  %17 = or disjoint i64 %14, %16
  %18 = icmp samesign ugt i64 %5, 9218868437227405312
  %19 = icmp samesign ugt i64 %8, 9218868437227405312
  %20 = or i1 %18, %19
  %21 = bitcast i64 %17 to double
  %22 = select i1 %20, double 0x7FF8000000000000, double %21
  ret double %22
}

define internal float @cvt_f32_f64(double %0) {
  %2 = fptrunc double %0 to float
  %3 = bitcast double %0 to i64
  %4 = lshr i64 %3, 32
  %5 = trunc nuw i64 %4 to i32
  %6 = and i32 %5, -2147483648
  %7 = lshr i64 %3, 29
  %8 = trunc i64 %7 to i32
  %9 = and i32 %8, 4194303
  %10 = or disjoint i32 %9, %6
  %11 = or disjoint i32 %10, 2143289344
  %12 = shl i64 %3, 1
  %13 = icmp ugt i64 %12, -9007199254740992
  %14 = bitcast i32 %11 to float
  %15 = select i1 %13, float %14, float %2
  ret float %15
}

define internal float @cvt_ftz_f32_f64(double %0) {
  %2 = fptrunc double %0 to float
  %3 = fmul double %0, 0x43F0000000000000
  %4 = fptrunc double %3 to float
  %5 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %2)
  %6 = tail call float @llvm.fabs.f32(float %4)
  %7 = fcmp olt float %6, 0x3C10000000000000
  %8 = select i1 %7, float %5, float %2
  %9 = bitcast double %0 to i64
  %10 = lshr i64 %9, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = and i32 %11, -2147483648
  %13 = lshr i64 %9, 29
  %14 = trunc i64 %13 to i32
  %15 = and i32 %14, 4194303
  %16 = or disjoint i32 %15, %12
  %17 = or disjoint i32 %16, 2143289344
  %18 = shl i64 %9, 1
  %19 = icmp ugt i64 %18, -9007199254740992
  %20 = bitcast i32 %17 to float
  %21 = select i1 %19, float %20, float %8
  ret float %21
}

define internal i32 @cvt_rna_tf32_f32(i32 %0) {
  %2 = and i32 %0, -8192
  %3 = and i32 %0, 2147483647
  %4 = add i32 %0, 4096
  %5 = and i32 %4, 2147475456
  %6 = and i32 %0, -2147483648
  %7 = or disjoint i32 %5, %6
  %8 = icmp samesign ugt i32 %3, 2139095040
  %9 = select i1 %8, i32 %2, i32 %7
  ret i32 %9
}

define internal i32 @cvt_tf32_f32(i32 %0) {
  %2 = lshr i32 %0, 13
  %3 = and i32 %2, 1
  %4 = and i32 %0, 2147483647
  %5 = add i32 %0, 4095
  %6 = add i32 %5, %3
  %7 = and i32 %6, 2147475456
  %8 = and i32 %0, -2147483648
  %9 = or disjoint i32 %7, %8
  %10 = icmp samesign ugt i32 %4, 2139095040
  %11 = select i1 %10, i32 2147475456, i32 %9
  ret i32 %11
}

define internal i32 @cvt_rz_tf32_f32(i32 %0) {
  %2 = and i32 %0, 2147483647
  %3 = and i32 %0, -8192
  %4 = icmp samesign ugt i32 %2, 2139095040
  %5 = select i1 %4, i32 2147475456, i32 %3
  ret i32 %5
}

define internal i32 @relu_tf32(i32 %0) {
  %2 = and i32 %0, 2147483647
  %3 = icmp samesign ult i32 %2, 2139095041
  %4 = tail call i32 @llvm.smax.i32(i32 %0, i32 0)
  %5 = select i1 %3, i32 %4, i32 %0
  ret i32 %5
}

define internal float @sum_f32(float %0, float %1, i1 %2) {
  %4 = fadd float %0, %1
  %5 = bitcast float %4 to i32
  %6 = shl i32 %5, 1
  %7 = icmp ugt i32 %6, -16777216
  %8 = select i1 %7, i32 2147483647, i32 %5
  %9 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0)
  %10 = tail call float @llvm.fabs.f32(float %0)
  %11 = fcmp olt float %10, 0x3810000000000000
  %12 = select i1 %11, float %9, float %0
  %13 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1)
  %14 = tail call float @llvm.fabs.f32(float %1)
  %15 = fcmp olt float %14, 0x3810000000000000
  %16 = select i1 %15, float %13, float %1
  %17 = fadd float %12, %16
  %18 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %17)
  %19 = tail call float @llvm.fabs.f32(float %17)
  %20 = fcmp olt float %19, 0x3810000000000000
  %21 = select i1 %20, float %18, float %17
  %22 = bitcast float %21 to i32
  %23 = shl i32 %22, 1
  %24 = icmp ugt i32 %23, -16777216
  %25 = select i1 %24, i32 2147483647, i32 %22
  %26 = select i1 %2, i32 %8, i32 %25
  %27 = bitcast i32 %26 to float
  ret float %27
}

declare i32 @llvm.smax.i32(i32, i32)
