define internal i16 @ftz_f16(i16 %0) {
  %2 = and i16 %0, -32768
  %3 = and i16 %0, 31744
  %4 = icmp eq i16 %3, 0
  %5 = select i1 %4, i16 %2, i16 %0
  ret i16 %5
}

define internal i16 @sat_f16(i16 %0) {
  %2 = tail call i16 @llvm.umin.i16(i16 %0, i16 15360)
  %3 = icmp ugt i16 %0, 31744
  %4 = select i1 %3, i16 0, i16 %2
  ret i16 %4
}

declare i16 @llvm.umin.i16(i16, i16)

define internal i16 @relu_f16(i16 %0) {
  %2 = and i16 %0, 32767
  %3 = icmp samesign ult i16 %2, 31745
  %4 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  %5 = select i1 %3, i16 %4, i16 %0
  ret i16 %5
}

define internal i16 @ftz_bf16(i16 %0) {
  %2 = and i16 %0, -32768
  %3 = and i16 %0, 32640
  %4 = icmp eq i16 %3, 0
  %5 = select i1 %4, i16 %2, i16 %0
  ret i16 %5
}

define internal i16 @sat_bf16(i16 %0) {
  %2 = tail call i16 @llvm.umin.i16(i16 %0, i16 16256)
  %3 = icmp ugt i16 %0, 32640
  %4 = select i1 %3, i16 0, i16 %2
  ret i16 %4
}

define internal i16 @relu_bf16(i16 %0) {
  %2 = and i16 %0, 32767
  %3 = icmp samesign ult i16 %2, 32641
  %4 = tail call i16 @llvm.smax.i16(i16 %0, i16 0)
  %5 = select i1 %3, i16 %4, i16 %0
  ret i16 %5
}

define internal i16 @add_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = zext nneg i16 %3 to i32
  %5 = sext i16 %0 to i32
  %6 = and i32 %5, -2147483648
  %7 = shl nuw nsw i32 %4, 13
  %8 = bitcast i32 %7 to float
  %9 = fmul float %8, 0x46F0000000000000
  %10 = bitcast float %9 to i32
  %11 = or i32 %7, 2139095040
  %12 = icmp samesign ugt i16 %3, 31743
  %13 = select i1 %12, i32 %11, i32 %10
  %14 = or i32 %13, %6
  %15 = bitcast i32 %14 to float
  %16 = fpext float %15 to double
  %17 = and i16 %1, 32767
  %18 = zext nneg i16 %17 to i32
  %19 = sext i16 %1 to i32
  %20 = and i32 %19, -2147483648
  %21 = shl nuw nsw i32 %18, 13
  %22 = bitcast i32 %21 to float
  %23 = fmul float %22, 0x46F0000000000000
  %24 = bitcast float %23 to i32
  %25 = or i32 %21, 2139095040
  %26 = icmp samesign ugt i16 %17, 31743
  %27 = select i1 %26, i32 %25, i32 %24
  %28 = or i32 %27, %20
  %29 = bitcast i32 %28 to float
  %30 = fpext float %29 to double
  %31 = fadd double %16, %30
  %32 = fsub double %31, %16
  %33 = fsub double %31, %32
  %34 = fsub double %16, %33
  %35 = fsub double %30, %32
  %36 = fadd double %35, %34
  %37 = bitcast double %31 to i64
  %38 = bitcast double %36 to i64
  %39 = xor i64 %38, %37
  %40 = icmp sgt i64 %39, -1
  %41 = select i1 %40, i64 1, i64 -1
  %42 = fcmp ueq double %36, 0.000000e+00
  %43 = and i64 %37, 1
  %44 = icmp ne i64 %43, 0
  %45 = select i1 %42, i1 true, i1 %44
  %46 = select i1 %45, i64 0, i64 %41
  %47 = add i64 %46, %37
  %48 = bitcast i64 %47 to double
  %49 = fptrunc double %48 to float
  %50 = fpext float %49 to double
  %51 = fcmp one double %48, %50
  %52 = tail call double @llvm.fabs.f64(double %50)
  %53 = tail call double @llvm.fabs.f64(double %48)
  %54 = fcmp ogt double %52, %53
  %55 = bitcast float %49 to i32
  %56 = sext i1 %54 to i32
  %57 = add i32 %56, %55
  %58 = or i32 %57, 1
  %59 = select i1 %51, i32 %58, i32 %55
  %60 = lshr i32 %59, 16
  %61 = and i32 %60, 32768
  %62 = and i32 %59, 2147483647
  %63 = icmp samesign ult i32 %62, 947912704
  %64 = and i32 %59, 8388607
  %65 = or disjoint i32 %64, 8388608
  %66 = lshr i32 %62, 23
  %67 = sub nsw i32 126, %66
  %68 = tail call i32 @llvm.umin.i32(i32 %67, i32 31)
  %69 = icmp eq i32 %62, 0
  %70 = select i1 %69, i32 0, i32 %65
  %71 = add nsw i32 %62, -939524096
  %72 = select i1 %63, i32 %70, i32 %71
  %73 = select i1 %63, i32 %68, i32 13
  %74 = lshr i32 %72, %73
  %75 = shl i32 %74, %73
  %76 = sub i32 %72, %75
  %77 = add nsw i32 %73, -1
  %78 = shl nuw nsw i32 1, %77
  %79 = icmp ugt i32 %76, %78
  %80 = zext i1 %79 to i32
  %81 = icmp eq i32 %76, %78
  %82 = and i32 %74, 1
  %83 = select i1 %81, i32 %82, i32 0
  %84 = or i32 %83, %80
  %85 = add i32 %84, %74
  %86 = tail call i32 @llvm.umin.i32(i32 %85, i32 31744)
  %87 = or disjoint i32 %86, %61
  %88 = icmp samesign ugt i32 %62, 2139095040
  %89 = trunc nuw i32 %87 to i16
  %90 = select i1 %88, i16 32767, i16 %89
  ret i16 %90
}

define internal i16 @sub_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = zext nneg i16 %3 to i32
  %5 = sext i16 %0 to i32
  %6 = and i32 %5, -2147483648
  %7 = shl nuw nsw i32 %4, 13
  %8 = bitcast i32 %7 to float
  %9 = fmul float %8, 0x46F0000000000000
  %10 = bitcast float %9 to i32
  %11 = or i32 %7, 2139095040
  %12 = icmp samesign ugt i16 %3, 31743
  %13 = select i1 %12, i32 %11, i32 %10
  %14 = or i32 %13, %6
  %15 = bitcast i32 %14 to float
  %16 = fpext float %15 to double
  %17 = and i16 %1, 32767
  %18 = zext nneg i16 %17 to i32
  %19 = sext i16 %1 to i32
  %20 = and i32 %19, -2147483648
  %21 = shl nuw nsw i32 %18, 13
  %22 = bitcast i32 %21 to float
  %23 = fmul float %22, 0x46F0000000000000
  %24 = bitcast float %23 to i32
  %25 = or i32 %21, 2139095040
  %26 = icmp samesign ugt i16 %17, 31743
  %27 = select i1 %26, i32 %25, i32 %24
  %28 = or i32 %27, %20
  %29 = bitcast i32 %28 to float
  %30 = fpext float %29 to double
  %31 = fneg double %30
  %32 = fsub double %16, %30
  %33 = fsub double %32, %16
  %34 = fsub double %32, %33
  %35 = fsub double %16, %34
  %36 = fsub double %31, %33
  %37 = fadd double %36, %35
  %38 = bitcast double %32 to i64
  %39 = bitcast double %37 to i64
  %40 = xor i64 %39, %38
  %41 = icmp sgt i64 %40, -1
  %42 = select i1 %41, i64 1, i64 -1
  %43 = fcmp ueq double %37, 0.000000e+00
  %44 = and i64 %38, 1
  %45 = icmp ne i64 %44, 0
  %46 = select i1 %43, i1 true, i1 %45
  %47 = select i1 %46, i64 0, i64 %42
  %48 = add i64 %47, %38
  %49 = bitcast i64 %48 to double
  %50 = fptrunc double %49 to float
  %51 = fpext float %50 to double
  %52 = fcmp one double %49, %51
  %53 = tail call double @llvm.fabs.f64(double %51)
  %54 = tail call double @llvm.fabs.f64(double %49)
  %55 = fcmp ogt double %53, %54
  %56 = bitcast float %50 to i32
  %57 = sext i1 %55 to i32
  %58 = add i32 %57, %56
  %59 = or i32 %58, 1
  %60 = select i1 %52, i32 %59, i32 %56
  %61 = lshr i32 %60, 16
  %62 = and i32 %61, 32768
  %63 = and i32 %60, 2147483647
  %64 = icmp samesign ult i32 %63, 947912704
  %65 = and i32 %60, 8388607
  %66 = or disjoint i32 %65, 8388608
  %67 = lshr i32 %63, 23
  %68 = sub nsw i32 126, %67
  %69 = tail call i32 @llvm.umin.i32(i32 %68, i32 31)
  %70 = icmp eq i32 %63, 0
  %71 = select i1 %70, i32 0, i32 %66
  %72 = add nsw i32 %63, -939524096
  %73 = select i1 %64, i32 %71, i32 %72
  %74 = select i1 %64, i32 %69, i32 13
  %75 = lshr i32 %73, %74
  %76 = shl i32 %75, %74
  %77 = sub i32 %73, %76
  %78 = add nsw i32 %74, -1
  %79 = shl nuw nsw i32 1, %78
  %80 = icmp ugt i32 %77, %79
  %81 = zext i1 %80 to i32
  %82 = icmp eq i32 %77, %79
  %83 = and i32 %75, 1
  %84 = select i1 %82, i32 %83, i32 0
  %85 = or i32 %84, %81
  %86 = add i32 %85, %75
  %87 = tail call i32 @llvm.umin.i32(i32 %86, i32 31744)
  %88 = or disjoint i32 %87, %62
  %89 = icmp samesign ugt i32 %63, 2139095040
  %90 = trunc nuw i32 %88 to i16
  %91 = select i1 %89, i16 32767, i16 %90
  ret i16 %91
}

define internal i16 @mul_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = zext nneg i16 %3 to i32
  %5 = sext i16 %0 to i32
  %6 = and i32 %5, -2147483648
  %7 = shl nuw nsw i32 %4, 13
  %8 = bitcast i32 %7 to float
  %9 = fmul float %8, 0x46F0000000000000
  %10 = bitcast float %9 to i32
  %11 = or i32 %7, 2139095040
  %12 = icmp samesign ugt i16 %3, 31743
  %13 = select i1 %12, i32 %11, i32 %10
  %14 = or i32 %13, %6
  %15 = bitcast i32 %14 to float
  %16 = fpext float %15 to double
  %17 = and i16 %1, 32767
  %18 = zext nneg i16 %17 to i32
  %19 = sext i16 %1 to i32
  %20 = and i32 %19, -2147483648
  %21 = shl nuw nsw i32 %18, 13
  %22 = bitcast i32 %21 to float
  %23 = fmul float %22, 0x46F0000000000000
  %24 = bitcast float %23 to i32
  %25 = or i32 %21, 2139095040
  %26 = icmp samesign ugt i16 %17, 31743
  %27 = select i1 %26, i32 %25, i32 %24
  %28 = or i32 %27, %20
  %29 = bitcast i32 %28 to float
  %30 = fpext float %29 to double
  %31 = fmul double %16, %30
  %32 = fptrunc double %31 to float
  %33 = fpext float %32 to double
  %34 = fcmp one double %31, %33
  %35 = tail call double @llvm.fabs.f64(double %33)
  %36 = tail call double @llvm.fabs.f64(double %31)
  %37 = fcmp ogt double %35, %36
  %38 = bitcast float %32 to i32
  %39 = sext i1 %37 to i32
  %40 = add i32 %39, %38
  %41 = or i32 %40, 1
  %42 = select i1 %34, i32 %41, i32 %38
  %43 = lshr i32 %42, 16
  %44 = and i32 %43, 32768
  %45 = and i32 %42, 2147483647
  %46 = icmp samesign ult i32 %45, 947912704
  %47 = and i32 %42, 8388607
  %48 = or disjoint i32 %47, 8388608
  %49 = lshr i32 %45, 23
  %50 = sub nsw i32 126, %49
  %51 = tail call i32 @llvm.umin.i32(i32 %50, i32 31)
  %52 = icmp eq i32 %45, 0
  %53 = select i1 %52, i32 0, i32 %48
  %54 = add nsw i32 %45, -939524096
  %55 = select i1 %46, i32 %53, i32 %54
  %56 = select i1 %46, i32 %51, i32 13
  %57 = lshr i32 %55, %56
  %58 = shl i32 %57, %56
  %59 = sub i32 %55, %58
  %60 = add nsw i32 %56, -1
  %61 = shl nuw nsw i32 1, %60
  %62 = icmp ugt i32 %59, %61
  %63 = zext i1 %62 to i32
  %64 = icmp eq i32 %59, %61
  %65 = and i32 %57, 1
  %66 = select i1 %64, i32 %65, i32 0
  %67 = or i32 %66, %63
  %68 = add i32 %67, %57
  %69 = tail call i32 @llvm.umin.i32(i32 %68, i32 31744)
  %70 = or disjoint i32 %69, %44
  %71 = icmp samesign ugt i32 %45, 2139095040
  %72 = trunc nuw i32 %70 to i16
  %73 = select i1 %71, i16 32767, i16 %72
  ret i16 %73
}

define internal i16 @add_bf16(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = shl nuw i32 %3, 16
  %5 = bitcast i32 %4 to float
  %6 = fpext float %5 to double
  %7 = zext i16 %1 to i32
  %8 = shl nuw i32 %7, 16
  %9 = bitcast i32 %8 to float
  %10 = fpext float %9 to double
  %11 = fadd double %6, %10
  %12 = fsub double %11, %6
  %13 = fsub double %11, %12
  %14 = fsub double %6, %13
  %15 = fsub double %10, %12
  %16 = fadd double %15, %14
  %17 = bitcast double %11 to i64
  %18 = bitcast double %16 to i64
  %19 = xor i64 %18, %17
  %20 = icmp sgt i64 %19, -1
  %21 = select i1 %20, i64 1, i64 -1
  %22 = fcmp ueq double %16, 0.000000e+00
  %23 = and i64 %17, 1
  %24 = icmp ne i64 %23, 0
  %25 = select i1 %22, i1 true, i1 %24
  %26 = select i1 %25, i64 0, i64 %21
  %27 = add i64 %26, %17
  %28 = bitcast i64 %27 to double
  %29 = fptrunc double %28 to float
  %30 = fpext float %29 to double
  %31 = fcmp one double %28, %30
  %32 = tail call double @llvm.fabs.f64(double %30)
  %33 = tail call double @llvm.fabs.f64(double %28)
  %34 = fcmp ogt double %32, %33
  %35 = bitcast float %29 to i32
  %36 = sext i1 %34 to i32
  %37 = add i32 %36, %35
  %38 = or i32 %37, 1
  %39 = select i1 %31, i32 %38, i32 %35
  %40 = lshr i32 %39, 16
  %41 = and i32 %40, 32768
  %42 = and i32 %39, 2147483647
  %43 = lshr i32 %42, 16
  %44 = and i32 %39, 65535
  %45 = icmp samesign ugt i32 %44, 32768
  %46 = zext i1 %45 to i32
  %47 = icmp eq i32 %44, 32768
  %48 = and i32 %43, 1
  %49 = select i1 %47, i32 %48, i32 0
  %50 = or i32 %49, %46
  %51 = add nuw nsw i32 %50, %43
  %52 = or i32 %51, %41
  %53 = icmp samesign ugt i32 %42, 2139095040
  %54 = trunc nuw i32 %52 to i16
  %55 = select i1 %53, i16 32767, i16 %54
  ret i16 %55
}

define internal i16 @sub_bf16(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = shl nuw i32 %3, 16
  %5 = bitcast i32 %4 to float
  %6 = fpext float %5 to double
  %7 = zext i16 %1 to i32
  %8 = shl nuw i32 %7, 16
  %9 = bitcast i32 %8 to float
  %10 = fpext float %9 to double
  %11 = fneg double %10
  %12 = fsub double %6, %10
  %13 = fsub double %12, %6
  %14 = fsub double %12, %13
  %15 = fsub double %6, %14
  %16 = fsub double %11, %13
  %17 = fadd double %16, %15
  %18 = bitcast double %12 to i64
  %19 = bitcast double %17 to i64
  %20 = xor i64 %19, %18
  %21 = icmp sgt i64 %20, -1
  %22 = select i1 %21, i64 1, i64 -1
  %23 = fcmp ueq double %17, 0.000000e+00
  %24 = and i64 %18, 1
  %25 = icmp ne i64 %24, 0
  %26 = select i1 %23, i1 true, i1 %25
  %27 = select i1 %26, i64 0, i64 %22
  %28 = add i64 %27, %18
  %29 = bitcast i64 %28 to double
  %30 = fptrunc double %29 to float
  %31 = fpext float %30 to double
  %32 = fcmp one double %29, %31
  %33 = tail call double @llvm.fabs.f64(double %31)
  %34 = tail call double @llvm.fabs.f64(double %29)
  %35 = fcmp ogt double %33, %34
  %36 = bitcast float %30 to i32
  %37 = sext i1 %35 to i32
  %38 = add i32 %37, %36
  %39 = or i32 %38, 1
  %40 = select i1 %32, i32 %39, i32 %36
  %41 = lshr i32 %40, 16
  %42 = and i32 %41, 32768
  %43 = and i32 %40, 2147483647
  %44 = lshr i32 %43, 16
  %45 = and i32 %40, 65535
  %46 = icmp samesign ugt i32 %45, 32768
  %47 = zext i1 %46 to i32
  %48 = icmp eq i32 %45, 32768
  %49 = and i32 %44, 1
  %50 = select i1 %48, i32 %49, i32 0
  %51 = or i32 %50, %47
  %52 = add nuw nsw i32 %51, %44
  %53 = or i32 %52, %42
  %54 = icmp samesign ugt i32 %43, 2139095040
  %55 = trunc nuw i32 %53 to i16
  %56 = select i1 %54, i16 32767, i16 %55
  ret i16 %56
}

define internal i16 @mul_bf16(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = shl nuw i32 %3, 16
  %5 = bitcast i32 %4 to float
  %6 = fpext float %5 to double
  %7 = zext i16 %1 to i32
  %8 = shl nuw i32 %7, 16
  %9 = bitcast i32 %8 to float
  %10 = fpext float %9 to double
  %11 = fmul double %6, %10
  %12 = fptrunc double %11 to float
  %13 = fpext float %12 to double
  %14 = fcmp one double %11, %13
  %15 = tail call double @llvm.fabs.f64(double %13)
  %16 = tail call double @llvm.fabs.f64(double %11)
  %17 = fcmp ogt double %15, %16
  %18 = bitcast float %12 to i32
  %19 = sext i1 %17 to i32
  %20 = add i32 %19, %18
  %21 = or i32 %20, 1
  %22 = select i1 %14, i32 %21, i32 %18
  %23 = lshr i32 %22, 16
  %24 = and i32 %23, 32768
  %25 = and i32 %22, 2147483647
  %26 = lshr i32 %25, 16
  %27 = and i32 %22, 65535
  %28 = icmp samesign ugt i32 %27, 32768
  %29 = zext i1 %28 to i32
  %30 = icmp eq i32 %27, 32768
  %31 = and i32 %26, 1
  %32 = select i1 %30, i32 %31, i32 0
  %33 = or i32 %32, %29
  %34 = add nuw nsw i32 %33, %26
  %35 = or i32 %34, %24
  %36 = icmp samesign ugt i32 %25, 2139095040
  %37 = trunc nuw i32 %35 to i16
  %38 = select i1 %36, i16 32767, i16 %37
  ret i16 %38
}

define internal i16 @fma_f16(i16 %0, i16 %1, i16 %2) {
  %4 = and i16 %0, 32767
  %5 = zext nneg i16 %4 to i32
  %6 = sext i16 %0 to i32
  %7 = and i32 %6, -2147483648
  %8 = shl nuw nsw i32 %5, 13
  %9 = bitcast i32 %8 to float
  %10 = fmul float %9, 0x46F0000000000000
  %11 = bitcast float %10 to i32
  %12 = or i32 %8, 2139095040
  %13 = icmp samesign ugt i16 %4, 31743
  %14 = select i1 %13, i32 %12, i32 %11
  %15 = or i32 %14, %7
  %16 = bitcast i32 %15 to float
  %17 = fpext float %16 to double
  %18 = and i16 %1, 32767
  %19 = zext nneg i16 %18 to i32
  %20 = sext i16 %1 to i32
  %21 = and i32 %20, -2147483648
  %22 = shl nuw nsw i32 %19, 13
  %23 = bitcast i32 %22 to float
  %24 = fmul float %23, 0x46F0000000000000
  %25 = bitcast float %24 to i32
  %26 = or i32 %22, 2139095040
  %27 = icmp samesign ugt i16 %18, 31743
  %28 = select i1 %27, i32 %26, i32 %25
  %29 = or i32 %28, %21
  %30 = bitcast i32 %29 to float
  %31 = fpext float %30 to double
  %32 = fmul double %17, %31
  %33 = and i16 %2, 32767
  %34 = zext nneg i16 %33 to i32
  %35 = sext i16 %2 to i32
  %36 = and i32 %35, -2147483648
  %37 = shl nuw nsw i32 %34, 13
  %38 = bitcast i32 %37 to float
  %39 = fmul float %38, 0x46F0000000000000
  %40 = bitcast float %39 to i32
  %41 = or i32 %37, 2139095040
  %42 = icmp samesign ugt i16 %33, 31743
  %43 = select i1 %42, i32 %41, i32 %40
  %44 = or i32 %43, %36
  %45 = bitcast i32 %44 to float
  %46 = fpext float %45 to double
  %47 = fadd double %32, %46
  %48 = fsub double %47, %32
  %49 = fsub double %47, %48
  %50 = fsub double %32, %49
  %51 = fsub double %46, %48
  %52 = fadd double %51, %50
  %53 = bitcast double %47 to i64
  %54 = bitcast double %52 to i64
  %55 = xor i64 %54, %53
  %56 = icmp sgt i64 %55, -1
  %57 = select i1 %56, i64 1, i64 -1
  %58 = fcmp ueq double %52, 0.000000e+00
  %59 = and i64 %53, 1
  %60 = icmp ne i64 %59, 0
  %61 = select i1 %58, i1 true, i1 %60
  %62 = select i1 %61, i64 0, i64 %57
  %63 = add i64 %62, %53
  %64 = bitcast i64 %63 to double
  %65 = fptrunc double %64 to float
  %66 = fpext float %65 to double
  %67 = fcmp one double %64, %66
  %68 = tail call double @llvm.fabs.f64(double %66)
  %69 = tail call double @llvm.fabs.f64(double %64)
  %70 = fcmp ogt double %68, %69
  %71 = bitcast float %65 to i32
  %72 = sext i1 %70 to i32
  %73 = add i32 %72, %71
  %74 = or i32 %73, 1
  %75 = select i1 %67, i32 %74, i32 %71
  %76 = lshr i32 %75, 16
  %77 = and i32 %76, 32768
  %78 = and i32 %75, 2147483647
  %79 = icmp samesign ult i32 %78, 947912704
  %80 = and i32 %75, 8388607
  %81 = or disjoint i32 %80, 8388608
  %82 = lshr i32 %78, 23
  %83 = sub nsw i32 126, %82
  %84 = tail call i32 @llvm.umin.i32(i32 %83, i32 31)
  %85 = icmp eq i32 %78, 0
  %86 = select i1 %85, i32 0, i32 %81
  %87 = add nsw i32 %78, -939524096
  %88 = select i1 %79, i32 %86, i32 %87
  %89 = select i1 %79, i32 %84, i32 13
  %90 = lshr i32 %88, %89
  %91 = shl i32 %90, %89
  %92 = sub i32 %88, %91
  %93 = add nsw i32 %89, -1
  %94 = shl nuw nsw i32 1, %93
  %95 = icmp ugt i32 %92, %94
  %96 = zext i1 %95 to i32
  %97 = icmp eq i32 %92, %94
  %98 = and i32 %90, 1
  %99 = select i1 %97, i32 %98, i32 0
  %100 = or i32 %99, %96
  %101 = add i32 %100, %90
  %102 = tail call i32 @llvm.umin.i32(i32 %101, i32 31744)
  %103 = or disjoint i32 %102, %77
  %104 = icmp samesign ugt i32 %78, 2139095040
  %105 = trunc nuw i32 %103 to i16
  %106 = select i1 %104, i16 32767, i16 %105
  ret i16 %106
}

define internal i16 @fma_bf16(i16 %0, i16 %1, i16 %2) {
  %4 = zext i16 %0 to i32
  %5 = shl nuw i32 %4, 16
  %6 = bitcast i32 %5 to float
  %7 = fpext float %6 to double
  %8 = zext i16 %1 to i32
  %9 = shl nuw i32 %8, 16
  %10 = bitcast i32 %9 to float
  %11 = fpext float %10 to double
  %12 = fmul double %7, %11
  %13 = zext i16 %2 to i32
  %14 = shl nuw i32 %13, 16
  %15 = bitcast i32 %14 to float
  %16 = fpext float %15 to double
  %17 = fadd double %12, %16
  %18 = fsub double %17, %12
  %19 = fsub double %17, %18
  %20 = fsub double %12, %19
  %21 = fsub double %16, %18
  %22 = fadd double %21, %20
  %23 = bitcast double %17 to i64
  %24 = bitcast double %22 to i64
  %25 = xor i64 %24, %23
  %26 = icmp sgt i64 %25, -1
  %27 = select i1 %26, i64 1, i64 -1
  %28 = fcmp ueq double %22, 0.000000e+00
  %29 = and i64 %23, 1
  %30 = icmp ne i64 %29, 0
  %31 = select i1 %28, i1 true, i1 %30
  %32 = select i1 %31, i64 0, i64 %27
  %33 = add i64 %32, %23
  %34 = bitcast i64 %33 to double
  %35 = fptrunc double %34 to float
  %36 = fpext float %35 to double
  %37 = fcmp one double %34, %36
  %38 = tail call double @llvm.fabs.f64(double %36)
  %39 = tail call double @llvm.fabs.f64(double %34)
  %40 = fcmp ogt double %38, %39
  %41 = bitcast float %35 to i32
  %42 = sext i1 %40 to i32
  %43 = add i32 %42, %41
  %44 = or i32 %43, 1
  %45 = select i1 %37, i32 %44, i32 %41
  %46 = lshr i32 %45, 16
  %47 = and i32 %46, 32768
  %48 = and i32 %45, 2147483647
  %49 = lshr i32 %48, 16
  %50 = and i32 %45, 65535
  %51 = icmp samesign ugt i32 %50, 32768
  %52 = zext i1 %51 to i32
  %53 = icmp eq i32 %50, 32768
  %54 = and i32 %49, 1
  %55 = select i1 %53, i32 %54, i32 0
  %56 = or i32 %55, %52
  %57 = add nuw nsw i32 %56, %49
  %58 = or i32 %57, %47
  %59 = icmp samesign ugt i32 %48, 2139095040
  %60 = trunc nuw i32 %58 to i16
  %61 = select i1 %59, i16 32767, i16 %60
  ret i16 %61
}

define internal i16 @add_ftz_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, -32768
  %4 = and i16 %0, 31744
  %5 = icmp eq i16 %4, 0
  %6 = select i1 %5, i16 %3, i16 %0
  %7 = and i16 %6, 32767
  %8 = zext nneg i16 %7 to i32
  %9 = sext i16 %6 to i32
  %10 = and i32 %9, -2147483648
  %11 = shl nuw nsw i32 %8, 13
  %12 = bitcast i32 %11 to float
  %13 = fmul float %12, 0x46F0000000000000
  %14 = bitcast float %13 to i32
  %15 = or i32 %11, 2139095040
  %16 = icmp samesign ugt i16 %7, 31743
  %17 = select i1 %16, i32 %15, i32 %14
  %18 = or i32 %17, %10
  %19 = bitcast i32 %18 to float
  %20 = fpext float %19 to double
  %21 = and i16 %1, -32768
  %22 = and i16 %1, 31744
  %23 = icmp eq i16 %22, 0
  %24 = select i1 %23, i16 %21, i16 %1
  %25 = and i16 %24, 32767
  %26 = zext nneg i16 %25 to i32
  %27 = sext i16 %24 to i32
  %28 = and i32 %27, -2147483648
  %29 = shl nuw nsw i32 %26, 13
  %30 = bitcast i32 %29 to float
  %31 = fmul float %30, 0x46F0000000000000
  %32 = bitcast float %31 to i32
  %33 = or i32 %29, 2139095040
  %34 = icmp samesign ugt i16 %25, 31743
  %35 = select i1 %34, i32 %33, i32 %32
  %36 = or i32 %35, %28
  %37 = bitcast i32 %36 to float
  %38 = fpext float %37 to double
  %39 = fadd double %20, %38
  %40 = fsub double %39, %20
  %41 = fsub double %39, %40
  %42 = fsub double %20, %41
  %43 = fsub double %38, %40
  %44 = fadd double %43, %42
  %45 = bitcast double %39 to i64
  %46 = bitcast double %44 to i64
  %47 = xor i64 %46, %45
  %48 = icmp sgt i64 %47, -1
  %49 = select i1 %48, i64 1, i64 -1
  %50 = fcmp ueq double %44, 0.000000e+00
  %51 = and i64 %45, 1
  %52 = icmp ne i64 %51, 0
  %53 = select i1 %50, i1 true, i1 %52
  %54 = select i1 %53, i64 0, i64 %49
  %55 = add i64 %54, %45
  %56 = bitcast i64 %55 to double
  %57 = fptrunc double %56 to float
  %58 = fpext float %57 to double
  %59 = fcmp one double %56, %58
  %60 = tail call double @llvm.fabs.f64(double %58)
  %61 = tail call double @llvm.fabs.f64(double %56)
  %62 = fcmp ogt double %60, %61
  %63 = bitcast float %57 to i32
  %64 = sext i1 %62 to i32
  %65 = add i32 %64, %63
  %66 = or i32 %65, 1
  %67 = select i1 %59, i32 %66, i32 %63
  %68 = lshr i32 %67, 16
  %69 = and i32 %68, 32768
  %70 = and i32 %67, 2147483647
  %71 = icmp samesign ult i32 %70, 947912704
  %72 = and i32 %67, 8388607
  %73 = or disjoint i32 %72, 8388608
  %74 = lshr i32 %70, 23
  %75 = sub nsw i32 126, %74
  %76 = tail call i32 @llvm.umin.i32(i32 %75, i32 31)
  %77 = icmp eq i32 %70, 0
  %78 = select i1 %77, i32 0, i32 %73
  %79 = add nsw i32 %70, -939524096
  %80 = select i1 %71, i32 %78, i32 %79
  %81 = select i1 %71, i32 %76, i32 13
  %82 = lshr i32 %80, %81
  %83 = shl i32 %82, %81
  %84 = sub i32 %80, %83
  %85 = add nsw i32 %81, -1
  %86 = shl nuw nsw i32 1, %85
  %87 = icmp ugt i32 %84, %86
  %88 = zext i1 %87 to i32
  %89 = icmp eq i32 %84, %86
  %90 = and i32 %82, 1
  %91 = select i1 %89, i32 %90, i32 0
  %92 = or i32 %91, %88
  %93 = add i32 %92, %82
  %94 = tail call i32 @llvm.umin.i32(i32 %93, i32 31744)
  %95 = or disjoint i32 %94, %69
  %96 = icmp samesign ugt i32 %70, 2139095040
  %97 = trunc nuw i32 %95 to i16
  %98 = select i1 %96, i16 32767, i16 %97
  %99 = and i16 %98, -32768
  %100 = fmul double %56, 2.560000e+02
  %101 = fptrunc double %100 to float
  %102 = fpext float %101 to double
  %103 = fcmp one double %100, %102
  %104 = tail call double @llvm.fabs.f64(double %102)
  %105 = tail call double @llvm.fabs.f64(double %100)
  %106 = fcmp ogt double %104, %105
  %107 = bitcast float %101 to i32
  %108 = sext i1 %106 to i32
  %109 = add i32 %108, %107
  %110 = or i32 %109, 1
  %111 = select i1 %103, i32 %110, i32 %107
  %112 = and i32 %111, 2147483647
  %113 = icmp samesign ult i32 %112, 947912704
  %114 = and i32 %111, 8388607
  %115 = or disjoint i32 %114, 8388608
  %116 = lshr i32 %112, 23
  %117 = sub nsw i32 126, %116
  %118 = tail call i32 @llvm.umin.i32(i32 %117, i32 31)
  %119 = icmp eq i32 %112, 0
  %120 = select i1 %119, i32 0, i32 %115
  %121 = add nsw i32 %112, -939524096
  %122 = select i1 %113, i32 %120, i32 %121
  %123 = select i1 %113, i32 %118, i32 13
  %124 = lshr i32 %122, %123
  %125 = shl i32 %124, %123
  %126 = sub i32 %122, %125
  %127 = add nsw i32 %123, -1
  %128 = shl nuw nsw i32 1, %127
  %129 = icmp ugt i32 %126, %128
  %130 = zext i1 %129 to i32
  %131 = icmp eq i32 %126, %128
  %132 = and i32 %124, 1
  %133 = select i1 %131, i32 %132, i32 0
  %134 = or i32 %133, %130
  %135 = add i32 %134, %124
  %136 = icmp samesign ult i32 %112, 2139095041
  %137 = icmp ult i32 %135, 9216
  %138 = select i1 %136, i1 %137, i1 false
  %139 = select i1 %138, i16 %99, i16 %98
  ret i16 %139
}

define internal i16 @sub_ftz_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, -32768
  %4 = and i16 %0, 31744
  %5 = icmp eq i16 %4, 0
  %6 = select i1 %5, i16 %3, i16 %0
  %7 = and i16 %6, 32767
  %8 = zext nneg i16 %7 to i32
  %9 = sext i16 %6 to i32
  %10 = and i32 %9, -2147483648
  %11 = shl nuw nsw i32 %8, 13
  %12 = bitcast i32 %11 to float
  %13 = fmul float %12, 0x46F0000000000000
  %14 = bitcast float %13 to i32
  %15 = or i32 %11, 2139095040
  %16 = icmp samesign ugt i16 %7, 31743
  %17 = select i1 %16, i32 %15, i32 %14
  %18 = or i32 %17, %10
  %19 = bitcast i32 %18 to float
  %20 = fpext float %19 to double
  %21 = and i16 %1, -32768
  %22 = and i16 %1, 31744
  %23 = icmp eq i16 %22, 0
  %24 = select i1 %23, i16 %21, i16 %1
  %25 = and i16 %24, 32767
  %26 = zext nneg i16 %25 to i32
  %27 = sext i16 %24 to i32
  %28 = and i32 %27, -2147483648
  %29 = shl nuw nsw i32 %26, 13
  %30 = bitcast i32 %29 to float
  %31 = fmul float %30, 0x46F0000000000000
  %32 = bitcast float %31 to i32
  %33 = or i32 %29, 2139095040
  %34 = icmp samesign ugt i16 %25, 31743
  %35 = select i1 %34, i32 %33, i32 %32
  %36 = or i32 %35, %28
  %37 = bitcast i32 %36 to float
  %38 = fpext float %37 to double
  %39 = fneg double %38
  %40 = fsub double %20, %38
  %41 = fsub double %40, %20
  %42 = fsub double %40, %41
  %43 = fsub double %20, %42
  %44 = fsub double %39, %41
  %45 = fadd double %44, %43
  %46 = bitcast double %40 to i64
  %47 = bitcast double %45 to i64
  %48 = xor i64 %47, %46
  %49 = icmp sgt i64 %48, -1
  %50 = select i1 %49, i64 1, i64 -1
  %51 = fcmp ueq double %45, 0.000000e+00
  %52 = and i64 %46, 1
  %53 = icmp ne i64 %52, 0
  %54 = select i1 %51, i1 true, i1 %53
  %55 = select i1 %54, i64 0, i64 %50
  %56 = add i64 %55, %46
  %57 = bitcast i64 %56 to double
  %58 = fptrunc double %57 to float
  %59 = fpext float %58 to double
  %60 = fcmp one double %57, %59
  %61 = tail call double @llvm.fabs.f64(double %59)
  %62 = tail call double @llvm.fabs.f64(double %57)
  %63 = fcmp ogt double %61, %62
  %64 = bitcast float %58 to i32
  %65 = sext i1 %63 to i32
  %66 = add i32 %65, %64
  %67 = or i32 %66, 1
  %68 = select i1 %60, i32 %67, i32 %64
  %69 = lshr i32 %68, 16
  %70 = and i32 %69, 32768
  %71 = and i32 %68, 2147483647
  %72 = icmp samesign ult i32 %71, 947912704
  %73 = and i32 %68, 8388607
  %74 = or disjoint i32 %73, 8388608
  %75 = lshr i32 %71, 23
  %76 = sub nsw i32 126, %75
  %77 = tail call i32 @llvm.umin.i32(i32 %76, i32 31)
  %78 = icmp eq i32 %71, 0
  %79 = select i1 %78, i32 0, i32 %74
  %80 = add nsw i32 %71, -939524096
  %81 = select i1 %72, i32 %79, i32 %80
  %82 = select i1 %72, i32 %77, i32 13
  %83 = lshr i32 %81, %82
  %84 = shl i32 %83, %82
  %85 = sub i32 %81, %84
  %86 = add nsw i32 %82, -1
  %87 = shl nuw nsw i32 1, %86
  %88 = icmp ugt i32 %85, %87
  %89 = zext i1 %88 to i32
  %90 = icmp eq i32 %85, %87
  %91 = and i32 %83, 1
  %92 = select i1 %90, i32 %91, i32 0
  %93 = or i32 %92, %89
  %94 = add i32 %93, %83
  %95 = tail call i32 @llvm.umin.i32(i32 %94, i32 31744)
  %96 = or disjoint i32 %95, %70
  %97 = icmp samesign ugt i32 %71, 2139095040
  %98 = trunc nuw i32 %96 to i16
  %99 = select i1 %97, i16 32767, i16 %98
  %100 = and i16 %99, -32768
  %101 = fmul double %57, 2.560000e+02
  %102 = fptrunc double %101 to float
  %103 = fpext float %102 to double
  %104 = fcmp one double %101, %103
  %105 = tail call double @llvm.fabs.f64(double %103)
  %106 = tail call double @llvm.fabs.f64(double %101)
  %107 = fcmp ogt double %105, %106
  %108 = bitcast float %102 to i32
  %109 = sext i1 %107 to i32
  %110 = add i32 %109, %108
  %111 = or i32 %110, 1
  %112 = select i1 %104, i32 %111, i32 %108
  %113 = and i32 %112, 2147483647
  %114 = icmp samesign ult i32 %113, 947912704
  %115 = and i32 %112, 8388607
  %116 = or disjoint i32 %115, 8388608
  %117 = lshr i32 %113, 23
  %118 = sub nsw i32 126, %117
  %119 = tail call i32 @llvm.umin.i32(i32 %118, i32 31)
  %120 = icmp eq i32 %113, 0
  %121 = select i1 %120, i32 0, i32 %116
  %122 = add nsw i32 %113, -939524096
  %123 = select i1 %114, i32 %121, i32 %122
  %124 = select i1 %114, i32 %119, i32 13
  %125 = lshr i32 %123, %124
  %126 = shl i32 %125, %124
  %127 = sub i32 %123, %126
  %128 = add nsw i32 %124, -1
  %129 = shl nuw nsw i32 1, %128
  %130 = icmp ugt i32 %127, %129
  %131 = zext i1 %130 to i32
  %132 = icmp eq i32 %127, %129
  %133 = and i32 %125, 1
  %134 = select i1 %132, i32 %133, i32 0
  %135 = or i32 %134, %131
  %136 = add i32 %135, %125
  %137 = icmp samesign ult i32 %113, 2139095041
  %138 = icmp ult i32 %136, 9216
  %139 = select i1 %137, i1 %138, i1 false
  %140 = select i1 %139, i16 %100, i16 %99
  ret i16 %140
}

define internal i16 @mul_ftz_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, -32768
  %4 = and i16 %0, 31744
  %5 = icmp eq i16 %4, 0
  %6 = select i1 %5, i16 %3, i16 %0
  %7 = and i16 %6, 32767
  %8 = zext nneg i16 %7 to i32
  %9 = sext i16 %6 to i32
  %10 = and i32 %9, -2147483648
  %11 = shl nuw nsw i32 %8, 13
  %12 = bitcast i32 %11 to float
  %13 = fmul float %12, 0x46F0000000000000
  %14 = bitcast float %13 to i32
  %15 = or i32 %11, 2139095040
  %16 = icmp samesign ugt i16 %7, 31743
  %17 = select i1 %16, i32 %15, i32 %14
  %18 = or i32 %17, %10
  %19 = bitcast i32 %18 to float
  %20 = fpext float %19 to double
  %21 = and i16 %1, -32768
  %22 = and i16 %1, 31744
  %23 = icmp eq i16 %22, 0
  %24 = select i1 %23, i16 %21, i16 %1
  %25 = and i16 %24, 32767
  %26 = zext nneg i16 %25 to i32
  %27 = sext i16 %24 to i32
  %28 = and i32 %27, -2147483648
  %29 = shl nuw nsw i32 %26, 13
  %30 = bitcast i32 %29 to float
  %31 = fmul float %30, 0x46F0000000000000
  %32 = bitcast float %31 to i32
  %33 = or i32 %29, 2139095040
  %34 = icmp samesign ugt i16 %25, 31743
  %35 = select i1 %34, i32 %33, i32 %32
  %36 = or i32 %35, %28
  %37 = bitcast i32 %36 to float
  %38 = fpext float %37 to double
  %39 = fmul double %20, %38
  %40 = fptrunc double %39 to float
  %41 = fpext float %40 to double
  %42 = fcmp one double %39, %41
  %43 = tail call double @llvm.fabs.f64(double %41)
  %44 = tail call double @llvm.fabs.f64(double %39)
  %45 = fcmp ogt double %43, %44
  %46 = bitcast float %40 to i32
  %47 = sext i1 %45 to i32
  %48 = add i32 %47, %46
  %49 = or i32 %48, 1
  %50 = select i1 %42, i32 %49, i32 %46
  %51 = lshr i32 %50, 16
  %52 = and i32 %51, 32768
  %53 = and i32 %50, 2147483647
  %54 = icmp samesign ult i32 %53, 947912704
  %55 = and i32 %50, 8388607
  %56 = or disjoint i32 %55, 8388608
  %57 = lshr i32 %53, 23
  %58 = sub nsw i32 126, %57
  %59 = tail call i32 @llvm.umin.i32(i32 %58, i32 31)
  %60 = icmp eq i32 %53, 0
  %61 = select i1 %60, i32 0, i32 %56
  %62 = add nsw i32 %53, -939524096
  %63 = select i1 %54, i32 %61, i32 %62
  %64 = select i1 %54, i32 %59, i32 13
  %65 = lshr i32 %63, %64
  %66 = shl i32 %65, %64
  %67 = sub i32 %63, %66
  %68 = add nsw i32 %64, -1
  %69 = shl nuw nsw i32 1, %68
  %70 = icmp ugt i32 %67, %69
  %71 = zext i1 %70 to i32
  %72 = icmp eq i32 %67, %69
  %73 = and i32 %65, 1
  %74 = select i1 %72, i32 %73, i32 0
  %75 = or i32 %74, %71
  %76 = add i32 %75, %65
  %77 = tail call i32 @llvm.umin.i32(i32 %76, i32 31744)
  %78 = or disjoint i32 %77, %52
  %79 = icmp samesign ugt i32 %53, 2139095040
  %80 = trunc nuw i32 %78 to i16
  %81 = select i1 %79, i16 32767, i16 %80
  %82 = and i16 %81, -32768
  %83 = fmul double %39, 2.560000e+02
  %84 = fptrunc double %83 to float
  %85 = fpext float %84 to double
  %86 = fcmp one double %83, %85
  %87 = tail call double @llvm.fabs.f64(double %85)
  %88 = tail call double @llvm.fabs.f64(double %83)
  %89 = fcmp ogt double %87, %88
  %90 = bitcast float %84 to i32
  %91 = sext i1 %89 to i32
  %92 = add i32 %91, %90
  %93 = or i32 %92, 1
  %94 = select i1 %86, i32 %93, i32 %90
  %95 = and i32 %94, 2147483647
  %96 = icmp samesign ult i32 %95, 947912704
  %97 = and i32 %94, 8388607
  %98 = or disjoint i32 %97, 8388608
  %99 = lshr i32 %95, 23
  %100 = sub nsw i32 126, %99
  %101 = tail call i32 @llvm.umin.i32(i32 %100, i32 31)
  %102 = icmp eq i32 %95, 0
  %103 = select i1 %102, i32 0, i32 %98
  %104 = add nsw i32 %95, -939524096
  %105 = select i1 %96, i32 %103, i32 %104
  %106 = select i1 %96, i32 %101, i32 13
  %107 = lshr i32 %105, %106
  %108 = shl i32 %107, %106
  %109 = sub i32 %105, %108
  %110 = add nsw i32 %106, -1
  %111 = shl nuw nsw i32 1, %110
  %112 = icmp ugt i32 %109, %111
  %113 = zext i1 %112 to i32
  %114 = icmp eq i32 %109, %111
  %115 = and i32 %107, 1
  %116 = select i1 %114, i32 %115, i32 0
  %117 = or i32 %116, %113
  %118 = add i32 %117, %107
  %119 = icmp samesign ult i32 %95, 2139095041
  %120 = icmp ult i32 %118, 9216
  %121 = select i1 %119, i1 %120, i1 false
  %122 = select i1 %121, i16 %82, i16 %81
  ret i16 %122
}

define internal i16 @fma_ftz_f16(i16 %0, i16 %1, i16 %2) {
  %4 = and i16 %0, -32768
  %5 = and i16 %0, 31744
  %6 = icmp eq i16 %5, 0
  %7 = select i1 %6, i16 %4, i16 %0
  %8 = and i16 %7, 32767
  %9 = zext nneg i16 %8 to i32
  %10 = sext i16 %7 to i32
  %11 = and i32 %10, -2147483648
  %12 = shl nuw nsw i32 %9, 13
  %13 = bitcast i32 %12 to float
  %14 = fmul float %13, 0x46F0000000000000
  %15 = bitcast float %14 to i32
  %16 = or i32 %12, 2139095040
  %17 = icmp samesign ugt i16 %8, 31743
  %18 = select i1 %17, i32 %16, i32 %15
  %19 = or i32 %18, %11
  %20 = bitcast i32 %19 to float
  %21 = fpext float %20 to double
  %22 = and i16 %1, -32768
  %23 = and i16 %1, 31744
  %24 = icmp eq i16 %23, 0
  %25 = select i1 %24, i16 %22, i16 %1
  %26 = and i16 %25, 32767
  %27 = zext nneg i16 %26 to i32
  %28 = sext i16 %25 to i32
  %29 = and i32 %28, -2147483648
  %30 = shl nuw nsw i32 %27, 13
  %31 = bitcast i32 %30 to float
  %32 = fmul float %31, 0x46F0000000000000
  %33 = bitcast float %32 to i32
  %34 = or i32 %30, 2139095040
  %35 = icmp samesign ugt i16 %26, 31743
  %36 = select i1 %35, i32 %34, i32 %33
  %37 = or i32 %36, %29
  %38 = bitcast i32 %37 to float
  %39 = fpext float %38 to double
  %40 = fmul double %21, %39
  %41 = and i16 %2, -32768
  %42 = and i16 %2, 31744
  %43 = icmp eq i16 %42, 0
  %44 = select i1 %43, i16 %41, i16 %2
  %45 = and i16 %44, 32767
  %46 = zext nneg i16 %45 to i32
  %47 = sext i16 %44 to i32
  %48 = and i32 %47, -2147483648
  %49 = shl nuw nsw i32 %46, 13
  %50 = bitcast i32 %49 to float
  %51 = fmul float %50, 0x46F0000000000000
  %52 = bitcast float %51 to i32
  %53 = or i32 %49, 2139095040
  %54 = icmp samesign ugt i16 %45, 31743
  %55 = select i1 %54, i32 %53, i32 %52
  %56 = or i32 %55, %48
  %57 = bitcast i32 %56 to float
  %58 = fpext float %57 to double
  %59 = fadd double %40, %58
  %60 = fsub double %59, %40
  %61 = fsub double %59, %60
  %62 = fsub double %40, %61
  %63 = fsub double %58, %60
  %64 = fadd double %63, %62
  %65 = bitcast double %59 to i64
  %66 = bitcast double %64 to i64
  %67 = xor i64 %66, %65
  %68 = icmp sgt i64 %67, -1
  %69 = select i1 %68, i64 1, i64 -1
  %70 = fcmp ueq double %64, 0.000000e+00
  %71 = and i64 %65, 1
  %72 = icmp ne i64 %71, 0
  %73 = select i1 %70, i1 true, i1 %72
  %74 = select i1 %73, i64 0, i64 %69
  %75 = add i64 %74, %65
  %76 = bitcast i64 %75 to double
  %77 = fptrunc double %76 to float
  %78 = fpext float %77 to double
  %79 = fcmp one double %76, %78
  %80 = tail call double @llvm.fabs.f64(double %78)
  %81 = tail call double @llvm.fabs.f64(double %76)
  %82 = fcmp ogt double %80, %81
  %83 = bitcast float %77 to i32
  %84 = sext i1 %82 to i32
  %85 = add i32 %84, %83
  %86 = or i32 %85, 1
  %87 = select i1 %79, i32 %86, i32 %83
  %88 = lshr i32 %87, 16
  %89 = and i32 %88, 32768
  %90 = and i32 %87, 2147483647
  %91 = icmp samesign ult i32 %90, 947912704
  %92 = and i32 %87, 8388607
  %93 = or disjoint i32 %92, 8388608
  %94 = lshr i32 %90, 23
  %95 = sub nsw i32 126, %94
  %96 = tail call i32 @llvm.umin.i32(i32 %95, i32 31)
  %97 = icmp eq i32 %90, 0
  %98 = select i1 %97, i32 0, i32 %93
  %99 = add nsw i32 %90, -939524096
  %100 = select i1 %91, i32 %98, i32 %99
  %101 = select i1 %91, i32 %96, i32 13
  %102 = lshr i32 %100, %101
  %103 = shl i32 %102, %101
  %104 = sub i32 %100, %103
  %105 = add nsw i32 %101, -1
  %106 = shl nuw nsw i32 1, %105
  %107 = icmp ugt i32 %104, %106
  %108 = zext i1 %107 to i32
  %109 = icmp eq i32 %104, %106
  %110 = and i32 %102, 1
  %111 = select i1 %109, i32 %110, i32 0
  %112 = or i32 %111, %108
  %113 = add i32 %112, %102
  %114 = tail call i32 @llvm.umin.i32(i32 %113, i32 31744)
  %115 = or disjoint i32 %114, %89
  %116 = icmp samesign ugt i32 %90, 2139095040
  %117 = trunc nuw i32 %115 to i16
  %118 = select i1 %116, i16 32767, i16 %117
  %119 = and i16 %118, -32768
  %120 = fmul double %76, 2.560000e+02
  %121 = fptrunc double %120 to float
  %122 = fpext float %121 to double
  %123 = fcmp one double %120, %122
  %124 = tail call double @llvm.fabs.f64(double %122)
  %125 = tail call double @llvm.fabs.f64(double %120)
  %126 = fcmp ogt double %124, %125
  %127 = bitcast float %121 to i32
  %128 = sext i1 %126 to i32
  %129 = add i32 %128, %127
  %130 = or i32 %129, 1
  %131 = select i1 %123, i32 %130, i32 %127
  %132 = and i32 %131, 2147483647
  %133 = icmp samesign ult i32 %132, 947912704
  %134 = and i32 %131, 8388607
  %135 = or disjoint i32 %134, 8388608
  %136 = lshr i32 %132, 23
  %137 = sub nsw i32 126, %136
  %138 = tail call i32 @llvm.umin.i32(i32 %137, i32 31)
  %139 = icmp eq i32 %132, 0
  %140 = select i1 %139, i32 0, i32 %135
  %141 = add nsw i32 %132, -939524096
  %142 = select i1 %133, i32 %140, i32 %141
  %143 = select i1 %133, i32 %138, i32 13
  %144 = lshr i32 %142, %143
  %145 = shl i32 %144, %143
  %146 = sub i32 %142, %145
  %147 = add nsw i32 %143, -1
  %148 = shl nuw nsw i32 1, %147
  %149 = icmp ugt i32 %146, %148
  %150 = zext i1 %149 to i32
  %151 = icmp eq i32 %146, %148
  %152 = and i32 %144, 1
  %153 = select i1 %151, i32 %152, i32 0
  %154 = or i32 %153, %150
  %155 = add i32 %154, %144
  %156 = icmp samesign ult i32 %132, 2139095041
  %157 = icmp ult i32 %155, 9216
  %158 = select i1 %156, i1 %157, i1 false
  %159 = select i1 %158, i16 %119, i16 %118
  ret i16 %159
}

define internal i16 @neg_f16(i16 %0) {
  %2 = xor i16 %0, -32768
  %3 = and i16 %0, 32767
  %4 = icmp samesign ugt i16 %3, 31744
  %5 = select i1 %4, i16 32767, i16 %2
  ret i16 %5
}

define internal i16 @abs_f16(i16 %0) {
  %2 = and i16 %0, 32767
  %3 = icmp samesign ugt i16 %2, 31744
  %4 = select i1 %3, i16 32767, i16 %2
  ret i16 %4
}

define internal i16 @neg_bf16(i16 %0) {
  %2 = xor i16 %0, -32768
  %3 = and i16 %0, 32767
  %4 = icmp samesign ugt i16 %3, 32640
  %5 = select i1 %4, i16 32767, i16 %2
  ret i16 %5
}

define internal i16 @abs_bf16(i16 %0) {
  %2 = and i16 %0, 32767
  %3 = icmp samesign ugt i16 %2, 32640
  %4 = select i1 %3, i16 32767, i16 %2
  ret i16 %4
}

define internal i16 @min_f16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ult i16 %5, %8
  %10 = shl i16 %1, 1
  %11 = icmp ugt i16 %10, -2048
  %12 = or i1 %11, %9
  %13 = select i1 %12, i16 %0, i16 %1
  %14 = shl i16 %0, 1
  %15 = icmp ugt i16 %14, -2048
  %16 = select i1 %11, i16 32767, i16 %1
  %17 = select i1 %15, i16 %16, i16 %13
  ret i16 %17
}

define internal i16 @min_NaN_f16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ult i16 %5, %8
  %10 = select i1 %9, i16 %0, i16 %1
  %11 = shl i16 %0, 1
  %12 = icmp ugt i16 %11, -2048
  %13 = shl i16 %1, 1
  %14 = icmp ugt i16 %13, -2048
  %15 = or i1 %12, %14
  %16 = select i1 %15, i16 32767, i16 %10
  ret i16 %16
}

define internal i16 @min_xorsign_abs_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ult i16 %5, %6
  %8 = xor i16 %1, %0
  %9 = and i16 %8, -32768
  %10 = icmp samesign ugt i16 %4, 31744
  %11 = select i1 %10, i1 true, i1 %7
  %12 = select i1 %11, i16 %3, i16 %4
  %13 = icmp samesign ugt i16 %3, 31744
  %14 = select i1 %13, i16 %4, i16 %12
  %15 = or disjoint i16 %14, %9
  %16 = and i1 %13, %10
  %17 = select i1 %16, i16 32767, i16 %15
  ret i16 %17
}

define internal i16 @min_NaN_xorsign_abs_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ult i16 %5, %6
  %8 = select i1 %7, i16 %3, i16 %4
  %9 = xor i16 %1, %0
  %10 = and i16 %9, -32768
  %11 = or disjoint i16 %8, %10
  %12 = icmp samesign ugt i16 %3, 31744
  %13 = icmp samesign ugt i16 %4, 31744
  %14 = or i1 %12, %13
  %15 = select i1 %14, i16 32767, i16 %11
  ret i16 %15
}

define internal i16 @max_f16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ugt i16 %5, %8
  %10 = shl i16 %1, 1
  %11 = icmp ugt i16 %10, -2048
  %12 = or i1 %11, %9
  %13 = select i1 %12, i16 %0, i16 %1
  %14 = shl i16 %0, 1
  %15 = icmp ugt i16 %14, -2048
  %16 = select i1 %11, i16 32767, i16 %1
  %17 = select i1 %15, i16 %16, i16 %13
  ret i16 %17
}

define internal i16 @max_NaN_f16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ugt i16 %5, %8
  %10 = select i1 %9, i16 %0, i16 %1
  %11 = shl i16 %0, 1
  %12 = icmp ugt i16 %11, -2048
  %13 = shl i16 %1, 1
  %14 = icmp ugt i16 %13, -2048
  %15 = or i1 %12, %14
  %16 = select i1 %15, i16 32767, i16 %10
  ret i16 %16
}

define internal i16 @max_xorsign_abs_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ugt i16 %5, %6
  %8 = xor i16 %1, %0
  %9 = and i16 %8, -32768
  %10 = icmp samesign ugt i16 %4, 31744
  %11 = select i1 %10, i1 true, i1 %7
  %12 = select i1 %11, i16 %3, i16 %4
  %13 = icmp samesign ugt i16 %3, 31744
  %14 = select i1 %13, i16 %4, i16 %12
  %15 = or disjoint i16 %14, %9
  %16 = and i1 %13, %10
  %17 = select i1 %16, i16 32767, i16 %15
  ret i16 %17
}

define internal i16 @max_NaN_xorsign_abs_f16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ugt i16 %5, %6
  %8 = select i1 %7, i16 %3, i16 %4
  %9 = xor i16 %1, %0
  %10 = and i16 %9, -32768
  %11 = or disjoint i16 %8, %10
  %12 = icmp samesign ugt i16 %3, 31744
  %13 = icmp samesign ugt i16 %4, 31744
  %14 = or i1 %12, %13
  %15 = select i1 %14, i16 32767, i16 %11
  ret i16 %15
}

define internal i16 @min_bf16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ult i16 %5, %8
  %10 = shl i16 %1, 1
  %11 = icmp ugt i16 %10, -256
  %12 = or i1 %11, %9
  %13 = select i1 %12, i16 %0, i16 %1
  %14 = shl i16 %0, 1
  %15 = icmp ugt i16 %14, -256
  %16 = select i1 %11, i16 32767, i16 %1
  %17 = select i1 %15, i16 %16, i16 %13
  ret i16 %17
}

define internal i16 @min_NaN_bf16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ult i16 %5, %8
  %10 = select i1 %9, i16 %0, i16 %1
  %11 = shl i16 %0, 1
  %12 = icmp ugt i16 %11, -256
  %13 = shl i16 %1, 1
  %14 = icmp ugt i16 %13, -256
  %15 = or i1 %12, %14
  %16 = select i1 %15, i16 32767, i16 %10
  ret i16 %16
}

define internal i16 @min_xorsign_abs_bf16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ult i16 %5, %6
  %8 = xor i16 %1, %0
  %9 = and i16 %8, -32768
  %10 = icmp samesign ugt i16 %4, 32640
  %11 = select i1 %10, i1 true, i1 %7
  %12 = select i1 %11, i16 %3, i16 %4
  %13 = icmp samesign ugt i16 %3, 32640
  %14 = select i1 %13, i16 %4, i16 %12
  %15 = or disjoint i16 %14, %9
  %16 = and i1 %13, %10
  %17 = select i1 %16, i16 32767, i16 %15
  ret i16 %17
}

define internal i16 @min_NaN_xorsign_abs_bf16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ult i16 %5, %6
  %8 = select i1 %7, i16 %3, i16 %4
  %9 = xor i16 %1, %0
  %10 = and i16 %9, -32768
  %11 = or disjoint i16 %8, %10
  %12 = icmp samesign ugt i16 %3, 32640
  %13 = icmp samesign ugt i16 %4, 32640
  %14 = or i1 %12, %13
  %15 = select i1 %14, i16 32767, i16 %11
  ret i16 %15
}

define internal i16 @max_bf16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ugt i16 %5, %8
  %10 = shl i16 %1, 1
  %11 = icmp ugt i16 %10, -256
  %12 = or i1 %11, %9
  %13 = select i1 %12, i16 %0, i16 %1
  %14 = shl i16 %0, 1
  %15 = icmp ugt i16 %14, -256
  %16 = select i1 %11, i16 32767, i16 %1
  %17 = select i1 %15, i16 %16, i16 %13
  ret i16 %17
}

define internal i16 @max_NaN_bf16(i16 %0, i16 %1) {
  %3 = ashr i16 %0, 15
  %4 = or i16 %3, -32768
  %5 = xor i16 %4, %0
  %6 = ashr i16 %1, 15
  %7 = or i16 %6, -32768
  %8 = xor i16 %7, %1
  %9 = icmp ugt i16 %5, %8
  %10 = select i1 %9, i16 %0, i16 %1
  %11 = shl i16 %0, 1
  %12 = icmp ugt i16 %11, -256
  %13 = shl i16 %1, 1
  %14 = icmp ugt i16 %13, -256
  %15 = or i1 %12, %14
  %16 = select i1 %15, i16 32767, i16 %10
  ret i16 %16
}

define internal i16 @max_xorsign_abs_bf16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ugt i16 %5, %6
  %8 = xor i16 %1, %0
  %9 = and i16 %8, -32768
  %10 = icmp samesign ugt i16 %4, 32640
  %11 = select i1 %10, i1 true, i1 %7
  %12 = select i1 %11, i16 %3, i16 %4
  %13 = icmp samesign ugt i16 %3, 32640
  %14 = select i1 %13, i16 %4, i16 %12
  %15 = or disjoint i16 %14, %9
  %16 = and i1 %13, %10
  %17 = select i1 %16, i16 32767, i16 %15
  ret i16 %17
}

define internal i16 @max_NaN_xorsign_abs_bf16(i16 %0, i16 %1) {
  %3 = and i16 %0, 32767
  %4 = and i16 %1, 32767
  %5 = or i16 %0, -32768
  %6 = or i16 %1, -32768
  %7 = icmp samesign ugt i16 %5, %6
  %8 = select i1 %7, i16 %3, i16 %4
  %9 = xor i16 %1, %0
  %10 = and i16 %9, -32768
  %11 = or disjoint i16 %8, %10
  %12 = icmp samesign ugt i16 %3, 32640
  %13 = icmp samesign ugt i16 %4, 32640
  %14 = or i1 %12, %13
  %15 = select i1 %14, i16 32767, i16 %11
  ret i16 %15
}

define internal float @cvt_f32_f16(i16 %0) {
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
  ret float %14
}

define internal i16 @cvt_f16_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = lshr i32 %2, 16
  %4 = and i32 %3, 32768
  %5 = tail call float @llvm.fabs.f32(float %0)
  %6 = bitcast float %5 to i32
  %7 = icmp samesign ult i32 %6, 947912704
  %8 = and i32 %6, 8388607
  %9 = or disjoint i32 %8, 8388608
  %10 = lshr i32 %6, 23
  %11 = sub nsw i32 126, %10
  %12 = tail call i32 @llvm.umin.i32(i32 %11, i32 31)
  %13 = icmp eq i32 %6, 0
  %14 = select i1 %13, i32 0, i32 %9
  %15 = add nsw i32 %6, -939524096
  %16 = select i1 %7, i32 %14, i32 %15
  %17 = select i1 %7, i32 %12, i32 13
  %18 = lshr i32 %16, %17
  %19 = shl i32 %18, %17
  %20 = sub i32 %16, %19
  %21 = add nsw i32 %17, -1
  %22 = shl nuw nsw i32 1, %21
  %23 = icmp ugt i32 %20, %22
  %24 = zext i1 %23 to i32
  %25 = icmp eq i32 %20, %22
  %26 = and i32 %18, 1
  %27 = select i1 %25, i32 %26, i32 0
  %28 = or i32 %27, %24
  %29 = add nuw nsw i32 %28, %18
  %30 = tail call i32 @llvm.umin.i32(i32 %29, i32 31744)
  %31 = or disjoint i32 %30, %4
  %32 = icmp samesign ugt i32 %6, 2139095040
  %33 = trunc nuw i32 %31 to i16
  %34 = select i1 %32, i16 32767, i16 %33
  ret i16 %34
}

define internal i16 @cvt_rounded_f16_f32(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = lshr i32 %3, 16
  %5 = and i32 %4, 32768
  %6 = tail call float @llvm.fabs.f32(float %0)
  %7 = bitcast float %6 to i32
  %8 = icmp eq i32 %1, 3
  %9 = icmp slt i32 %3, 0
  %10 = and i1 %9, %8
  %11 = icmp eq i32 %1, 2
  %12 = icmp sgt i32 %3, -1
  %13 = and i1 %11, %12
  %14 = or i1 %10, %13
  %15 = icmp samesign ult i32 %7, 947912704
  %16 = and i32 %7, 8388607
  %17 = or disjoint i32 %16, 8388608
  %18 = lshr i32 %7, 23
  %19 = sub nsw i32 126, %18
  %20 = tail call i32 @llvm.umin.i32(i32 %19, i32 31)
  %21 = icmp eq i32 %7, 0
  %22 = select i1 %21, i32 0, i32 %17
  %23 = add nsw i32 %7, -939524096
  %24 = select i1 %15, i32 %22, i32 %23
  %25 = select i1 %15, i32 %20, i32 13
  %26 = lshr i32 %24, %25
  %27 = shl i32 %26, %25
  %28 = sub i32 %24, %27
  %29 = add nsw i32 %25, -1
  %30 = shl nuw nsw i32 1, %29
  %31 = icmp ugt i32 %28, %30
  %32 = zext i1 %31 to i32
  %33 = icmp eq i32 %28, %30
  %34 = and i32 %26, 1
  %35 = select i1 %33, i32 %34, i32 0
  %36 = or i32 %35, %32
  %37 = icmp ne i32 %24, %27
  %38 = and i1 %14, %37
  %39 = icmp eq i32 %1, 1
  %40 = zext i1 %38 to i32
  %41 = select i1 %39, i32 %36, i32 %40
  %42 = add nuw nsw i32 %41, %26
  %43 = icmp eq i32 %7, 2139095040
  %44 = or i1 %39, %43
  %45 = or i1 %44, %14
  %46 = select i1 %45, i32 31744, i32 31743
  %47 = tail call i32 @llvm.umin.i32(i32 %42, i32 %46)
  %48 = or disjoint i32 %47, %5
  %49 = icmp samesign ugt i32 %7, 2139095040
  %50 = trunc nuw i32 %48 to i16
  %51 = select i1 %49, i16 32767, i16 %50
  ret i16 %51
}

define internal i16 @cvt_f16_f64(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 42
  %4 = trunc i64 %3 to i16
  %5 = and i16 %4, 511
  %6 = lshr i64 %2, 48
  %7 = trunc nuw i64 %6 to i16
  %8 = and i16 %7, -32768
  %9 = fptrunc double %0 to float
  %10 = fpext float %9 to double
  %11 = fcmp one double %0, %10
  %12 = tail call double @llvm.fabs.f64(double %10)
  %13 = tail call double @llvm.fabs.f64(double %0)
  %14 = fcmp ogt double %12, %13
  %15 = bitcast float %9 to i32
  %16 = sext i1 %14 to i32
  %17 = add i32 %16, %15
  %18 = or i32 %17, 1
  %19 = select i1 %11, i32 %18, i32 %15
  %20 = lshr i32 %19, 16
  %21 = and i32 %20, 32768
  %22 = and i32 %19, 2147483647
  %23 = icmp samesign ult i32 %22, 947912704
  %24 = and i32 %19, 8388607
  %25 = or disjoint i32 %24, 8388608
  %26 = lshr i32 %22, 23
  %27 = sub nsw i32 126, %26
  %28 = tail call i32 @llvm.umin.i32(i32 %27, i32 31)
  %29 = icmp eq i32 %22, 0
  %30 = select i1 %29, i32 0, i32 %25
  %31 = add nsw i32 %22, -939524096
  %32 = select i1 %23, i32 %30, i32 %31
  %33 = select i1 %23, i32 %28, i32 13
  %34 = lshr i32 %32, %33
  %35 = shl i32 %34, %33
  %36 = sub i32 %32, %35
  %37 = add nsw i32 %33, -1
  %38 = shl nuw nsw i32 1, %37
  %39 = icmp ugt i32 %36, %38
  %40 = zext i1 %39 to i32
  %41 = icmp eq i32 %36, %38
  %42 = and i32 %34, 1
  %43 = select i1 %41, i32 %42, i32 0
  %44 = or i32 %43, %40
  %45 = add i32 %44, %34
  %46 = tail call i32 @llvm.umin.i32(i32 %45, i32 31744)
  %47 = or disjoint i32 %46, %21
  %48 = icmp samesign ugt i32 %22, 2139095040
  %49 = trunc nuw i32 %47 to i16
  %50 = select i1 %48, i16 32767, i16 %49
  %51 = or disjoint i16 %8, %5
  %52 = or disjoint i16 %51, 32256
  %53 = shl i64 %2, 1
  %54 = icmp ugt i64 %53, -9007199254740992
  %55 = select i1 %54, i16 %52, i16 %50
  ret i16 %55
}

define internal i16 @cvt_rounded_f16_f64(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = lshr i64 %3, 42
  %5 = trunc i64 %4 to i16
  %6 = and i16 %5, 511
  %7 = lshr i64 %3, 48
  %8 = trunc nuw i64 %7 to i16
  %9 = and i16 %8, -32768
  %10 = fptrunc double %0 to float
  %11 = fpext float %10 to double
  %12 = fcmp one double %0, %11
  %13 = tail call double @llvm.fabs.f64(double %11)
  %14 = tail call double @llvm.fabs.f64(double %0)
  %15 = fcmp ogt double %13, %14
  %16 = bitcast float %10 to i32
  %17 = sext i1 %15 to i32
  %18 = add i32 %17, %16
  %19 = or i32 %18, 1
  %20 = select i1 %12, i32 %19, i32 %16
  %21 = lshr i32 %20, 16
  %22 = and i32 %21, 32768
  %23 = and i32 %20, 2147483647
  %24 = icmp eq i32 %1, 3
  %25 = icmp slt i32 %20, 0
  %26 = and i1 %24, %25
  %27 = icmp eq i32 %1, 2
  %28 = icmp sgt i32 %20, -1
  %29 = and i1 %27, %28
  %30 = or i1 %26, %29
  %31 = icmp samesign ult i32 %23, 947912704
  %32 = and i32 %20, 8388607
  %33 = or disjoint i32 %32, 8388608
  %34 = lshr i32 %23, 23
  %35 = sub nsw i32 126, %34
  %36 = tail call i32 @llvm.umin.i32(i32 %35, i32 31)
  %37 = icmp eq i32 %23, 0
  %38 = select i1 %37, i32 0, i32 %33
  %39 = add nsw i32 %23, -939524096
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
  %53 = icmp ne i32 %40, %43
  %54 = and i1 %30, %53
  %55 = icmp eq i32 %1, 1
  %56 = zext i1 %54 to i32
  %57 = select i1 %55, i32 %52, i32 %56
  %58 = add i32 %57, %42
  %59 = icmp eq i32 %23, 2139095040
  %60 = or i1 %55, %59
  %61 = or i1 %60, %30
  %62 = select i1 %61, i32 31744, i32 31743
  %63 = tail call i32 @llvm.umin.i32(i32 %58, i32 %62)
  %64 = or disjoint i32 %63, %22
  %65 = icmp samesign ugt i32 %23, 2139095040
  %66 = trunc nuw i32 %64 to i16
  %67 = select i1 %65, i16 32767, i16 %66
  %68 = or disjoint i16 %9, %6
  %69 = or disjoint i16 %68, 32256
  %70 = shl i64 %3, 1
  %71 = icmp ugt i64 %70, -9007199254740992
  %72 = select i1 %71, i16 %69, i16 %67
  ret i16 %72
}

define internal float @cvt_f32_bf16(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = shl nuw i32 %2, 16
  %4 = bitcast i32 %3 to float
  ret float %4
}

define internal i16 @cvt_bf16_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = lshr i32 %2, 16
  %4 = and i32 %3, 32768
  %5 = tail call float @llvm.fabs.f32(float %0)
  %6 = bitcast float %5 to i32
  %7 = lshr i32 %6, 16
  %8 = and i32 %6, 65535
  %9 = icmp samesign ugt i32 %8, 32768
  %10 = zext i1 %9 to i32
  %11 = icmp eq i32 %8, 32768
  %12 = and i32 %7, 1
  %13 = select i1 %11, i32 %12, i32 0
  %14 = or i32 %13, %10
  %15 = add nuw nsw i32 %14, %7
  %16 = or i32 %15, %4
  %17 = icmp samesign ugt i32 %6, 2139095040
  %18 = trunc nuw i32 %16 to i16
  %19 = select i1 %17, i16 32767, i16 %18
  ret i16 %19
}

define internal i16 @cvt_rounded_bf16_f32(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = lshr i32 %3, 16
  %5 = and i32 %4, 32768
  %6 = tail call float @llvm.fabs.f32(float %0)
  %7 = bitcast float %6 to i32
  %8 = icmp eq i32 %1, 3
  %9 = icmp slt i32 %3, 0
  %10 = and i1 %9, %8
  %11 = icmp eq i32 %1, 2
  %12 = icmp sgt i32 %3, -1
  %13 = and i1 %11, %12
  %14 = or i1 %10, %13
  %15 = lshr i32 %7, 16
  %16 = and i32 %7, 65535
  %17 = icmp samesign ugt i32 %16, 32768
  %18 = zext i1 %17 to i32
  %19 = icmp eq i32 %16, 32768
  %20 = and i32 %15, 1
  %21 = select i1 %19, i32 %20, i32 0
  %22 = or i32 %21, %18
  %23 = icmp ne i32 %16, 0
  %24 = and i1 %23, %14
  %25 = icmp eq i32 %1, 1
  %26 = zext i1 %24 to i32
  %27 = select i1 %25, i32 %22, i32 %26
  %28 = add nuw nsw i32 %27, %15
  %29 = or i32 %28, %5
  %30 = icmp samesign ugt i32 %7, 2139095040
  %31 = trunc nuw i32 %29 to i16
  %32 = select i1 %30, i16 32767, i16 %31
  ret i16 %32
}

define internal i16 @cvt_bf16_f64(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 45
  %4 = trunc i64 %3 to i16
  %5 = and i16 %4, 63
  %6 = lshr i64 %2, 48
  %7 = trunc nuw i64 %6 to i16
  %8 = and i16 %7, -32768
  %9 = fptrunc double %0 to float
  %10 = fpext float %9 to double
  %11 = fcmp one double %0, %10
  %12 = tail call double @llvm.fabs.f64(double %10)
  %13 = tail call double @llvm.fabs.f64(double %0)
  %14 = fcmp ogt double %12, %13
  %15 = bitcast float %9 to i32
  %16 = sext i1 %14 to i32
  %17 = add i32 %16, %15
  %18 = or i32 %17, 1
  %19 = select i1 %11, i32 %18, i32 %15
  %20 = lshr i32 %19, 16
  %21 = and i32 %20, 32768
  %22 = and i32 %19, 2147483647
  %23 = lshr i32 %22, 16
  %24 = and i32 %19, 65535
  %25 = icmp samesign ugt i32 %24, 32768
  %26 = zext i1 %25 to i32
  %27 = icmp eq i32 %24, 32768
  %28 = and i32 %23, 1
  %29 = select i1 %27, i32 %28, i32 0
  %30 = or i32 %29, %26
  %31 = add nuw nsw i32 %30, %23
  %32 = or i32 %31, %21
  %33 = icmp samesign ugt i32 %22, 2139095040
  %34 = trunc nuw i32 %32 to i16
  %35 = select i1 %33, i16 32767, i16 %34
  %36 = or disjoint i16 %8, %5
  %37 = or disjoint i16 %36, 32704
  %38 = shl i64 %2, 1
  %39 = icmp ugt i64 %38, -9007199254740992
  %40 = select i1 %39, i16 %37, i16 %35
  ret i16 %40
}

define internal i16 @cvt_rounded_bf16_f64(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = lshr i64 %3, 45
  %5 = trunc i64 %4 to i16
  %6 = and i16 %5, 63
  %7 = lshr i64 %3, 48
  %8 = trunc nuw i64 %7 to i16
  %9 = and i16 %8, -32768
  %10 = fptrunc double %0 to float
  %11 = fpext float %10 to double
  %12 = fcmp one double %0, %11
  %13 = tail call double @llvm.fabs.f64(double %11)
  %14 = tail call double @llvm.fabs.f64(double %0)
  %15 = fcmp ogt double %13, %14
  %16 = bitcast float %10 to i32
  %17 = sext i1 %15 to i32
  %18 = add i32 %17, %16
  %19 = or i32 %18, 1
  %20 = select i1 %12, i32 %19, i32 %16
  %21 = lshr i32 %20, 16
  %22 = and i32 %21, 32768
  %23 = and i32 %20, 2147483647
  %24 = icmp eq i32 %1, 3
  %25 = icmp slt i32 %20, 0
  %26 = and i1 %24, %25
  %27 = icmp eq i32 %1, 2
  %28 = icmp sgt i32 %20, -1
  %29 = and i1 %27, %28
  %30 = or i1 %26, %29
  %31 = lshr i32 %23, 16
  %32 = and i32 %20, 65535
  %33 = icmp samesign ugt i32 %32, 32768
  %34 = zext i1 %33 to i32
  %35 = icmp eq i32 %32, 32768
  %36 = and i32 %31, 1
  %37 = select i1 %35, i32 %36, i32 0
  %38 = or i32 %37, %34
  %39 = icmp ne i32 %32, 0
  %40 = and i1 %39, %30
  %41 = icmp eq i32 %1, 1
  %42 = zext i1 %40 to i32
  %43 = select i1 %41, i32 %38, i32 %42
  %44 = add nuw nsw i32 %43, %31
  %45 = or i32 %44, %22
  %46 = icmp samesign ugt i32 %23, 2139095040
  %47 = trunc nuw i32 %45 to i16
  %48 = select i1 %46, i16 32767, i16 %47
  %49 = or disjoint i16 %9, %6
  %50 = or disjoint i16 %49, 32704
  %51 = shl i64 %3, 1
  %52 = icmp ugt i64 %51, -9007199254740992
  %53 = select i1 %52, i16 %50, i16 %48
  ret i16 %53
}

define internal double @odd_f64_s64(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = and i64 %0, -4294967296
  %4 = sitofp i64 %3 to double
  %5 = uitofp i32 %2 to double
  %6 = fadd double %4, %5
  %7 = fsub double %6, %4
  %8 = fsub double %7, %6
  %9 = fadd double %8, %4
  %10 = fsub double %5, %7
  %11 = fadd double %10, %9
  %12 = bitcast double %6 to i64
  %13 = bitcast double %11 to i64
  %14 = xor i64 %13, %12
  %15 = icmp sgt i64 %14, -1
  %16 = select i1 %15, i64 1, i64 -1
  %17 = fcmp ueq double %11, 0.000000e+00
  %18 = and i64 %12, 1
  %19 = icmp ne i64 %18, 0
  %20 = or i1 %19, %17
  %21 = select i1 %20, i64 0, i64 %16
  %22 = add i64 %21, %12
  %23 = bitcast i64 %22 to double
  ret double %23
}

define internal double @odd_f64_u64(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = and i64 %0, -4294967296
  %4 = uitofp i64 %3 to double
  %5 = uitofp i32 %2 to double
  %6 = fadd double %4, %5
  %7 = fsub double %6, %4
  %8 = fsub double %7, %6
  %9 = fadd double %8, %4
  %10 = fsub double %5, %7
  %11 = fadd double %10, %9
  %12 = bitcast double %6 to i64
  %13 = bitcast double %11 to i64
  %14 = icmp sgt i64 %13, -1
  %15 = select i1 %14, i64 1, i64 -1
  %16 = fcmp ueq double %11, 0.000000e+00
  %17 = and i64 %12, 1
  %18 = icmp ne i64 %17, 0
  %19 = or i1 %18, %16
  %20 = select i1 %19, i64 0, i64 %15
  %21 = add i64 %20, %12
  %22 = bitcast i64 %21 to double
  ret double %22
}

declare double @llvm.fabs.f64(double)

declare i32 @llvm.umin.i32(i32, i32)

declare i16 @llvm.smax.i16(i16, i16)

declare float @llvm.fabs.f32(float)
