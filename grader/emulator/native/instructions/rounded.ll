define internal float @add_rounded_f32(float %0, float %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call float @llvm.experimental.constrained.fadd.f32(float %0, float %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare void @llvm.set.rounding(i32)

declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata) strictfp

define internal float @sub_rounded_f32(float %0, float %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call float @llvm.experimental.constrained.fsub.f32(float %0, float %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare float @llvm.experimental.constrained.fsub.f32(float, float, metadata, metadata) strictfp

define internal float @mul_rounded_f32(float %0, float %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call float @llvm.experimental.constrained.fmul.f32(float %0, float %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare float @llvm.experimental.constrained.fmul.f32(float, float, metadata, metadata) strictfp

define internal float @div_rounded_f32(float %0, float %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call float @llvm.experimental.constrained.fdiv.f32(float %0, float %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare float @llvm.experimental.constrained.fdiv.f32(float, float, metadata, metadata) strictfp

define internal float @rcp_rounded_f32(float %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double 1.000000e+00, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = tail call float @llvm.experimental.constrained.fdiv.f32(float %3, float %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata) strictfp

define internal float @fma_rounded_f32(float %0, float %1, float %2, i32 %3) strictfp {
  tail call void @llvm.set.rounding(i32 %3) strictfp
  %5 = tail call float @llvm.experimental.constrained.fma.f32(float %0, float %1, float %2, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %5
}

declare float @llvm.experimental.constrained.fma.f32(float, float, float, metadata, metadata) strictfp

define internal float @mad_rounded_f32(float %0, float %1, float %2, i32 %3) strictfp {
  tail call void @llvm.set.rounding(i32 %3) strictfp
  %5 = tail call float @llvm.experimental.constrained.fma.f32(float %0, float %1, float %2, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %5
}

define internal double @add_rounded_f64(double %0, double %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call double @llvm.experimental.constrained.fadd.f64(double %0, double %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %4
}

declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata) strictfp

define internal double @sub_rounded_f64(double %0, double %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call double @llvm.experimental.constrained.fsub.f64(double %0, double %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %4
}

declare double @llvm.experimental.constrained.fsub.f64(double, double, metadata, metadata) strictfp

define internal double @mul_rounded_f64(double %0, double %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call double @llvm.experimental.constrained.fmul.f64(double %0, double %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %4
}

declare double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata) strictfp

define internal double @div_rounded_f64(double %0, double %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call double @llvm.experimental.constrained.fdiv.f64(double %0, double %1, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %4
}

declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata) strictfp

define internal double @rcp_rounded_f64(double %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call double @llvm.experimental.constrained.fdiv.f64(double 1.000000e+00, double %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %3
}

define internal double @fma_rounded_f64(double %0, double %1, double %2, i32 %3) strictfp {
  tail call void @llvm.set.rounding(i32 %3) strictfp
  %5 = tail call double @llvm.experimental.constrained.fma.f64(double %0, double %1, double %2, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %5
}

declare double @llvm.experimental.constrained.fma.f64(double, double, double, metadata, metadata) strictfp

define internal double @mad_rounded_f64(double %0, double %1, double %2, i32 %3) strictfp {
  tail call void @llvm.set.rounding(i32 %3) strictfp
  %5 = tail call double @llvm.experimental.constrained.fma.f64(double %0, double %1, double %2, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %5
}

define internal double @sqrt_rounded_f64(double %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call double @llvm.experimental.constrained.sqrt.f64(double %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret double %3
}

declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata) strictfp

define internal float @sqrt_rounded_f32(float %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call float @llvm.experimental.constrained.sqrt.f32(float %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = bitcast float %3 to i32
  %5 = shl i32 %4, 1
  %6 = icmp ugt i32 %5, -16777216
  %7 = select i1 %6, i32 2147483647, i32 %4
  %8 = bitcast i32 %7 to float
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %8
}

declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata) strictfp

define internal float @mul_rounded_ftz_f32(float %0, float %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0) strictfp
  %5 = tail call float @llvm.fabs.f32(float %0) strictfp
  %6 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %5, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %7 = select i1 %6, float %4, float %0
  %8 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1) strictfp
  %9 = tail call float @llvm.fabs.f32(float %1) strictfp
  %10 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %9, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %11 = select i1 %10, float %8, float %1
  %12 = tail call float @llvm.experimental.constrained.fmul.f32(float %7, float %11, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %13 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %5, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %14 = select i1 %13, float %4, float %0
  %15 = tail call float @llvm.experimental.constrained.fmul.f32(float %14, float 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %16 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %9, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %17 = select i1 %16, float %8, float %1
  %18 = tail call float @llvm.experimental.constrained.fmul.f32(float %15, float %17, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %19 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %12) strictfp
  %20 = tail call float @llvm.fabs.f32(float %18) strictfp
  %21 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %20, float 0x3C10000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %22 = select i1 %21, float %19, float %12
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %22
}

define internal float @div_rounded_ftz_f32(float %0, float %1, i32 %2) strictfp {
  tail call void @llvm.set.rounding(i32 %2) strictfp
  %4 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0) strictfp
  %5 = tail call float @llvm.fabs.f32(float %0) strictfp
  %6 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %5, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %7 = select i1 %6, float %4, float %0
  %8 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1) strictfp
  %9 = tail call float @llvm.fabs.f32(float %1) strictfp
  %10 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %9, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %11 = select i1 %10, float %8, float %1
  %12 = tail call float @llvm.experimental.constrained.fdiv.f32(float %7, float %11, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %13 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %5, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %14 = select i1 %13, float %4, float %0
  %15 = tail call float @llvm.experimental.constrained.fmul.f32(float %14, float 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %16 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %9, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %17 = select i1 %16, float %8, float %1
  %18 = tail call float @llvm.experimental.constrained.fdiv.f32(float %15, float %17, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %19 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %12) strictfp
  %20 = tail call float @llvm.fabs.f32(float %18) strictfp
  %21 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %20, float 0x3C10000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %22 = select i1 %21, float %19, float %12
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %22
}

define internal float @rcp_rounded_ftz_f32(float %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0) strictfp
  %4 = tail call float @llvm.fabs.f32(float %0) strictfp
  %5 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %4, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %6 = select i1 %5, float %3, float %0
  %7 = tail call float @llvm.experimental.constrained.fdiv.f32(float 1.000000e+00, float %6, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %8 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %4, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %9 = select i1 %8, float %3, float %0
  %10 = tail call float @llvm.experimental.constrained.fdiv.f32(float 0x43F0000000000000, float %9, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %11 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %7) strictfp
  %12 = tail call float @llvm.fabs.f32(float %10) strictfp
  %13 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %12, float 0x3C10000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %14 = select i1 %13, float %11, float %7
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %14
}

define internal float @fma_rounded_ftz_f32(float %0, float %1, float %2, i32 %3) strictfp {
  tail call void @llvm.set.rounding(i32 %3) strictfp
  %5 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0) strictfp
  %6 = tail call float @llvm.fabs.f32(float %0) strictfp
  %7 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %6, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %8 = select i1 %7, float %5, float %0
  %9 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1) strictfp
  %10 = tail call float @llvm.fabs.f32(float %1) strictfp
  %11 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %10, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %12 = select i1 %11, float %9, float %1
  %13 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %2) strictfp
  %14 = tail call float @llvm.fabs.f32(float %2) strictfp
  %15 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %14, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %16 = select i1 %15, float %13, float %2
  %17 = tail call float @llvm.experimental.constrained.fma.f32(float %8, float %12, float %16, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %18 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %6, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %19 = select i1 %18, float %5, float %0
  %20 = tail call float @llvm.experimental.constrained.fmul.f32(float %19, float 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %21 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %10, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %22 = select i1 %21, float %9, float %1
  %23 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %14, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %24 = select i1 %23, float %13, float %2
  %25 = tail call float @llvm.experimental.constrained.fmul.f32(float %24, float 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %26 = tail call float @llvm.experimental.constrained.fma.f32(float %20, float %22, float %25, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %27 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %17) strictfp
  %28 = tail call float @llvm.fabs.f32(float %26) strictfp
  %29 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %28, float 0x3C10000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %30 = select i1 %29, float %27, float %17
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %30
}

define internal float @mad_rounded_ftz_f32(float %0, float %1, float %2, i32 %3) strictfp {
  tail call void @llvm.set.rounding(i32 %3) strictfp
  %5 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %0) strictfp
  %6 = tail call float @llvm.fabs.f32(float %0) strictfp
  %7 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %6, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %8 = select i1 %7, float %5, float %0
  %9 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %1) strictfp
  %10 = tail call float @llvm.fabs.f32(float %1) strictfp
  %11 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %10, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %12 = select i1 %11, float %9, float %1
  %13 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %2) strictfp
  %14 = tail call float @llvm.fabs.f32(float %2) strictfp
  %15 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %14, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %16 = select i1 %15, float %13, float %2
  %17 = tail call float @llvm.experimental.constrained.fma.f32(float %8, float %12, float %16, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %18 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %6, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %19 = select i1 %18, float %5, float %0
  %20 = tail call float @llvm.experimental.constrained.fmul.f32(float %19, float 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %21 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %10, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %22 = select i1 %21, float %9, float %1
  %23 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %14, float 0x3810000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %24 = select i1 %23, float %13, float %2
  %25 = tail call float @llvm.experimental.constrained.fmul.f32(float %24, float 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %26 = tail call float @llvm.experimental.constrained.fma.f32(float %20, float %22, float %25, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %27 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %17) strictfp
  %28 = tail call float @llvm.fabs.f32(float %26) strictfp
  %29 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %28, float 0x3C10000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %30 = select i1 %29, float %27, float %17
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %30
}

define internal float @cvt_rounded_f32_f64(double %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = bitcast double %0 to i64
  %5 = lshr i64 %4, 32
  %6 = trunc nuw i64 %5 to i32
  %7 = and i32 %6, -2147483648
  %8 = lshr i64 %4, 29
  %9 = trunc i64 %8 to i32
  %10 = and i32 %9, 4194303
  %11 = or disjoint i32 %10, %7
  %12 = or disjoint i32 %11, 2143289344
  %13 = shl i64 %4, 1
  %14 = icmp ugt i64 %13, -9007199254740992
  %15 = bitcast i32 %12 to float
  %16 = select i1 %14, float %15, float %3
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %16
}

define internal float @cvt_rounded_ftz_f32_f64(double %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = tail call double @llvm.experimental.constrained.fmul.f64(double %0, double 0x43F0000000000000, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %5 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %4, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = tail call float @llvm.copysign.f32(float 0.000000e+00, float %3) strictfp
  %7 = tail call float @llvm.fabs.f32(float %5) strictfp
  %8 = tail call i1 @llvm.experimental.constrained.fcmps.f32(float %7, float 0x3C10000000000000, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %9 = select i1 %8, float %6, float %3
  %10 = bitcast double %0 to i64
  %11 = lshr i64 %10, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = and i32 %12, -2147483648
  %14 = lshr i64 %10, 29
  %15 = trunc i64 %14 to i32
  %16 = and i32 %15, 4194303
  %17 = or disjoint i32 %16, %13
  %18 = or disjoint i32 %17, 2143289344
  %19 = shl i64 %10, 1
  %20 = icmp ugt i64 %19, -9007199254740992
  %21 = bitcast i32 %18 to float
  %22 = select i1 %20, float %21, float %9
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %22
}

define internal float @cvt_rounded_f32_s32(i32 %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %3, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata) strictfp

define internal float @cvt_rounded_f32_u32(i32 %0, i32 %1) strictfp {
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %3 = tail call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %3, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %4
}

declare double @llvm.experimental.constrained.uitofp.f64.i32(i32, metadata, metadata) strictfp

define internal float @cvt_rounded_f32_s64(i64 %0, i32 %1) strictfp {
  %3 = trunc i64 %0 to i32
  %4 = and i64 %0, -4294967296
  %5 = tail call double @llvm.experimental.constrained.sitofp.f64.i64(i64 %4, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = tail call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %3, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %7 = tail call double @llvm.experimental.constrained.fadd.f64(double %5, double %6, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %8 = tail call double @llvm.experimental.constrained.fsub.f64(double %7, double %5, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %9 = tail call double @llvm.experimental.constrained.fsub.f64(double %7, double %8, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %10 = tail call double @llvm.experimental.constrained.fsub.f64(double %5, double %9, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %11 = tail call double @llvm.experimental.constrained.fsub.f64(double %6, double %8, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %12 = tail call double @llvm.experimental.constrained.fadd.f64(double %10, double %11, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %13 = bitcast double %7 to i64
  %14 = bitcast double %12 to i64
  %15 = xor i64 %14, %13
  %16 = icmp sgt i64 %15, -1
  %17 = select i1 %16, i64 1, i64 -1
  %18 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %19 = tail call i1 @llvm.experimental.constrained.fcmps.f64(double %12, double %18, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %20 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %21 = tail call i1 @llvm.experimental.constrained.fcmps.f64(double %12, double %20, metadata !"ogt", metadata !"fpexcept.strict") strictfp
  %22 = or i1 %19, %21
  %23 = and i64 %13, 1
  %24 = icmp eq i64 %23, 0
  %25 = select i1 %22, i1 %24, i1 false
  %26 = select i1 %25, i64 %17, i64 0
  %27 = add i64 %26, %13
  %28 = bitcast i64 %27 to double
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %29 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %28, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %29
}

define internal double @cvt_rounded_f64_s64(i64 %0, i32 %1) strictfp {
  %3 = trunc i64 %0 to i32
  %4 = and i64 %0, -4294967296
  %5 = tail call double @llvm.experimental.constrained.sitofp.f64.i64(i64 %4, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = tail call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %3, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %7 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %8 = tail call double @llvm.experimental.constrained.fadd.f64(double %5, double %6, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  %9 = icmp eq i64 %0, 0
  %10 = select i1 %9, double %7, double %8
  ret double %10
}

declare double @llvm.experimental.constrained.sitofp.f64.i64(i64, metadata, metadata) strictfp

define internal float @cvt_rounded_f32_u64(i64 %0, i32 %1) strictfp {
  %3 = trunc i64 %0 to i32
  %4 = and i64 %0, -4294967296
  %5 = tail call double @llvm.experimental.constrained.uitofp.f64.i64(i64 %4, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = tail call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %3, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %7 = tail call double @llvm.experimental.constrained.fadd.f64(double %5, double %6, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %8 = tail call double @llvm.experimental.constrained.fsub.f64(double %7, double %5, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %9 = tail call double @llvm.experimental.constrained.fsub.f64(double %7, double %8, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %10 = tail call double @llvm.experimental.constrained.fsub.f64(double %5, double %9, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %11 = tail call double @llvm.experimental.constrained.fsub.f64(double %6, double %8, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %12 = tail call double @llvm.experimental.constrained.fadd.f64(double %10, double %11, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %13 = bitcast double %7 to i64
  %14 = bitcast double %12 to i64
  %15 = xor i64 %14, %13
  %16 = icmp sgt i64 %15, -1
  %17 = select i1 %16, i64 1, i64 -1
  %18 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %19 = tail call i1 @llvm.experimental.constrained.fcmps.f64(double %12, double %18, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %20 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %21 = tail call i1 @llvm.experimental.constrained.fcmps.f64(double %12, double %20, metadata !"ogt", metadata !"fpexcept.strict") strictfp
  %22 = or i1 %19, %21
  %23 = and i64 %13, 1
  %24 = icmp eq i64 %23, 0
  %25 = select i1 %22, i1 %24, i1 false
  %26 = select i1 %25, i64 %17, i64 0
  %27 = add i64 %26, %13
  %28 = bitcast i64 %27 to double
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %29 = tail call float @llvm.experimental.constrained.fptrunc.f32.f64(double %28, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  ret float %29
}

define internal double @cvt_rounded_f64_u64(i64 %0, i32 %1) strictfp {
  %3 = trunc i64 %0 to i32
  %4 = and i64 %0, -4294967296
  %5 = tail call double @llvm.experimental.constrained.uitofp.f64.i64(i64 %4, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = tail call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %3, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %7 = tail call double @llvm.experimental.constrained.sitofp.f64.i32(i32 0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 %1) strictfp
  %8 = tail call double @llvm.experimental.constrained.fadd.f64(double %5, double %6, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  tail call void @llvm.set.rounding(i32 1) strictfp
  %9 = icmp eq i64 %0, 0
  %10 = select i1 %9, double %7, double %8
  ret double %10
}

declare double @llvm.experimental.constrained.uitofp.f64.i64(i64, metadata, metadata) strictfp

declare float @llvm.copysign.f32(float, float)

declare float @llvm.fabs.f32(float)

declare i1 @llvm.experimental.constrained.fcmps.f32(float, float, metadata, metadata) strictfp

declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata) strictfp
