%struct.Finding = type { i64, i64, i64, i64, i64, i64, i64, i64 }

define internal void @report_if(i1 %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7) {
  br i1 %0, label %9, label %37

9:
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.Finding, ptr %11, i64 %3
  %13 = add i64 %3, 1
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 592
  store i64 %13, ptr %14, align 8
  %15 = load i64, ptr %12, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %12, align 8
  %17 = icmp eq i64 %15, 0
  br i1 %17, label %18, label %37

18:
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 616
  %20 = load ptr, ptr %19, align 8
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, 1
  store i64 %22, ptr %20, align 8
  %23 = getelementptr inbounds nuw i64, ptr %20, i64 %22
  store i64 %3, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i64 %4, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %12, i64 16
  store i64 %5, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %12, i64 24
  store i64 %27, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %12, i64 32
  store i64 %30, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %12, i64 40
  store i64 %6, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %12, i64 48
  store i64 %34, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %12, i64 56
  store i64 %7, ptr %36, align 8
  br label %37

37:
  ret void
}

define internal void @abort_launch(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 232
  store i64 %2, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store i64 %3, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 248
  store i64 %8, ptr %9, align 8
  ret void
}
