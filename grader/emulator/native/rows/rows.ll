%struct.Undo = type { ptr, i64, [64 x i8] }

@watched = external constant i64, align 8
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
  %20 = load i64, ptr @last_barrier, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 200
  br label %24

24:
  %25 = phi i64 [ %1, %3 ], [ %114, %113 ]
  %26 = icmp slt i64 %25, %2
  br i1 %26, label %27, label %115

27:
  tail call void @place_block(ptr %0, i64 %25)
  %28 = load i64, ptr %4, align 8
  store i64 %28, ptr %0, align 8
  store i64 0, ptr %5, align 8
  %29 = load ptr, ptr %6, align 8
  %30 = load ptr, ptr %7, align 8
  %31 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %29, ptr %30, i64 %31, i1 false)
  %32 = load i64, ptr %9, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %9, align 8
  store i64 %33, ptr %10, align 8
  br i1 %12, label %34, label %39

34:
  %35 = load ptr, ptr %13, align 8
  %36 = load i64, ptr %14, align 8
  %37 = trunc i64 %36 to i8
  %38 = load i64, ptr %15, align 8
  tail call void @llvm.memset.p0.i64(ptr %35, i8 %37, i64 %38, i1 false)
  br label %39

39:
  br label %40

40:
  %41 = phi i64 [ %47, %44 ], [ 0, %39 ]
  %42 = load i64, ptr %16, align 8
  %43 = icmp ult i64 %41, %42
  br i1 %43, label %44, label %69

44:
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw i64, ptr %45, i64 %41
  store i64 0, ptr %46, align 8
  %47 = add nuw i64 %41, 1
  br label %40

48:
  %49 = phi i64 [ %71, %69 ], [ 9223372036854775807, %91 ]
  %50 = phi i64 [ %72, %69 ], [ -9223372036854775808, %91 ]
  %51 = phi i64 [ %73, %69 ], [ 0, %91 ]
  %52 = icmp ult i64 %51, %70
  br i1 %52, label %53, label %74

53:
  %54 = load ptr, ptr %18, align 8
  %55 = mul i64 %51, %19
  %56 = getelementptr inbounds nuw i8, ptr %54, i64 %55
  %57 = load ptr, ptr %17, align 8
  %58 = getelementptr inbounds nuw i64, ptr %57, i64 %51
  %59 = load i64, ptr %58, align 8
  %60 = tail call i64 @step(ptr %0, ptr %56, i64 %59)
  %61 = load ptr, ptr %17, align 8
  %62 = getelementptr inbounds nuw i64, ptr %61, i64 %51
  store i64 %60, ptr %62, align 8
  %63 = icmp sgt i64 %60, -2147483646
  br i1 %63, label %64, label %92

64:
  %65 = tail call i64 @llvm.smin.i64(i64 %60, i64 %49)
  %66 = tail call i64 @llvm.smax.i64(i64 %60, i64 %50)
  %67 = add nuw i64 %51, 1
  %68 = load i64, ptr %16, align 8
  br label %69

69:
  %70 = phi i64 [ %68, %64 ], [ %42, %40 ]
  %71 = phi i64 [ %65, %64 ], [ 9223372036854775807, %40 ]
  %72 = phi i64 [ %66, %64 ], [ -9223372036854775808, %40 ]
  %73 = phi i64 [ %67, %64 ], [ 0, %40 ]
  br label %48

74:
  %75 = icmp slt i64 %50, 0
  br i1 %75, label %113, label %76

76:
  %77 = icmp eq i64 %49, %50
  br i1 %77, label %78, label %95

78:
  %79 = load i64, ptr %9, align 8
  %80 = add i64 %79, 1
  store i64 %80, ptr %9, align 8
  %81 = icmp sgt i64 %49, %20
  br i1 %81, label %91, label %82

82:
  %83 = load i64, ptr %21, align 8
  %84 = load i64, ptr %22, align 8
  %85 = load i64, ptr %23, align 8
  %86 = shl i64 %83, 2
  %87 = mul i64 %86, %84
  %88 = mul i64 %87, %85
  %89 = load i64, ptr %0, align 8
  %90 = sub nsw i64 %89, %88
  store i64 %90, ptr %0, align 8
  br label %91

91:
  br label %48

92:
  %93 = icmp eq i64 %60, -2147483646
  %94 = select i1 %93, i64 -1, i64 %25
  br label %95

95:
  %96 = phi i64 [ %94, %92 ], [ %25, %76 ]
  %97 = load ptr, ptr %7, align 8
  %98 = load ptr, ptr %6, align 8
  %99 = load i64, ptr %8, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %97, ptr %98, i64 %99, i1 false)
  %100 = load i64, ptr %5, align 8
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 400
  br label %102

102:
  %103 = phi i64 [ %100, %95 ], [ %106, %105 ]
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %115, label %105

105:
  %106 = add i64 %103, -1
  %107 = load ptr, ptr %101, align 8
  %108 = getelementptr inbounds nuw %struct.Undo, ptr %107, i64 %106
  %109 = load ptr, ptr %108, align 8
  %110 = getelementptr inbounds nuw i8, ptr %108, i64 16
  %111 = getelementptr inbounds nuw i8, ptr %108, i64 8
  %112 = load i64, ptr %111, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %109, ptr %110, i64 %112, i1 false)
  br label %102

113:
  %114 = add nsw i64 %25, 1
  br label %24

115:
  %116 = phi i64 [ %96, %102 ], [ %2, %24 ]
  ret i64 %116
}

declare void @place_block(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @step(ptr, ptr, i64)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
