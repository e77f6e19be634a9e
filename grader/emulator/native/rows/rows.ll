%struct.Undo = type { ptr, i64, [64 x i8] }

@watched = external constant i64, align 8
@last_phase = external constant i64, align 8
@last_barrier = external constant i64, align 8
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
  %20 = load i64, ptr @last_phase, align 8
  %21 = load i64, ptr @last_barrier, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 200
  br label %25

25:
  %26 = phi i64 [ %1, %3 ], [ %117, %116 ]
  %27 = icmp slt i64 %26, %2
  br i1 %27, label %28, label %118

28:
  tail call void @place_block(ptr %0, i64 %26)
  %29 = load i64, ptr %4, align 8
  store i64 %29, ptr %0, align 8
  store i64 0, ptr %5, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = load ptr, ptr %7, align 8
  %32 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %30, ptr %31, i64 %32, i1 false)
  %33 = load i64, ptr %9, align 8
  %34 = add i64 %33, 1
  store i64 %34, ptr %9, align 8
  store i64 %34, ptr %10, align 8
  br i1 %12, label %35, label %40

35:
  %36 = load ptr, ptr %13, align 8
  %37 = load i64, ptr %14, align 8
  %38 = trunc i64 %37 to i8
  %39 = load i64, ptr %15, align 8
  tail call void @llvm.memset.p0.i64(ptr %36, i8 %38, i64 %39, i1 false)
  br label %40

40:
  br label %41

41:
  %42 = phi i64 [ %48, %45 ], [ 0, %40 ]
  %43 = load i64, ptr %16, align 8
  %44 = icmp ult i64 %42, %43
  br i1 %44, label %45, label %49

45:
  %46 = load ptr, ptr %17, align 8
  %47 = getelementptr inbounds nuw i64, ptr %46, i64 %42
  store i64 0, ptr %47, align 8
  %48 = add nuw i64 %42, 1
  br label %41

49:
  %50 = phi i64 [ %71, %70 ], [ 9223372036854775807, %41 ]
  %51 = phi i64 [ %72, %70 ], [ -9223372036854775808, %41 ]
  %52 = phi i64 [ %73, %70 ], [ 0, %41 ]
  %53 = load i64, ptr %16, align 8
  %54 = icmp ult i64 %52, %53
  br i1 %54, label %55, label %74

55:
  %56 = load ptr, ptr %18, align 8
  %57 = mul i64 %52, %19
  %58 = getelementptr inbounds nuw i8, ptr %56, i64 %57
  %59 = load ptr, ptr %17, align 8
  %60 = getelementptr inbounds nuw i64, ptr %59, i64 %52
  %61 = load i64, ptr %60, align 8
  %62 = tail call i64 @step(ptr %0, ptr %58, i64 %61)
  %63 = load ptr, ptr %17, align 8
  %64 = getelementptr inbounds nuw i64, ptr %63, i64 %52
  store i64 %62, ptr %64, align 8
  %65 = icmp sgt i64 %62, -2147483646
  br i1 %65, label %66, label %95

66:
  %67 = tail call i64 @llvm.smin.i64(i64 %62, i64 %50)
  %68 = tail call i64 @llvm.smax.i64(i64 %62, i64 %51)
  %69 = add nuw i64 %52, 1
  br label %70

70:
  %71 = phi i64 [ %67, %66 ], [ 9223372036854775807, %82 ], [ 9223372036854775807, %86 ]
  %72 = phi i64 [ %68, %66 ], [ -9223372036854775808, %82 ], [ -9223372036854775808, %86 ]
  %73 = phi i64 [ %69, %66 ], [ 0, %82 ], [ 0, %86 ]
  br label %49

74:
  %75 = icmp slt i64 %51, 0
  br i1 %75, label %116, label %76

76:
  %77 = icmp eq i64 %50, %51
  br i1 %77, label %78, label %98

78:
  %79 = icmp sgt i64 %50, %20
  br i1 %79, label %80, label %82

80:
  %81 = tail call i1 @all_have_met(ptr %0)
  br i1 %81, label %82, label %98

82:
  %83 = load i64, ptr %9, align 8
  %84 = add i64 %83, 1
  store i64 %84, ptr %9, align 8
  %85 = icmp sgt i64 %50, %21
  br i1 %85, label %70, label %86

86:
  %87 = load i64, ptr %22, align 8
  %88 = load i64, ptr %23, align 8
  %89 = load i64, ptr %24, align 8
  %90 = shl i64 %87, 2
  %91 = mul i64 %90, %88
  %92 = mul i64 %91, %89
  %93 = load i64, ptr %0, align 8
  %94 = sub nsw i64 %93, %92
  store i64 %94, ptr %0, align 8
  br label %70

95:
  %96 = icmp eq i64 %62, -2147483646
  %97 = select i1 %96, i64 -1, i64 %26
  br label %98

98:
  %99 = phi i64 [ %97, %95 ], [ %26, %76 ], [ %26, %80 ]
  %100 = load ptr, ptr %7, align 8
  %101 = load ptr, ptr %6, align 8
  %102 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %100, ptr %101, i64 %102, i1 false)
  %103 = load i64, ptr %5, align 8
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 400
  br label %105

105:
  %106 = phi i64 [ %103, %98 ], [ %109, %108 ]
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %118, label %108

108:
  %109 = add i64 %106, -1
  %110 = load ptr, ptr %104, align 8
  %111 = getelementptr inbounds nuw %struct.Undo, ptr %110, i64 %109
  %112 = load ptr, ptr %111, align 8
  %113 = getelementptr inbounds nuw i8, ptr %111, i64 16
  %114 = getelementptr inbounds nuw i8, ptr %111, i64 8
  %115 = load i64, ptr %114, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %112, ptr %113, i64 %115, i1 false)
  br label %105

116:
  %117 = add nsw i64 %26, 1
  br label %25

118:
  %119 = phi i64 [ %99, %105 ], [ %2, %25 ]
  ret i64 %119
}

declare void @place_block(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @step(ptr, ptr, i64)

declare i1 @all_have_met(ptr)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
