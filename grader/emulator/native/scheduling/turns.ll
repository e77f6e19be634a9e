@frame_bytes = external constant i64, align 8
@last_operation = external constant i64, align 8

define internal i64 @run_turns(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load i64, ptr @frame_bytes, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %11 = load i64, ptr @last_operation, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 544
  br label %13

13:
  %14 = phi i64 [ %1, %3 ], [ %115, %114 ]
  %15 = icmp slt i64 %14, %2
  br i1 %15, label %16, label %116

16:
  %17 = load i64, ptr %4, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %19, label %29

19:
  tail call void @begin_block(ptr %0, i64 %14)
  tail call void @forget_block(ptr %0)
  br label %20

20:
  %21 = phi i64 [ 0, %19 ], [ %28, %24 ]
  %22 = load i64, ptr %5, align 8
  %23 = icmp ult i64 %21, %22
  br i1 %23, label %24, label %29

24:
  %25 = load ptr, ptr %6, align 8
  %26 = mul i64 %7, %21
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 %26
  tail call void @forget_thread(ptr %0, ptr %27)
  %28 = add nuw i64 %21, 1
  br label %20

29:
  store i64 0, ptr %4, align 8
  br label %30

30:
  %31 = load i64, ptr %5, align 8
  %32 = add i64 %31, 31
  %33 = lshr i64 %32, 5
  br label %34

34:
  %35 = phi i64 [ 0, %30 ], [ %85, %84 ]
  %36 = icmp eq i64 %35, %33
  br i1 %36, label %86, label %37

37:
  %38 = load i64, ptr %9, align 8
  %39 = icmp eq i64 %38, 0
  %40 = xor i64 %35, -1
  %41 = add nsw i64 %33, %40
  %42 = select i1 %39, i64 %35, i64 %41
  %43 = shl i64 %42, 5
  %44 = load i64, ptr %5, align 8
  %45 = sub i64 %44, %43
  %46 = tail call i64 @llvm.umin.i64(i64 %45, i64 32)
  br label %47

47:
  %48 = phi i64 [ 0, %37 ], [ %81, %80 ]
  %49 = icmp eq i64 %48, %46
  br i1 %49, label %82, label %50

50:
  %51 = load i64, ptr %9, align 8
  %52 = icmp eq i64 %51, 0
  %53 = xor i64 %48, -1
  %54 = add nsw i64 %46, %53
  %55 = select i1 %52, i64 %48, i64 %54
  %56 = add i64 %55, %43
  %57 = load ptr, ptr %10, align 8
  %58 = getelementptr inbounds nuw i64, ptr %57, i64 %56
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %66, label %61

61:
  %62 = icmp sgt i64 %59, 0
  %63 = and i64 %59, 1099511627776
  %64 = icmp ne i64 %63, 0
  %65 = and i1 %62, %64
  br i1 %65, label %66, label %78

66:
  %67 = load ptr, ptr %6, align 8
  %68 = mul i64 %56, %7
  %69 = getelementptr inbounds nuw i8, ptr %67, i64 %68
  %70 = and i64 %59, 4294967295
  %71 = tail call i64 @step(ptr %0, ptr %69, i64 %70)
  %72 = load ptr, ptr %10, align 8
  %73 = getelementptr inbounds nuw i64, ptr %72, i64 %56
  store i64 %71, ptr %73, align 8
  %74 = load ptr, ptr %10, align 8
  %75 = getelementptr inbounds nuw i64, ptr %74, i64 %56
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, -2147483648
  br i1 %77, label %116, label %78

78:
  %79 = add nuw nsw i64 %48, 1
  br label %80

80:
  %81 = phi i64 [ %79, %78 ], [ 0, %82 ]
  br label %47

82:
  %83 = tail call i1 @answer_warp(ptr %0, i64 %43, i64 %46)
  br i1 %83, label %80, label %84

84:
  %85 = add nuw nsw i64 %35, 1
  br label %34

86:
  %87 = phi i1 [ %99, %98 ], [ false, %34 ]
  %88 = phi i64 [ %100, %98 ], [ 0, %34 ]
  %89 = load i64, ptr %5, align 8
  %90 = icmp ult i64 %88, %89
  br i1 %90, label %91, label %101

91:
  %92 = load ptr, ptr %10, align 8
  %93 = getelementptr inbounds nuw i64, ptr %92, i64 %88
  %94 = load i64, ptr %93, align 8
  %95 = icmp sgt i64 %94, %11
  br i1 %95, label %96, label %98

96:
  %97 = or i64 %94, 1099511627776
  store i64 %97, ptr %93, align 8
  br label %98

98:
  %99 = phi i1 [ true, %96 ], [ %87, %91 ]
  %100 = add nuw i64 %88, 1
  br label %86

101:
  %102 = tail call i32 @answer_block(ptr %0, i1 %87)
  switch i32 %102, label %103 [
    i32 3, label %114
    i32 0, label %105
  ]

103:
  %104 = icmp eq i32 %102, 2
  tail call void @begin_epoch(ptr %0, i1 %104)
  br label %113

105:
  %106 = load i64, ptr %12, align 8
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %113, label %108

108:
  %109 = load i64, ptr %8, align 8
  %110 = add i64 %109, 1
  %111 = icmp ugt i64 %110, 4
  %112 = select i1 %111, i64 0, i64 %110
  store i64 %112, ptr %8, align 8
  br i1 %111, label %116, label %113

113:
  br label %30

114:
  %115 = add nsw i64 %14, 1
  br label %13

116:
  %117 = phi i64 [ 1, %66 ], [ 2, %108 ], [ 0, %13 ]
  ret i64 %117
}

declare void @begin_block(ptr, i64)

declare void @forget_block(ptr)

declare void @forget_thread(ptr, ptr)

declare i32 @answer_block(ptr, i1)

declare void @begin_epoch(ptr, i1)

declare i64 @step(ptr, ptr, i64)

declare i1 @answer_warp(ptr, i64, i64)

declare i64 @llvm.umin.i64(i64, i64)
