%struct.Undo = type { ptr, i64, [64 x i8] }

@watched = external constant i64, align 8
@frame_bytes = external constant i64, align 8

define internal i64 @run_rows(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = load i64, ptr @watched, align 8
  %12 = icmp eq i64 %11, 0
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %19 = load i64, ptr @frame_bytes, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 200
  br label %23

23:
  %24 = phi i64 [ %1, %3 ], [ %110, %109 ]
  %25 = icmp slt i64 %24, %2
  br i1 %25, label %26, label %111

26:
  tail call void @place_block(ptr %0, i64 %24)
  %27 = load i64, ptr %4, align 8
  store i64 %27, ptr %0, align 8
  store i64 0, ptr %5, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %28, ptr %29, i64 %30, i1 false)
  %31 = load i64, ptr %9, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %9, align 8
  store i64 %32, ptr %10, align 8
  br i1 %12, label %33, label %38

33:
  %34 = load ptr, ptr %13, align 8
  %35 = load i64, ptr %14, align 8
  %36 = trunc i64 %35 to i8
  %37 = load i64, ptr %15, align 8
  tail call void @llvm.memset.p0.i64(ptr %34, i8 %36, i64 %37, i1 false)
  br label %38

38:
  br label %39

39:
  %40 = phi i64 [ %46, %43 ], [ 0, %38 ]
  %41 = load i64, ptr %16, align 8
  %42 = icmp ult i64 %40, %41
  br i1 %42, label %43, label %68

43:
  %44 = load ptr, ptr %17, align 8
  %45 = getelementptr inbounds nuw i64, ptr %44, i64 %40
  store i64 0, ptr %45, align 8
  %46 = add nuw i64 %40, 1
  br label %39

47:
  %48 = phi i64 [ 9223372036854775807, %77 ], [ %70, %68 ]
  %49 = phi i64 [ -9223372036854775808, %77 ], [ %71, %68 ]
  %50 = phi i64 [ 0, %77 ], [ %72, %68 ]
  %51 = icmp ult i64 %50, %69
  br i1 %51, label %52, label %73

52:
  %53 = load ptr, ptr %18, align 8
  %54 = mul i64 %50, %19
  %55 = getelementptr inbounds nuw i8, ptr %53, i64 %54
  %56 = load ptr, ptr %17, align 8
  %57 = getelementptr inbounds nuw i64, ptr %56, i64 %50
  %58 = load i64, ptr %57, align 8
  %59 = tail call i64 @step(ptr %0, ptr %55, i64 %58)
  %60 = load ptr, ptr %17, align 8
  %61 = getelementptr inbounds nuw i64, ptr %60, i64 %50
  store i64 %59, ptr %61, align 8
  %62 = icmp sgt i64 %59, -2147483646
  br i1 %62, label %63, label %88

63:
  %64 = tail call i64 @llvm.smin.i64(i64 %59, i64 %48)
  %65 = tail call i64 @llvm.smax.i64(i64 %59, i64 %49)
  %66 = add nuw i64 %50, 1
  %67 = load i64, ptr %16, align 8
  br label %68

68:
  %69 = phi i64 [ %67, %63 ], [ %41, %39 ]
  %70 = phi i64 [ %64, %63 ], [ 9223372036854775807, %39 ]
  %71 = phi i64 [ %65, %63 ], [ -9223372036854775808, %39 ]
  %72 = phi i64 [ %66, %63 ], [ 0, %39 ]
  br label %47

73:
  %74 = icmp slt i64 %49, 0
  br i1 %74, label %109, label %75

75:
  %76 = icmp eq i64 %48, %49
  br i1 %76, label %77, label %91

77:
  %78 = load i64, ptr %9, align 8
  %79 = add i64 %78, 1
  store i64 %79, ptr %9, align 8
  %80 = load i64, ptr %20, align 8
  %81 = load i64, ptr %21, align 8
  %82 = load i64, ptr %22, align 8
  %83 = shl i64 %80, 2
  %84 = mul i64 %83, %81
  %85 = mul i64 %84, %82
  %86 = load i64, ptr %0, align 8
  %87 = sub nsw i64 %86, %85
  store i64 %87, ptr %0, align 8
  br label %47

88:
  %89 = icmp eq i64 %59, -2147483646
  %90 = select i1 %89, i64 -1, i64 %24
  br label %91

91:
  %92 = phi i64 [ %90, %88 ], [ %24, %75 ]
  %93 = load ptr, ptr %7, align 8
  %94 = load ptr, ptr %6, align 8
  %95 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %93, ptr %94, i64 %95, i1 false)
  %96 = load i64, ptr %5, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 400
  br label %98

98:
  %99 = phi i64 [ %96, %91 ], [ %102, %101 ]
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %111, label %101

101:
  %102 = add i64 %99, -1
  %103 = load ptr, ptr %97, align 8
  %104 = getelementptr inbounds nuw %struct.Undo, ptr %103, i64 %102
  %105 = load ptr, ptr %104, align 8
  %106 = getelementptr inbounds nuw i8, ptr %104, i64 16
  %107 = getelementptr inbounds nuw i8, ptr %104, i64 8
  %108 = load i64, ptr %107, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %105, ptr %106, i64 %108, i1 false)
  br label %98

109:
  %110 = add nsw i64 %24, 1
  br label %23

111:
  %112 = phi i64 [ %92, %98 ], [ %2, %23 ]
  ret i64 %112
}

declare void @place_block(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @step(ptr, ptr, i64)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
