%struct.Undo = type { ptr, i64, [64 x i8] }

@frame_bytes = external constant i64, align 8

define internal i64 @run_rows(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %18 = load i64, ptr @frame_bytes, align 8
  br label %19

19:
  %20 = phi i64 [ %1, %3 ], [ %97, %96 ]
  %21 = icmp slt i64 %20, %2
  br i1 %21, label %22, label %98

22:
  %23 = load i64, ptr %4, align 8
  %24 = urem i64 %20, %23
  store i64 %24, ptr %5, align 8
  %25 = udiv i64 %20, %23
  %26 = load i64, ptr %6, align 8
  %27 = urem i64 %25, %26
  store i64 %27, ptr %7, align 8
  %28 = udiv i64 %25, %26
  store i64 %28, ptr %8, align 8
  store i64 0, ptr %9, align 8
  %29 = load ptr, ptr %10, align 8
  %30 = load ptr, ptr %11, align 8
  %31 = load i64, ptr %12, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %29, ptr %30, i64 %31, i1 false)
  %32 = load i64, ptr %13, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %13, align 8
  store i64 %33, ptr %14, align 8
  br label %34

34:
  %35 = phi i64 [ 0, %22 ], [ %41, %38 ]
  %36 = load i64, ptr %15, align 8
  %37 = icmp ult i64 %35, %36
  br i1 %37, label %38, label %63

38:
  %39 = load ptr, ptr %16, align 8
  %40 = getelementptr inbounds nuw i64, ptr %39, i64 %35
  store i64 0, ptr %40, align 8
  %41 = add nuw i64 %35, 1
  br label %34

42:
  %43 = phi i64 [ 9223372036854775807, %72 ], [ %65, %63 ]
  %44 = phi i64 [ -9223372036854775808, %72 ], [ %66, %63 ]
  %45 = phi i64 [ 0, %72 ], [ %67, %63 ]
  %46 = icmp ult i64 %45, %64
  br i1 %46, label %47, label %68

47:
  %48 = load ptr, ptr %17, align 8
  %49 = mul i64 %45, %18
  %50 = getelementptr inbounds nuw i8, ptr %48, i64 %49
  %51 = load ptr, ptr %16, align 8
  %52 = getelementptr inbounds nuw i64, ptr %51, i64 %45
  %53 = load i64, ptr %52, align 8
  %54 = tail call i64 @step(ptr %0, ptr %50, i64 %53)
  %55 = load ptr, ptr %16, align 8
  %56 = getelementptr inbounds nuw i64, ptr %55, i64 %45
  store i64 %54, ptr %56, align 8
  %57 = icmp sgt i64 %54, -2147483646
  br i1 %57, label %58, label %75

58:
  %59 = tail call i64 @llvm.smin.i64(i64 %54, i64 %43)
  %60 = tail call i64 @llvm.smax.i64(i64 %54, i64 %44)
  %61 = add nuw i64 %45, 1
  %62 = load i64, ptr %15, align 8
  br label %63

63:
  %64 = phi i64 [ %62, %58 ], [ %36, %34 ]
  %65 = phi i64 [ %59, %58 ], [ 9223372036854775807, %34 ]
  %66 = phi i64 [ %60, %58 ], [ -9223372036854775808, %34 ]
  %67 = phi i64 [ %61, %58 ], [ 0, %34 ]
  br label %42

68:
  %69 = icmp slt i64 %44, 0
  br i1 %69, label %96, label %70

70:
  %71 = icmp eq i64 %43, %44
  br i1 %71, label %72, label %78

72:
  %73 = load i64, ptr %13, align 8
  %74 = add i64 %73, 1
  store i64 %74, ptr %13, align 8
  br label %42

75:
  %76 = icmp eq i64 %54, -2147483646
  %77 = select i1 %76, i64 -1, i64 %20
  br label %78

78:
  %79 = phi i64 [ %77, %75 ], [ %20, %70 ]
  %80 = load ptr, ptr %11, align 8
  %81 = load ptr, ptr %10, align 8
  %82 = load i64, ptr %12, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %80, ptr %81, i64 %82, i1 false)
  %83 = load i64, ptr %9, align 8
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 400
  br label %85

85:
  %86 = phi i64 [ %83, %78 ], [ %89, %88 ]
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %98, label %88

88:
  %89 = add i64 %86, -1
  %90 = load ptr, ptr %84, align 8
  %91 = getelementptr inbounds nuw %struct.Undo, ptr %90, i64 %89
  %92 = load ptr, ptr %91, align 8
  %93 = getelementptr inbounds nuw i8, ptr %91, i64 16
  %94 = getelementptr inbounds nuw i8, ptr %91, i64 8
  %95 = load i64, ptr %94, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %92, ptr %93, i64 %95, i1 false)
  br label %85

96:
  %97 = add nsw i64 %20, 1
  br label %19

98:
  %99 = phi i64 [ %79, %85 ], [ %2, %19 ]
  ret i64 %99
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare i64 @step(ptr, ptr, i64)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
