%struct.Matrices = type { [513 x i64], [513 x i64], [513 x i64], [513 x i64] }

define internal void @matrix_multiply_s32_s32(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Matrices, align 8
  call void @gather_all(ptr %9, ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5)
  %10 = load i64, ptr %7, align 8
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 8208
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 4104
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 12312
  br label %17

17:
  %18 = phi i64 [ 0, %8 ], [ %31, %30 ]
  %19 = icmp eq i64 %18, %10
  br i1 %19, label %25, label %20

20:
  %21 = load i64, ptr %11, align 8
  %22 = mul i64 %21, %18
  %23 = getelementptr i64, ptr %12, i64 %22
  %24 = getelementptr i64, ptr %16, i64 %22
  br label %27

25:
  %26 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %16)
  ret void

27:
  %28 = phi i64 [ %63, %60 ], [ 0, %20 ]
  %29 = icmp eq i64 %28, %21
  br i1 %29, label %30, label %32

30:
  %31 = add i64 %18, 1
  br label %17

32:
  %33 = getelementptr i64, ptr %23, i64 %28
  %34 = load i64, ptr %33, align 8
  %35 = shl i64 %34, 32
  %36 = ashr exact i64 %35, 32
  %37 = load i64, ptr %13, align 8
  %38 = mul i64 %37, %18
  %39 = getelementptr i64, ptr %9, i64 %38
  %40 = getelementptr i64, ptr %14, i64 %28
  br label %41

41:
  %42 = phi i64 [ %36, %32 ], [ %55, %48 ]
  %43 = phi i64 [ 0, %32 ], [ %56, %48 ]
  %44 = icmp eq i64 %43, %37
  br i1 %44, label %45, label %48

45:
  %46 = load i64, ptr %15, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %60, label %57

48:
  %49 = getelementptr i64, ptr %39, i64 %43
  %50 = load i64, ptr %49, align 8
  %51 = mul i64 %43, %21
  %52 = getelementptr i64, ptr %40, i64 %51
  %53 = load i64, ptr %52, align 8
  %54 = mul nsw i64 %53, %50
  %55 = add nsw i64 %54, %42
  %56 = add i64 %43, 1
  br label %41

57:
  %58 = call i64 @llvm.smax.i64(i64 %42, i64 -2147483648)
  %59 = call i64 @llvm.smin.i64(i64 %58, i64 2147483647)
  br label %60

60:
  %61 = phi i64 [ %59, %57 ], [ %42, %45 ]
  %62 = getelementptr i64, ptr %24, i64 %28
  store i64 %61, ptr %62, align 8
  %63 = add i64 %28, 1
  br label %27
}

define internal void @gather_all(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, ptr %5, ptr %6) {
  tail call void @llvm.memset.p0.i64(ptr %0, i8 0, i64 16416, i1 false)
  %8 = tail call i64 @gather(ptr %1, i64 %2, i64 %3, ptr %4, ptr %0)
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 4104
  %10 = tail call i64 @gather(ptr %1, i64 %2, i64 %8, ptr %5, ptr %9)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8208
  %12 = tail call i64 @gather(ptr %1, i64 %2, i64 %10, ptr %6, ptr %11)
  ret void
}

declare i64 @scatter(ptr, i64, i64, ptr, ptr)

define internal void @matrix_multiply_f64_f64(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Matrices, align 8
  call void @gather_all(ptr %9, ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5)
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 4104
  %11 = load i64, ptr %7, align 8
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8208
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 12312
  br label %16

16:
  %17 = phi i64 [ 0, %8 ], [ %30, %29 ]
  %18 = icmp eq i64 %17, %11
  br i1 %18, label %24, label %19

19:
  %20 = load i64, ptr %12, align 8
  %21 = mul i64 %20, %17
  %22 = getelementptr double, ptr %13, i64 %21
  %23 = getelementptr double, ptr %15, i64 %21
  br label %26

24:
  %25 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %15)
  ret void

26:
  %27 = phi i64 [ %44, %42 ], [ 0, %19 ]
  %28 = icmp eq i64 %27, %20
  br i1 %28, label %29, label %31

29:
  %30 = add i64 %17, 1
  br label %16

31:
  %32 = getelementptr double, ptr %22, i64 %27
  %33 = load double, ptr %32, align 8
  %34 = load i64, ptr %14, align 8
  %35 = getelementptr double, ptr %10, i64 %27
  %36 = mul i64 %34, %17
  %37 = getelementptr double, ptr %9, i64 %36
  br label %38

38:
  %39 = phi double [ %33, %31 ], [ %51, %45 ]
  %40 = phi i64 [ 0, %31 ], [ %52, %45 ]
  %41 = icmp eq i64 %40, %34
  br i1 %41, label %42, label %45

42:
  %43 = getelementptr double, ptr %23, i64 %27
  store double %39, ptr %43, align 8
  %44 = add i64 %27, 1
  br label %26

45:
  %46 = getelementptr double, ptr %37, i64 %40
  %47 = load double, ptr %46, align 8
  %48 = mul i64 %40, %20
  %49 = getelementptr double, ptr %35, i64 %48
  %50 = load double, ptr %49, align 8
  %51 = call double @llvm.fma.f64(double %47, double %50, double %39)
  %52 = add i64 %40, 1
  br label %38
}

declare double @llvm.fma.f64(double, double, double)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @gather(ptr, i64, i64, ptr, ptr)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
