@last_phase = external constant i64, align 8
@frame_bytes = external constant i64, align 8

define internal i1 @all_have_met(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load i64, ptr @frame_bytes, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load i64, ptr @last_phase, align 8
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 88
  br label %10

10:
  %11 = phi i64 [ 0, %1 ], [ %35, %33 ]
  %12 = load i64, ptr %4, align 8
  %13 = icmp uge i64 %11, %12
  br i1 %13, label %36, label %14

14:
  %15 = load ptr, ptr %2, align 8
  %16 = mul i64 %5, %11
  %17 = getelementptr inbounds nuw i8, ptr %15, i64 %16
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds nuw i64, ptr %18, i64 %11
  %20 = load i64, ptr %19, align 8
  %21 = icmp sgt i64 %20, %7
  br i1 %21, label %22, label %36

22:
  %23 = getelementptr inbounds nuw i8, ptr %17, i64 80
  %24 = load i64, ptr %23, align 8
  %25 = load i64, ptr %8, align 8
  %26 = icmp eq i64 %24, %25
  br i1 %26, label %27, label %36

27:
  %28 = getelementptr inbounds nuw i8, ptr %17, i64 88
  %29 = load i64, ptr %28, align 8
  %30 = load i64, ptr %9, align 8
  %31 = xor i64 %30, %29
  %32 = icmp sgt i64 %31, -1
  br i1 %32, label %33, label %36

33:
  %34 = tail call i1 @phase_is_over(ptr %17)
  %35 = add nuw i64 %11, 1
  br i1 %34, label %10, label %36

36:
  ret i1 %13
}

declare i1 @phase_is_over(ptr)
