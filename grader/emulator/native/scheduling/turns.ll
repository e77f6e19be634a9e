@frame_bytes = external constant i64, align 8
@last_turn = external constant i64, align 8
@last_operation = external constant i64, align 8

define internal i64 @run_turns(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load i64, ptr @frame_bytes, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %11 = load i64, ptr @last_turn, align 8
  %12 = load i64, ptr @last_operation, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 544
  br label %14

14:
  %15 = phi i64 [ %1, %3 ], [ %145, %144 ]
  %16 = icmp slt i64 %15, %2
  br i1 %16, label %17, label %146

17:
  %18 = load i64, ptr %4, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %20, label %30

20:
  tail call void @begin_block(ptr %0, i64 %15)
  tail call void @forget_block(ptr %0)
  br label %21

21:
  %22 = phi i64 [ 0, %20 ], [ %29, %25 ]
  %23 = load i64, ptr %5, align 8
  %24 = icmp ult i64 %22, %23
  br i1 %24, label %25, label %30

25:
  %26 = load ptr, ptr %6, align 8
  %27 = mul i64 %7, %22
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 %27
  tail call void @forget_thread(ptr %0, ptr %28)
  %29 = add nuw i64 %22, 1
  br label %21

30:
  store i64 0, ptr %4, align 8
  br label %31

31:
  %32 = load i64, ptr %5, align 8
  %33 = add i64 %32, 31
  %34 = lshr i64 %33, 5
  br label %35

35:
  %36 = phi i64 [ 0, %31 ], [ %86, %85 ]
  %37 = icmp eq i64 %36, %34
  br i1 %37, label %87, label %38

38:
  %39 = load i64, ptr %9, align 8
  %40 = icmp eq i64 %39, 0
  %41 = xor i64 %36, -1
  %42 = add nsw i64 %34, %41
  %43 = select i1 %40, i64 %36, i64 %42
  %44 = shl i64 %43, 5
  %45 = load i64, ptr %5, align 8
  %46 = sub i64 %45, %44
  %47 = tail call i64 @llvm.umin.i64(i64 %46, i64 32)
  br label %48

48:
  %49 = phi i64 [ 0, %38 ], [ %82, %81 ]
  %50 = icmp eq i64 %49, %47
  br i1 %50, label %83, label %51

51:
  %52 = load i64, ptr %9, align 8
  %53 = icmp eq i64 %52, 0
  %54 = xor i64 %49, -1
  %55 = add nsw i64 %47, %54
  %56 = select i1 %53, i64 %49, i64 %55
  %57 = add i64 %56, %44
  %58 = load ptr, ptr %10, align 8
  %59 = getelementptr inbounds nuw i64, ptr %58, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %60, 0
  br i1 %61, label %67, label %62

62:
  %63 = icmp sgt i64 %60, 0
  %64 = and i64 %60, 1099511627776
  %65 = icmp ne i64 %64, 0
  %66 = and i1 %63, %65
  br i1 %66, label %67, label %79

67:
  %68 = load ptr, ptr %6, align 8
  %69 = mul i64 %57, %7
  %70 = getelementptr inbounds nuw i8, ptr %68, i64 %69
  %71 = and i64 %60, 4294967295
  %72 = tail call i64 @step(ptr %0, ptr %70, i64 %71)
  %73 = load ptr, ptr %10, align 8
  %74 = getelementptr inbounds nuw i64, ptr %73, i64 %57
  store i64 %72, ptr %74, align 8
  %75 = load ptr, ptr %10, align 8
  %76 = getelementptr inbounds nuw i64, ptr %75, i64 %57
  %77 = load i64, ptr %76, align 8
  %78 = icmp eq i64 %77, -2147483648
  br i1 %78, label %146, label %79

79:
  %80 = add nuw nsw i64 %49, 1
  br label %81

81:
  %82 = phi i64 [ %80, %79 ], [ 0, %83 ]
  br label %48

83:
  %84 = tail call i1 @answer_warp(ptr %0, i64 %44, i64 %47)
  br i1 %84, label %81, label %85

85:
  %86 = add nuw nsw i64 %36, 1
  br label %35

87:
  %88 = phi i1 [ %108, %107 ], [ false, %35 ]
  %89 = phi i64 [ %109, %107 ], [ 0, %35 ]
  %90 = load i64, ptr %5, align 8
  %91 = icmp ult i64 %89, %90
  br i1 %91, label %92, label %110

92:
  %93 = load ptr, ptr %10, align 8
  %94 = getelementptr inbounds nuw i64, ptr %93, i64 %89
  %95 = load i64, ptr %94, align 8
  %96 = icmp sgt i64 %95, %11
  br i1 %96, label %97, label %107

97:
  %98 = load ptr, ptr %6, align 8
  %99 = mul i64 %89, %7
  %100 = getelementptr inbounds nuw i8, ptr %98, i64 %99
  %101 = tail call i1 @phase_is_over(ptr %100)
  br i1 %101, label %102, label %107

102:
  %103 = load ptr, ptr %10, align 8
  %104 = getelementptr inbounds nuw i64, ptr %103, i64 %89
  %105 = load i64, ptr %104, align 8
  %106 = or i64 %105, 1099511627776
  store i64 %106, ptr %104, align 8
  br label %107

107:
  %108 = phi i1 [ true, %102 ], [ %88, %97 ], [ %88, %92 ]
  %109 = add nuw i64 %89, 1
  br label %87

110:
  %111 = select i1 %88, i64 %11, i64 4294967295
  br label %112

112:
  %113 = phi i64 [ %90, %110 ], [ %128, %127 ]
  %114 = phi i1 [ %88, %110 ], [ %129, %127 ]
  %115 = phi i64 [ 0, %110 ], [ %130, %127 ]
  %116 = icmp ult i64 %115, %113
  br i1 %116, label %117, label %131

117:
  %118 = load ptr, ptr %10, align 8
  %119 = getelementptr inbounds nuw i64, ptr %118, i64 %115
  %120 = load i64, ptr %119, align 8
  %121 = icmp sle i64 %120, %12
  %122 = icmp sgt i64 %120, %111
  %123 = select i1 %121, i1 true, i1 %122
  br i1 %123, label %127, label %124

124:
  %125 = or i64 %120, 1099511627776
  store i64 %125, ptr %119, align 8
  %126 = load i64, ptr %5, align 8
  br label %127

127:
  %128 = phi i64 [ %126, %124 ], [ %113, %117 ]
  %129 = phi i1 [ true, %124 ], [ %114, %117 ]
  %130 = add nuw i64 %115, 1
  br label %112

131:
  %132 = tail call i32 @answer_block(ptr %0, i1 %114)
  switch i32 %132, label %133 [
    i32 3, label %144
    i32 0, label %135
  ]

133:
  %134 = icmp eq i32 %132, 2
  tail call void @begin_epoch(ptr %0, i1 %134)
  br label %143

135:
  %136 = load i64, ptr %13, align 8
  %137 = icmp eq i64 %136, 0
  br i1 %137, label %143, label %138

138:
  %139 = load i64, ptr %8, align 8
  %140 = add i64 %139, 1
  %141 = icmp ugt i64 %140, 4
  %142 = select i1 %141, i64 0, i64 %140
  store i64 %142, ptr %8, align 8
  br i1 %141, label %146, label %143

143:
  br label %31

144:
  %145 = add nsw i64 %15, 1
  br label %14

146:
  %147 = phi i64 [ 1, %67 ], [ 2, %138 ], [ 0, %14 ]
  ret i64 %147
}

declare void @begin_block(ptr, i64)

declare void @forget_block(ptr)

declare void @forget_thread(ptr, ptr)

declare i32 @answer_block(ptr, i1)

declare void @begin_epoch(ptr, i1)

declare i64 @step(ptr, ptr, i64)

declare i1 @answer_warp(ptr, i64, i64)

declare i1 @phase_is_over(ptr)

declare i64 @llvm.umin.i64(i64, i64)
