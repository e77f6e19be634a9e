%struct.Undo = type { ptr, i64, [64 x i8] }

@watched = external constant i64, align 8
@last_phase = external constant i64, align 8
@last_barrier = external constant i64, align 8
@frame_bytes = external constant i64, align 8

define internal i64 @run_rows(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 664
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 656
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr @watched, align 8
  %14 = icmp eq i64 %13, 0
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %21 = load i64, ptr @frame_bytes, align 8
  %22 = load i64, ptr @last_phase, align 8
  %23 = load i64, ptr @last_barrier, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 200
  br label %27

27:
  %28 = phi i64 [ %1, %3 ], [ %134, %133 ]
  %29 = icmp slt i64 %28, %2
  br i1 %29, label %30, label %135

30:
  %31 = load i64, ptr %4, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %38, label %33

33:
  %34 = load i64, ptr %5, align 8
  %35 = icmp ugt i64 %34, 8192
  br i1 %35, label %36, label %38

36:
  %37 = sub nsw i64 -2, %28
  br label %135

38:
  tail call void @place_block(ptr %0, i64 %28)
  %39 = load i64, ptr %6, align 8
  store i64 %39, ptr %0, align 8
  %40 = load i64, ptr %4, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %44, label %42

42:
  %43 = load i64, ptr %5, align 8
  br label %45

44:
  store i64 0, ptr %5, align 8
  br label %45

45:
  %46 = phi i64 [ %43, %42 ], [ 0, %44 ]
  store i64 %46, ptr %7, align 8
  %47 = load ptr, ptr %8, align 8
  %48 = load ptr, ptr %9, align 8
  %49 = load i64, ptr %10, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %47, ptr %48, i64 %49, i1 false)
  %50 = load i64, ptr %11, align 8
  %51 = add i64 %50, 1
  store i64 %51, ptr %11, align 8
  store i64 %51, ptr %12, align 8
  br i1 %14, label %52, label %57

52:
  %53 = load ptr, ptr %15, align 8
  %54 = load i64, ptr %16, align 8
  %55 = trunc i64 %54 to i8
  %56 = load i64, ptr %17, align 8
  tail call void @llvm.memset.p0.i64(ptr %53, i8 %55, i64 %56, i1 false)
  br label %57

57:
  br label %58

58:
  %59 = phi i64 [ %65, %62 ], [ 0, %57 ]
  %60 = load i64, ptr %18, align 8
  %61 = icmp ult i64 %59, %60
  br i1 %61, label %62, label %66

62:
  %63 = load ptr, ptr %19, align 8
  %64 = getelementptr inbounds nuw i64, ptr %63, i64 %59
  store i64 0, ptr %64, align 8
  %65 = add nuw i64 %59, 1
  br label %58

66:
  %67 = phi i64 [ %88, %87 ], [ 9223372036854775807, %58 ]
  %68 = phi i64 [ %89, %87 ], [ -9223372036854775808, %58 ]
  %69 = phi i64 [ %90, %87 ], [ 0, %58 ]
  %70 = load i64, ptr %18, align 8
  %71 = icmp ult i64 %69, %70
  br i1 %71, label %72, label %91

72:
  %73 = load ptr, ptr %20, align 8
  %74 = mul i64 %69, %21
  %75 = getelementptr inbounds nuw i8, ptr %73, i64 %74
  %76 = load ptr, ptr %19, align 8
  %77 = getelementptr inbounds nuw i64, ptr %76, i64 %69
  %78 = load i64, ptr %77, align 8
  %79 = tail call i64 @step(ptr %0, ptr %75, i64 %78)
  %80 = load ptr, ptr %19, align 8
  %81 = getelementptr inbounds nuw i64, ptr %80, i64 %69
  store i64 %79, ptr %81, align 8
  %82 = icmp sgt i64 %79, -2147483646
  br i1 %82, label %83, label %112

83:
  %84 = tail call i64 @llvm.smin.i64(i64 %79, i64 %67)
  %85 = tail call i64 @llvm.smax.i64(i64 %79, i64 %68)
  %86 = add nuw i64 %69, 1
  br label %87

87:
  %88 = phi i64 [ %84, %83 ], [ 9223372036854775807, %99 ], [ 9223372036854775807, %103 ]
  %89 = phi i64 [ %85, %83 ], [ -9223372036854775808, %99 ], [ -9223372036854775808, %103 ]
  %90 = phi i64 [ %86, %83 ], [ 0, %99 ], [ 0, %103 ]
  br label %66

91:
  %92 = icmp slt i64 %68, 0
  br i1 %92, label %133, label %93

93:
  %94 = icmp eq i64 %67, %68
  br i1 %94, label %95, label %115

95:
  %96 = icmp sgt i64 %67, %22
  br i1 %96, label %97, label %99

97:
  %98 = tail call i1 @all_have_met(ptr %0)
  br i1 %98, label %99, label %115

99:
  %100 = load i64, ptr %11, align 8
  %101 = add i64 %100, 1
  store i64 %101, ptr %11, align 8
  %102 = icmp sgt i64 %67, %23
  br i1 %102, label %87, label %103

103:
  %104 = load i64, ptr %24, align 8
  %105 = load i64, ptr %25, align 8
  %106 = load i64, ptr %26, align 8
  %107 = shl i64 %104, 2
  %108 = mul i64 %107, %105
  %109 = mul i64 %108, %106
  %110 = load i64, ptr %0, align 8
  %111 = sub nsw i64 %110, %109
  store i64 %111, ptr %0, align 8
  br label %87

112:
  %113 = icmp eq i64 %79, -2147483646
  br i1 %113, label %114, label %115

114:
  store i64 0, ptr %7, align 8
  br label %115

115:
  %116 = phi i64 [ -1, %114 ], [ %28, %112 ], [ %28, %93 ], [ %28, %97 ]
  %117 = load ptr, ptr %9, align 8
  %118 = load ptr, ptr %8, align 8
  %119 = load i64, ptr %10, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %117, ptr %118, i64 %119, i1 false)
  %120 = getelementptr inbounds nuw i8, ptr %0, i64 400
  br label %121

121:
  %122 = load i64, ptr %5, align 8
  %123 = load i64, ptr %7, align 8
  %124 = icmp ugt i64 %122, %123
  br i1 %124, label %125, label %135

125:
  %126 = load ptr, ptr %120, align 8
  %127 = add i64 %122, -1
  store i64 %127, ptr %5, align 8
  %128 = getelementptr inbounds nuw %struct.Undo, ptr %126, i64 %127
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds nuw i8, ptr %128, i64 16
  %131 = getelementptr inbounds nuw i8, ptr %128, i64 8
  %132 = load i64, ptr %131, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %129, ptr %130, i64 %132, i1 false)
  br label %121

133:
  %134 = add nsw i64 %28, 1
  br label %27

135:
  %136 = phi i64 [ %116, %121 ], [ %37, %36 ], [ %2, %27 ]
  ret i64 %136
}

declare void @place_block(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @step(ptr, ptr, i64)

declare i1 @all_have_met(ptr)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
