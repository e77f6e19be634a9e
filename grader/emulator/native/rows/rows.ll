%struct.Undo = type { ptr, i64, [64 x i8] }

@frame_bytes = external constant i64, align 8

define internal i64 @run_rows(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %14 = load i64, ptr @frame_bytes, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 200
  br label %18

18:
  %19 = phi i64 [ %1, %3 ], [ %99, %98 ]
  %20 = icmp slt i64 %19, %2
  br i1 %20, label %21, label %100

21:
  tail call void @place_block(ptr %0, i64 %19)
  %22 = load i64, ptr %4, align 8
  store i64 %22, ptr %0, align 8
  store i64 0, ptr %5, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %23, ptr %24, i64 %25, i1 false)
  %26 = load i64, ptr %9, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %9, align 8
  store i64 %27, ptr %10, align 8
  br label %28

28:
  %29 = phi i64 [ 0, %21 ], [ %35, %32 ]
  %30 = load i64, ptr %11, align 8
  %31 = icmp ult i64 %29, %30
  br i1 %31, label %32, label %57

32:
  %33 = load ptr, ptr %12, align 8
  %34 = getelementptr inbounds nuw i64, ptr %33, i64 %29
  store i64 0, ptr %34, align 8
  %35 = add nuw i64 %29, 1
  br label %28

36:
  %37 = phi i64 [ 9223372036854775807, %66 ], [ %59, %57 ]
  %38 = phi i64 [ -9223372036854775808, %66 ], [ %60, %57 ]
  %39 = phi i64 [ 0, %66 ], [ %61, %57 ]
  %40 = icmp ult i64 %39, %58
  br i1 %40, label %41, label %62

41:
  %42 = load ptr, ptr %13, align 8
  %43 = mul i64 %39, %14
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 %43
  %45 = load ptr, ptr %12, align 8
  %46 = getelementptr inbounds nuw i64, ptr %45, i64 %39
  %47 = load i64, ptr %46, align 8
  %48 = tail call i64 @step(ptr %0, ptr %44, i64 %47)
  %49 = load ptr, ptr %12, align 8
  %50 = getelementptr inbounds nuw i64, ptr %49, i64 %39
  store i64 %48, ptr %50, align 8
  %51 = icmp sgt i64 %48, -2147483646
  br i1 %51, label %52, label %77

52:
  %53 = tail call i64 @llvm.smin.i64(i64 %48, i64 %37)
  %54 = tail call i64 @llvm.smax.i64(i64 %48, i64 %38)
  %55 = add nuw i64 %39, 1
  %56 = load i64, ptr %11, align 8
  br label %57

57:
  %58 = phi i64 [ %56, %52 ], [ %30, %28 ]
  %59 = phi i64 [ %53, %52 ], [ 9223372036854775807, %28 ]
  %60 = phi i64 [ %54, %52 ], [ -9223372036854775808, %28 ]
  %61 = phi i64 [ %55, %52 ], [ 0, %28 ]
  br label %36

62:
  %63 = icmp slt i64 %38, 0
  br i1 %63, label %98, label %64

64:
  %65 = icmp eq i64 %37, %38
  br i1 %65, label %66, label %80

66:
  %67 = load i64, ptr %9, align 8
  %68 = add i64 %67, 1
  store i64 %68, ptr %9, align 8
  %69 = load i64, ptr %15, align 8
  %70 = load i64, ptr %16, align 8
  %71 = load i64, ptr %17, align 8
  %72 = shl i64 %69, 2
  %73 = mul i64 %72, %70
  %74 = mul i64 %73, %71
  %75 = load i64, ptr %0, align 8
  %76 = sub nsw i64 %75, %74
  store i64 %76, ptr %0, align 8
  br label %36

77:
  %78 = icmp eq i64 %48, -2147483646
  %79 = select i1 %78, i64 -1, i64 %19
  br label %80

80:
  %81 = phi i64 [ %79, %77 ], [ %19, %64 ]
  %82 = load ptr, ptr %7, align 8
  %83 = load ptr, ptr %6, align 8
  %84 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %82, ptr %83, i64 %84, i1 false)
  %85 = load i64, ptr %5, align 8
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 400
  br label %87

87:
  %88 = phi i64 [ %85, %80 ], [ %91, %90 ]
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %100, label %90

90:
  %91 = add i64 %88, -1
  %92 = load ptr, ptr %86, align 8
  %93 = getelementptr inbounds nuw %struct.Undo, ptr %92, i64 %91
  %94 = load ptr, ptr %93, align 8
  %95 = getelementptr inbounds nuw i8, ptr %93, i64 16
  %96 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %97 = load i64, ptr %96, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %94, ptr %95, i64 %97, i1 false)
  br label %87

98:
  %99 = add nsw i64 %19, 1
  br label %18

100:
  %101 = phi i64 [ %81, %87 ], [ %2, %18 ]
  ret i64 %101
}

declare void @place_block(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare i64 @step(ptr, ptr, i64)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
