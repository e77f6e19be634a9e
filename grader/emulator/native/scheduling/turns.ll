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
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 448
  br label %16

16:
  %17 = phi i64 [ %1, %3 ], [ %162, %161 ]
  %18 = icmp slt i64 %17, %2
  br i1 %18, label %19, label %163

19:
  %20 = load i64, ptr %4, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %22, label %32

22:
  tail call void @begin_block(ptr %0, i64 %17)
  tail call void @forget_block(ptr %0)
  br label %23

23:
  %24 = phi i64 [ 0, %22 ], [ %31, %27 ]
  %25 = load i64, ptr %5, align 8
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %27, label %32

27:
  %28 = load ptr, ptr %6, align 8
  %29 = mul i64 %7, %24
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 %29
  tail call void @forget_thread(ptr %0, ptr %30)
  %31 = add nuw i64 %24, 1
  br label %23

32:
  store i64 0, ptr %4, align 8
  br label %33

33:
  %34 = load i64, ptr %5, align 8
  %35 = add i64 %34, 31
  %36 = lshr i64 %35, 5
  br label %37

37:
  %38 = phi i64 [ 0, %33 ], [ %88, %87 ]
  %39 = icmp eq i64 %38, %36
  br i1 %39, label %89, label %40

40:
  %41 = load i64, ptr %9, align 8
  %42 = icmp eq i64 %41, 0
  %43 = xor i64 %38, -1
  %44 = add nsw i64 %36, %43
  %45 = select i1 %42, i64 %38, i64 %44
  %46 = shl i64 %45, 5
  %47 = load i64, ptr %5, align 8
  %48 = sub i64 %47, %46
  %49 = tail call i64 @llvm.umin.i64(i64 %48, i64 32)
  br label %50

50:
  %51 = phi i64 [ 0, %40 ], [ %84, %83 ]
  %52 = icmp eq i64 %51, %49
  br i1 %52, label %85, label %53

53:
  %54 = load i64, ptr %9, align 8
  %55 = icmp eq i64 %54, 0
  %56 = xor i64 %51, -1
  %57 = add nsw i64 %49, %56
  %58 = select i1 %55, i64 %51, i64 %57
  %59 = add i64 %58, %46
  %60 = load ptr, ptr %10, align 8
  %61 = getelementptr inbounds nuw i64, ptr %60, i64 %59
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %69, label %64

64:
  %65 = icmp sgt i64 %62, 0
  %66 = and i64 %62, 1099511627776
  %67 = icmp ne i64 %66, 0
  %68 = and i1 %65, %67
  br i1 %68, label %69, label %81

69:
  %70 = load ptr, ptr %6, align 8
  %71 = mul i64 %59, %7
  %72 = getelementptr inbounds nuw i8, ptr %70, i64 %71
  %73 = and i64 %62, 4294967295
  %74 = tail call i64 @step(ptr %0, ptr %72, i64 %73)
  %75 = load ptr, ptr %10, align 8
  %76 = getelementptr inbounds nuw i64, ptr %75, i64 %59
  store i64 %74, ptr %76, align 8
  %77 = load ptr, ptr %10, align 8
  %78 = getelementptr inbounds nuw i64, ptr %77, i64 %59
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %79, -2147483648
  br i1 %80, label %163, label %81

81:
  %82 = add nuw nsw i64 %51, 1
  br label %83

83:
  %84 = phi i64 [ %82, %81 ], [ 0, %85 ]
  br label %50

85:
  %86 = tail call i1 @answer_warp(ptr %0, i64 %46, i64 %49)
  br i1 %86, label %83, label %87

87:
  %88 = add nuw nsw i64 %38, 1
  br label %37

89:
  %90 = tail call i1 @all_have_met(ptr %0)
  br i1 %90, label %91, label %104

91:
  tail call void @order_phase(ptr %0)
  %92 = load i64, ptr %14, align 8
  %93 = add i64 %92, 4294967296
  store i64 %93, ptr %14, align 8
  store i64 %93, ptr %15, align 8
  br label %94

94:
  %95 = phi i64 [ 0, %91 ], [ %103, %98 ]
  %96 = load i64, ptr %5, align 8
  %97 = icmp ult i64 %95, %96
  br i1 %97, label %98, label %160

98:
  %99 = load ptr, ptr %10, align 8
  %100 = getelementptr inbounds nuw i64, ptr %99, i64 %95
  %101 = load i64, ptr %100, align 8
  %102 = or i64 %101, 1099511627776
  store i64 %102, ptr %100, align 8
  %103 = add nuw i64 %95, 1
  br label %94

104:
  %105 = phi i1 [ %125, %124 ], [ false, %89 ]
  %106 = phi i64 [ %126, %124 ], [ 0, %89 ]
  %107 = load i64, ptr %5, align 8
  %108 = icmp ult i64 %106, %107
  br i1 %108, label %109, label %127

109:
  %110 = load ptr, ptr %10, align 8
  %111 = getelementptr inbounds nuw i64, ptr %110, i64 %106
  %112 = load i64, ptr %111, align 8
  %113 = icmp sgt i64 %112, %11
  br i1 %113, label %114, label %124

114:
  %115 = load ptr, ptr %6, align 8
  %116 = mul i64 %106, %7
  %117 = getelementptr inbounds nuw i8, ptr %115, i64 %116
  %118 = tail call i1 @phase_is_over(ptr %117)
  br i1 %118, label %119, label %124

119:
  %120 = load ptr, ptr %10, align 8
  %121 = getelementptr inbounds nuw i64, ptr %120, i64 %106
  %122 = load i64, ptr %121, align 8
  %123 = or i64 %122, 1099511627776
  store i64 %123, ptr %121, align 8
  br label %124

124:
  %125 = phi i1 [ true, %119 ], [ %105, %114 ], [ %105, %109 ]
  %126 = add nuw i64 %106, 1
  br label %104

127:
  %128 = select i1 %105, i64 %11, i64 4294967295
  br label %129

129:
  %130 = phi i64 [ %107, %127 ], [ %145, %144 ]
  %131 = phi i1 [ %105, %127 ], [ %146, %144 ]
  %132 = phi i64 [ 0, %127 ], [ %147, %144 ]
  %133 = icmp ult i64 %132, %130
  br i1 %133, label %134, label %148

134:
  %135 = load ptr, ptr %10, align 8
  %136 = getelementptr inbounds nuw i64, ptr %135, i64 %132
  %137 = load i64, ptr %136, align 8
  %138 = icmp sle i64 %137, %12
  %139 = icmp sgt i64 %137, %128
  %140 = select i1 %138, i1 true, i1 %139
  br i1 %140, label %144, label %141

141:
  %142 = or i64 %137, 1099511627776
  store i64 %142, ptr %136, align 8
  %143 = load i64, ptr %5, align 8
  br label %144

144:
  %145 = phi i64 [ %143, %141 ], [ %130, %134 ]
  %146 = phi i1 [ true, %141 ], [ %131, %134 ]
  %147 = add nuw i64 %132, 1
  br label %129

148:
  %149 = tail call i32 @answer_block(ptr %0, i1 %131)
  switch i32 %149, label %150 [
    i32 3, label %161
    i32 0, label %152
  ]

150:
  %151 = icmp eq i32 %149, 2
  tail call void @begin_epoch(ptr %0, i1 %151)
  br label %160

152:
  %153 = load i64, ptr %13, align 8
  %154 = icmp eq i64 %153, 0
  br i1 %154, label %160, label %155

155:
  %156 = load i64, ptr %8, align 8
  %157 = add i64 %156, 1
  %158 = icmp ugt i64 %157, 4
  %159 = select i1 %158, i64 0, i64 %157
  store i64 %159, ptr %8, align 8
  br i1 %158, label %163, label %160

160:
  br label %33

161:
  %162 = add nsw i64 %17, 1
  br label %16

163:
  %164 = phi i64 [ 1, %69 ], [ 2, %155 ], [ 0, %16 ]
  ret i64 %164
}

declare void @begin_block(ptr, i64)

declare void @forget_block(ptr)

declare void @forget_thread(ptr, ptr)

declare i1 @all_have_met(ptr)

declare i32 @answer_block(ptr, i1)

declare void @begin_epoch(ptr, i1)

declare i64 @step(ptr, ptr, i64)

declare i1 @answer_warp(ptr, i64, i64)

declare void @order_phase(ptr)

declare i1 @phase_is_over(ptr)

declare i64 @llvm.umin.i64(i64, i64)
