@last_barrier = external constant i64, align 8
@frame_bytes = external constant i64, align 8
@first_row_of_barrier_divergence = external constant i64, align 8

define internal i1 @waits_at(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i64, ptr %5, i64 %1
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %7, 0
  %9 = load i64, ptr @last_barrier, align 8
  %10 = icmp sle i64 %7, %9
  %11 = select i1 %8, i1 %10, i1 false
  br i1 %11, label %12, label %21

12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr @frame_bytes, align 8
  %16 = mul i64 %15, %1
  %17 = getelementptr inbounds nuw i8, ptr %14, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %17, i64 64
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, %2
  br label %21

21:
  %22 = phi i1 [ false, %3 ], [ %20, %12 ]
  ret i1 %22
}

define internal i32 @answer_block(ptr %0, i1 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %6 = load i64, ptr @last_barrier, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %8 = load i64, ptr @frame_bytes, align 8
  br label %9

9:
  %10 = phi i64 [ 0, %2 ], [ %22, %34 ]
  %11 = phi i64 [ 0, %2 ], [ %35, %34 ]
  %12 = phi i64 [ 0, %2 ], [ %36, %34 ]
  %13 = icmp eq i64 %12, %4
  br i1 %13, label %14, label %16

14:
  %15 = icmp eq i64 %10, 0
  br i1 %15, label %165, label %37

16:
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw i64, ptr %17, i64 %12
  %19 = load i64, ptr %18, align 8
  %20 = icmp sgt i64 %19, 0
  %21 = zext i1 %20 to i64
  %22 = add i64 %10, %21
  %23 = icmp sle i64 %19, %6
  %24 = select i1 %20, i1 %23, i1 false
  br i1 %24, label %25, label %34

25:
  %26 = load ptr, ptr %7, align 8
  %27 = mul i64 %8, %12
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 %27
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 64
  %30 = load i64, ptr %29, align 8
  %31 = and i64 %30, 63
  %32 = shl nuw i64 1, %31
  %33 = or i64 %32, %11
  br label %34

34:
  %35 = phi i64 [ %33, %25 ], [ %11, %16 ]
  %36 = add i64 %12, 1
  br label %9

37:
  %38 = phi i32 [ %131, %130 ], [ 0, %14 ]
  %39 = phi i64 [ %132, %130 ], [ 0, %14 ]
  %40 = icmp eq i64 %39, 16
  br i1 %40, label %41, label %44

41:
  %42 = icmp ne i32 %38, 0
  %43 = or i1 %1, %42
  br i1 %43, label %165, label %133

44:
  %45 = shl nuw nsw i64 1, %39
  %46 = and i64 %45, %11
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %130, label %48

48:
  %49 = load i64, ptr %3, align 8
  br label %50

50:
  %51 = phi i64 [ 0, %48 ], [ %79, %78 ]
  %52 = phi i64 [ 0, %48 ], [ %80, %78 ]
  %53 = phi i64 [ 0, %48 ], [ %81, %78 ]
  %54 = phi i64 [ 9223372036854775807, %48 ], [ %82, %78 ]
  %55 = phi i64 [ 0, %48 ], [ %83, %78 ]
  %56 = phi i64 [ 0, %48 ], [ %84, %78 ]
  %57 = icmp eq i64 %56, %49
  br i1 %57, label %85, label %58

58:
  %59 = tail call i1 @waits_at(ptr %0, i64 %56, i64 %39)
  br i1 %59, label %60, label %78

60:
  %61 = load ptr, ptr %7, align 8
  %62 = mul i64 %56, %8
  %63 = getelementptr inbounds nuw i8, ptr %61, i64 %62
  %64 = load ptr, ptr %5, align 8
  %65 = getelementptr inbounds nuw i64, ptr %64, i64 %56
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %55, 1
  %68 = getelementptr inbounds nuw i8, ptr %63, i64 80
  %69 = load i64, ptr %68, align 8
  %70 = icmp ne i64 %69, 0
  %71 = zext i1 %70 to i64
  %72 = add i64 %53, %71
  %73 = getelementptr inbounds nuw i8, ptr %63, i64 72
  %74 = load i64, ptr %73, align 8
  %75 = tail call i64 @llvm.umax.i64(i64 %74, i64 %52)
  %76 = tail call i64 @llvm.smin.i64(i64 %66, i64 %54)
  %77 = tail call i64 @llvm.smax.i64(i64 %66, i64 %51)
  br label %78

78:
  %79 = phi i64 [ %51, %58 ], [ %77, %60 ]
  %80 = phi i64 [ %52, %58 ], [ %75, %60 ]
  %81 = phi i64 [ %53, %58 ], [ %72, %60 ]
  %82 = phi i64 [ %54, %58 ], [ %76, %60 ]
  %83 = phi i64 [ %55, %58 ], [ %67, %60 ]
  %84 = add i64 %56, 1
  br label %50

85:
  %86 = icmp eq i64 %52, 0
  %87 = icmp eq i64 %55, 0
  br i1 %87, label %130, label %88

88:
  %89 = select i1 %86, i64 %10, i64 %52
  %90 = tail call ptr @arrivals_at(ptr %0, i64 %39, i64 0)
  %91 = load i64, ptr %90, align 8
  %92 = add i64 %91, %55
  %93 = icmp ult i64 %92, %89
  br i1 %93, label %130, label %94

94:
  %95 = load i64, ptr %3, align 8
  br i1 %86, label %96, label %101

96:
  %97 = icmp uge i64 %55, %95
  %98 = icmp eq i64 %54, %51
  %99 = select i1 %97, i1 %98, i1 false
  br i1 %99, label %101, label %100

100:
  tail call void @judge_barrier(ptr %0)
  br label %101

101:
  %102 = phi i64 [ %10, %96 ], [ %10, %100 ], [ %95, %94 ]
  %103 = icmp eq i64 %55, %102
  br i1 %103, label %104, label %105

104:
  tail call void @order_block(ptr %0)
  br label %106

105:
  tail call void @order_barrier(ptr %0, i64 %39)
  br label %106

106:
  br label %107

107:
  %108 = phi i64 [ %129, %128 ], [ 0, %106 ]
  %109 = load i64, ptr %3, align 8
  %110 = icmp ult i64 %108, %109
  br i1 %110, label %114, label %111

111:
  tail call void @close_barrier(ptr %0, i64 %39)
  %112 = select i1 %103, i32 2, i32 1
  %113 = tail call i32 @llvm.umax.i32(i32 %112, i32 %38)
  br label %130

114:
  %115 = tail call i1 @waits_at(ptr %0, i64 %108, i64 %39)
  br i1 %115, label %116, label %128

116:
  %117 = load ptr, ptr %7, align 8
  %118 = mul i64 %108, %8
  %119 = getelementptr inbounds nuw i8, ptr %117, i64 %118
  %120 = getelementptr inbounds nuw i8, ptr %119, i64 104
  store i64 %53, ptr %120, align 8
  %121 = load ptr, ptr %7, align 8
  %122 = getelementptr inbounds nuw i8, ptr %121, i64 %118
  %123 = getelementptr inbounds nuw i8, ptr %122, i64 112
  store i64 %55, ptr %123, align 8
  %124 = load ptr, ptr %5, align 8
  %125 = getelementptr inbounds nuw i64, ptr %124, i64 %108
  %126 = load i64, ptr %125, align 8
  %127 = or i64 %126, 1099511627776
  store i64 %127, ptr %125, align 8
  br label %128

128:
  %129 = add nuw i64 %108, 1
  br label %107

130:
  %131 = phi i32 [ %38, %44 ], [ %113, %111 ], [ %38, %88 ], [ %38, %85 ]
  %132 = add nuw nsw i64 %39, 1
  br label %37

133:
  tail call void @order_block(ptr %0)
  tail call void @judge_barrier(ptr %0)
  %134 = load ptr, ptr %5, align 8
  %135 = load i64, ptr %134, align 8
  %136 = load i64, ptr %3, align 8
  br label %137

137:
  %138 = phi i64 [ 0, %133 ], [ %144, %140 ]
  %139 = icmp eq i64 %138, %136
  br i1 %139, label %145, label %140

140:
  %141 = getelementptr inbounds nuw i64, ptr %134, i64 %138
  %142 = load i64, ptr %141, align 8
  %143 = icmp eq i64 %142, %135
  %144 = add i64 %138, 1
  br i1 %143, label %137, label %151

145:
  %146 = tail call i64 @suspension_site(i64 %135)
  %147 = load i64, ptr @first_row_of_barrier_divergence, align 8
  %148 = icmp sgt i64 %147, -1
  %149 = load ptr, ptr %7, align 8
  %150 = add i64 %147, %146
  tail call void @report_if(i1 %148, ptr %0, ptr %149, i64 %150, i64 0, i64 0, i64 %146, i64 2)
  br label %151

151:
  br label %152

152:
  %153 = phi i64 [ %164, %163 ], [ 0, %151 ]
  %154 = load i64, ptr %3, align 8
  %155 = icmp ult i64 %153, %154
  br i1 %155, label %156, label %165

156:
  %157 = load ptr, ptr %5, align 8
  %158 = getelementptr inbounds nuw i64, ptr %157, i64 %153
  %159 = load i64, ptr %158, align 8
  %160 = icmp sgt i64 %159, 0
  br i1 %160, label %161, label %163

161:
  %162 = or i64 %159, 1099511627776
  store i64 %162, ptr %158, align 8
  br label %163

163:
  %164 = add nuw i64 %153, 1
  br label %152

165:
  %166 = phi i32 [ 3, %14 ], [ %38, %41 ], [ 2, %152 ]
  ret i32 %166
}

declare ptr @arrivals_at(ptr, i64, i64)

declare void @judge_barrier(ptr)

declare void @order_block(ptr)

declare void @order_barrier(ptr, i64)

declare void @close_barrier(ptr, i64)

declare i64 @suspension_site(i64)

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)

declare i32 @llvm.umax.i32(i32, i32)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)

declare i64 @llvm.umax.i64(i64, i64)
