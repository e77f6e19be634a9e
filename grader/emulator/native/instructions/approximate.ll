define internal float @ex2_approx_f32(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.exp2.f64(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

declare double @llvm.exp2.f64(double)

define internal float @lg2_approx_f32(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.log2.f64(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

declare double @llvm.log2.f64(double)

define internal float @sin_approx_f32(float %0) {
  %2 = fpext float %0 to double
  %3 = fmul double %2, 0x3FC45F3060000000
  %4 = bitcast double %3 to i64
  %5 = and i64 %4, -536870912
  %6 = bitcast i64 %5 to double
  %7 = tail call double @llvm.roundeven.f64(double %6)
  %8 = fsub double %6, %7
  %9 = tail call double @llvm.copysign.f64(double %8, double %2)
  %10 = fcmp oeq double %8, 0.000000e+00
  %11 = select i1 %10, double %9, double %8
  %12 = fmul double %11, 0x401921FB54442D18
  %13 = tail call double @llvm.sin.f64(double %12)
  %14 = fptrunc double %13 to float
  ret float %14
}

declare double @llvm.sin.f64(double)

define internal float @cos_approx_f32(float %0) {
  %2 = fpext float %0 to double
  %3 = fmul double %2, 0x3FC45F3060000000
  %4 = bitcast double %3 to i64
  %5 = and i64 %4, -536870912
  %6 = bitcast i64 %5 to double
  %7 = tail call double @llvm.roundeven.f64(double %6)
  %8 = fsub double %6, %7
  %9 = tail call double @llvm.copysign.f64(double %8, double %2)
  %10 = fcmp oeq double %8, 0.000000e+00
  %11 = select i1 %10, double %9, double %8
  %12 = fmul double %11, 0x401921FB54442D18
  %13 = tail call double @llvm.cos.f64(double %12)
  %14 = fptrunc double %13 to float
  ret float %14
}

declare double @llvm.cos.f64(double)

define internal float @tanh_approx_f32(float %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @tanh(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

declare double @tanh(double)

define internal i16 @ex2_approx_f16(i16 %0) {
  %2 = and i16 %0, 32767
  %3 = zext nneg i16 %2 to i32
  %4 = sext i16 %0 to i32
  %5 = and i32 %4, -2147483648
  %6 = shl nuw nsw i32 %3, 13
  %7 = bitcast i32 %6 to float
  %8 = fmul float %7, 0x46F0000000000000
  %9 = bitcast float %8 to i32
  %10 = or i32 %6, 2139095040
  %11 = icmp samesign ugt i16 %2, 31743
  %12 = select i1 %11, i32 %10, i32 %9
  %13 = or i32 %12, %5
  %14 = bitcast i32 %13 to float
  %15 = fpext float %14 to double
  %16 = tail call double @llvm.exp2.f64(double %15)
  %17 = fptrunc double %16 to float
  %18 = fpext float %17 to double
  %19 = fcmp one double %16, %18
  %20 = tail call double @llvm.fabs.f64(double %18)
  %21 = tail call double @llvm.fabs.f64(double %16)
  %22 = fcmp ogt double %20, %21
  %23 = bitcast float %17 to i32
  %24 = sext i1 %22 to i32
  %25 = add i32 %24, %23
  %26 = or i32 %25, 1
  %27 = select i1 %19, i32 %26, i32 %23
  %28 = lshr i32 %27, 16
  %29 = and i32 %28, 32768
  %30 = and i32 %27, 2147483647
  %31 = icmp samesign ult i32 %30, 947912704
  %32 = and i32 %27, 8388607
  %33 = or disjoint i32 %32, 8388608
  %34 = lshr i32 %30, 23
  %35 = sub nsw i32 126, %34
  %36 = tail call i32 @llvm.umin.i32(i32 %35, i32 31)
  %37 = icmp eq i32 %30, 0
  %38 = select i1 %37, i32 0, i32 %33
  %39 = add nsw i32 %30, -939524096
  %40 = select i1 %31, i32 %38, i32 %39
  %41 = select i1 %31, i32 %36, i32 13
  %42 = lshr i32 %40, %41
  %43 = shl i32 %42, %41
  %44 = sub i32 %40, %43
  %45 = add nsw i32 %41, -1
  %46 = shl nuw nsw i32 1, %45
  %47 = icmp ugt i32 %44, %46
  %48 = zext i1 %47 to i32
  %49 = icmp eq i32 %44, %46
  %50 = and i32 %42, 1
  %51 = select i1 %49, i32 %50, i32 0
  %52 = or i32 %51, %48
  %53 = add i32 %52, %42
  %54 = tail call i32 @llvm.umin.i32(i32 %53, i32 31744)
  %55 = or disjoint i32 %54, %29
  %56 = icmp samesign ugt i32 %30, 2139095040
  %57 = trunc nuw i32 %55 to i16
  %58 = select i1 %56, i16 32767, i16 %57
  ret i16 %58
}

define internal i16 @ex2_approx_bf16(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = shl nuw i32 %2, 16
  %4 = bitcast i32 %3 to float
  %5 = fpext float %4 to double
  %6 = tail call double @llvm.exp2.f64(double %5)
  %7 = fptrunc double %6 to float
  %8 = fpext float %7 to double
  %9 = fcmp one double %6, %8
  %10 = tail call double @llvm.fabs.f64(double %8)
  %11 = tail call double @llvm.fabs.f64(double %6)
  %12 = fcmp ogt double %10, %11
  %13 = bitcast float %7 to i32
  %14 = sext i1 %12 to i32
  %15 = add i32 %14, %13
  %16 = or i32 %15, 1
  %17 = select i1 %9, i32 %16, i32 %13
  %18 = lshr i32 %17, 16
  %19 = and i32 %18, 32768
  %20 = and i32 %17, 2147483647
  %21 = lshr i32 %20, 16
  %22 = and i32 %17, 65535
  %23 = icmp samesign ugt i32 %22, 32768
  %24 = zext i1 %23 to i32
  %25 = icmp eq i32 %22, 32768
  %26 = and i32 %21, 1
  %27 = select i1 %25, i32 %26, i32 0
  %28 = or i32 %27, %24
  %29 = add nuw nsw i32 %28, %21
  %30 = or i32 %29, %19
  %31 = icmp samesign ugt i32 %20, 2139095040
  %32 = trunc nuw i32 %30 to i16
  %33 = select i1 %31, i16 32767, i16 %32
  ret i16 %33
}

define internal i16 @tanh_approx_f16(i16 %0) {
  %2 = and i16 %0, 32767
  %3 = zext nneg i16 %2 to i32
  %4 = sext i16 %0 to i32
  %5 = and i32 %4, -2147483648
  %6 = shl nuw nsw i32 %3, 13
  %7 = bitcast i32 %6 to float
  %8 = fmul float %7, 0x46F0000000000000
  %9 = bitcast float %8 to i32
  %10 = or i32 %6, 2139095040
  %11 = icmp samesign ugt i16 %2, 31743
  %12 = select i1 %11, i32 %10, i32 %9
  %13 = or i32 %12, %5
  %14 = bitcast i32 %13 to float
  %15 = fpext float %14 to double
  %16 = tail call double @tanh(double %15)
  %17 = fptrunc double %16 to float
  %18 = fpext float %17 to double
  %19 = fcmp one double %16, %18
  %20 = tail call double @llvm.fabs.f64(double %18)
  %21 = tail call double @llvm.fabs.f64(double %16)
  %22 = fcmp ogt double %20, %21
  %23 = bitcast float %17 to i32
  %24 = sext i1 %22 to i32
  %25 = add i32 %24, %23
  %26 = or i32 %25, 1
  %27 = select i1 %19, i32 %26, i32 %23
  %28 = lshr i32 %27, 16
  %29 = and i32 %28, 32768
  %30 = and i32 %27, 2147483647
  %31 = icmp samesign ult i32 %30, 947912704
  %32 = and i32 %27, 8388607
  %33 = or disjoint i32 %32, 8388608
  %34 = lshr i32 %30, 23
  %35 = sub nsw i32 126, %34
  %36 = tail call i32 @llvm.umin.i32(i32 %35, i32 31)
  %37 = icmp eq i32 %30, 0
  %38 = select i1 %37, i32 0, i32 %33
  %39 = add nsw i32 %30, -939524096
  %40 = select i1 %31, i32 %38, i32 %39
  %41 = select i1 %31, i32 %36, i32 13
  %42 = lshr i32 %40, %41
  %43 = shl i32 %42, %41
  %44 = sub i32 %40, %43
  %45 = add nsw i32 %41, -1
  %46 = shl nuw nsw i32 1, %45
  %47 = icmp ugt i32 %44, %46
  %48 = zext i1 %47 to i32
  %49 = icmp eq i32 %44, %46
  %50 = and i32 %42, 1
  %51 = select i1 %49, i32 %50, i32 0
  %52 = or i32 %51, %48
  %53 = add i32 %52, %42
  %54 = tail call i32 @llvm.umin.i32(i32 %53, i32 31744)
  %55 = or disjoint i32 %54, %29
  %56 = icmp samesign ugt i32 %30, 2139095040
  %57 = trunc nuw i32 %55 to i16
  %58 = select i1 %56, i16 32767, i16 %57
  ret i16 %58
}

define internal i16 @tanh_approx_bf16(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = shl nuw i32 %2, 16
  %4 = bitcast i32 %3 to float
  %5 = fpext float %4 to double
  %6 = tail call double @tanh(double %5)
  %7 = fptrunc double %6 to float
  %8 = fpext float %7 to double
  %9 = fcmp one double %6, %8
  %10 = tail call double @llvm.fabs.f64(double %8)
  %11 = tail call double @llvm.fabs.f64(double %6)
  %12 = fcmp ogt double %10, %11
  %13 = bitcast float %7 to i32
  %14 = sext i1 %12 to i32
  %15 = add i32 %14, %13
  %16 = or i32 %15, 1
  %17 = select i1 %9, i32 %16, i32 %13
  %18 = lshr i32 %17, 16
  %19 = and i32 %18, 32768
  %20 = and i32 %17, 2147483647
  %21 = lshr i32 %20, 16
  %22 = and i32 %17, 65535
  %23 = icmp samesign ugt i32 %22, 32768
  %24 = zext i1 %23 to i32
  %25 = icmp eq i32 %22, 32768
  %26 = and i32 %21, 1
  %27 = select i1 %25, i32 %26, i32 0
  %28 = or i32 %27, %24
  %29 = add nuw nsw i32 %28, %21
  %30 = or i32 %29, %19
  %31 = icmp samesign ugt i32 %20, 2139095040
  %32 = trunc nuw i32 %30 to i16
  %33 = select i1 %31, i16 32767, i16 %32
  ret i16 %33
}

declare double @llvm.roundeven.f64(double)

declare double @llvm.copysign.f64(double, double)

declare i32 @llvm.umin.i32(i32, i32)

declare double @llvm.fabs.f64(double)
