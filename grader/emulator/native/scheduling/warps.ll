%struct.Warp = type { ptr, ptr, i64 }

@last_operation = external constant i64, align 8
@last_barrier = external constant i64, align 8
@frame_bytes = external constant i64, align 8
@first_row_of_barrier_divergence = external constant i64, align 8

define internal i1 @answer_warp(ptr %0, i64 %1, i64 %2) {
  %4 = alloca %struct.Warp, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %6 = load ptr, ptr %5, align 8
  %7 = load i64, ptr @frame_bytes, align 8
  %8 = mul i64 %7, %1
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 %8
  store ptr %9, ptr %4, align 8
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i64, ptr %12, i64 %1
  store ptr %13, ptr %10, align 8
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %2, ptr %14, align 8
  %15 = load i64, ptr @last_operation, align 8
  %16 = load i64, ptr @last_barrier, align 8
  br label %17

17:
  %18 = phi i1 [ false, %3 ], [ %31, %60 ]
  %19 = phi i64 [ 0, %3 ], [ %63, %60 ]
  %20 = phi i1 [ false, %3 ], [ %61, %60 ]
  %21 = phi i64 [ %2, %3 ], [ %62, %60 ]
  %22 = icmp eq i64 %19, %2
  br i1 %22, label %23, label %27

23:
  %24 = select i1 %20, i1 true, i1 %18
  %25 = icmp eq i64 %21, %2
  %26 = select i1 %24, i1 true, i1 %25
  br i1 %26, label %93, label %64

27:
  %28 = getelementptr inbounds nuw i64, ptr %13, i64 %19
  %29 = load i64, ptr %28, align 8
  %30 = icmp sgt i64 %29, %15
  %31 = or i1 %18, %30
  %32 = icmp sle i64 %29, %16
  %33 = select i1 %32, i1 true, i1 %30
  br i1 %33, label %60, label %34

34:
  %35 = call i64 @who_waits(ptr %4, i64 %19)
  %36 = mul i64 %19, %7
  %37 = getelementptr inbounds nuw i8, ptr %9, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 56
  %39 = load i64, ptr %38, align 8
  br label %40

40:
  %41 = phi i64 [ 0, %34 ], [ %50, %44 ]
  %42 = phi i64 [ 0, %34 ], [ %51, %44 ]
  %43 = icmp eq i64 %42, %2
  br i1 %43, label %52, label %44

44:
  %45 = getelementptr inbounds nuw i64, ptr %13, i64 %42
  %46 = load i64, ptr %45, align 8
  %47 = icmp sgt i64 %46, -1
  %48 = zext i1 %47 to i64
  %49 = shl nuw i64 %48, %42
  %50 = or i64 %49, %41
  %51 = add i64 %42, 1
  br label %40

52:
  %53 = xor i64 %35, -1
  %54 = and i64 %39, %53
  %55 = and i64 %54, %41
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %59, label %57

57:
  %58 = tail call i64 @llvm.umin.i64(i64 %21, i64 %19)
  br label %60

59:
  call void @answer(ptr %0, ptr %4, i64 %19, i64 %35)
  br label %60

60:
  %61 = phi i1 [ %20, %27 ], [ %20, %57 ], [ true, %59 ]
  %62 = phi i64 [ %21, %27 ], [ %58, %57 ], [ %21, %59 ]
  %63 = add i64 %19, 1
  br label %17

64:
  %65 = call i64 @who_waits(ptr %4, i64 %21)
  br label %66

66:
  %67 = phi i64 [ 0, %64 ], [ %75, %70 ]
  %68 = phi i64 [ 0, %64 ], [ %74, %70 ]
  %69 = icmp eq i64 %67, %2
  br i1 %69, label %76, label %70

70:
  %71 = shl nuw i64 1, %67
  %72 = and i64 %71, %65
  %73 = icmp eq i64 %72, 0
  %74 = select i1 %73, i64 %67, i64 %68
  %75 = add i64 %67, 1
  br label %66

76:
  %77 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %78, %68
  %80 = shl i64 %79, 16
  %81 = getelementptr inbounds nuw i64, ptr %13, i64 %68
  %82 = load i64, ptr %81, align 8
  %83 = tail call i64 @suspension_site(i64 %82)
  %84 = or i64 %83, %80
  %85 = load i64, ptr @first_row_of_barrier_divergence, align 8
  %86 = getelementptr inbounds nuw i64, ptr %13, i64 %21
  %87 = load i64, ptr %86, align 8
  %88 = tail call i64 @suspension_site(i64 %87)
  %89 = add i64 %88, %85
  %90 = icmp sgt i64 %85, -1
  %91 = mul i64 %21, %7
  %92 = getelementptr inbounds nuw i8, ptr %9, i64 %91
  tail call void @report_if(i1 %90, ptr %0, ptr %92, i64 %89, i64 0, i64 0, i64 %84, i64 0)
  call void @answer(ptr %0, ptr %4, i64 %21, i64 %65)
  br label %93

93:
  %94 = phi i1 [ true, %76 ], [ %20, %23 ]
  ret i1 %94
}

define internal i64 @who_waits(ptr %0, i64 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i64, ptr %4, i64 %1
  %6 = load i64, ptr %5, align 8
  %7 = tail call i64 @operation_of(i64 %6)
  %8 = load ptr, ptr %0, align 8
  %9 = load i64, ptr @frame_bytes, align 8
  %10 = mul i64 %9, %1
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 %10
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  br label %15

15:
  %16 = phi i64 [ 0, %2 ], [ %38, %37 ]
  %17 = phi i64 [ 0, %2 ], [ %39, %37 ]
  %18 = load i64, ptr %14, align 8
  %19 = icmp ult i64 %17, %18
  br i1 %19, label %21, label %20

20:
  ret i64 %16

21:
  %22 = load ptr, ptr %0, align 8
  %23 = mul i64 %17, %9
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 56
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, %13
  br i1 %27, label %28, label %37

28:
  %29 = load ptr, ptr %3, align 8
  %30 = getelementptr inbounds nuw i64, ptr %29, i64 %17
  %31 = load i64, ptr %30, align 8
  %32 = tail call i64 @operation_of(i64 %31)
  %33 = icmp eq i64 %32, %7
  br i1 %33, label %34, label %37

34:
  %35 = shl nuw i64 1, %17
  %36 = or i64 %35, %16
  br label %37

37:
  %38 = phi i64 [ %36, %34 ], [ %16, %28 ], [ %16, %21 ]
  %39 = add i64 %17, 1
  br label %15
}

define internal void @answer(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = load ptr, ptr %1, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i64, ptr %7, i64 %2
  %9 = load i64, ptr %8, align 8
  tail call void @perform(ptr %0, ptr %5, i64 %3, i64 %9)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  br label %11

11:
  %12 = phi i64 [ 0, %4 ], [ %26, %25 ]
  %13 = load i64, ptr %10, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %16, label %15

15:
  ret void

16:
  %17 = shl nuw i64 1, %12
  %18 = and i64 %17, %3
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %25, label %20

20:
  %21 = load ptr, ptr %6, align 8
  %22 = getelementptr inbounds nuw i64, ptr %21, i64 %12
  %23 = load i64, ptr %22, align 8
  %24 = or i64 %23, 1099511627776
  store i64 %24, ptr %22, align 8
  br label %25

25:
  %26 = add nuw i64 %12, 1
  br label %11
}

declare i64 @operation_of(i64)

declare void @perform(ptr, ptr, i64, i64)

declare i64 @suspension_site(i64)

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)

declare i64 @llvm.umin.i64(i64, i64)
