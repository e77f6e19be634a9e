define internal void @place_block(ptr %0, i64 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %8 = load i64, ptr %7, align 8
  %9 = mul i64 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 640
  %11 = load i64, ptr %10, align 8
  %12 = mul i64 %11, %9
  %13 = udiv i64 %1, %12
  %14 = mul i64 %13, %11
  %15 = sub i64 %4, %14
  %16 = tail call i64 @llvm.umin.i64(i64 %15, i64 %11)
  %17 = urem i64 %1, %12
  %18 = udiv i64 %17, %16
  %19 = mul i64 %18, %4
  %20 = add i64 %19, %14
  %21 = urem i64 %17, %16
  %22 = add i64 %20, %21
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 576
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 0
  %26 = mul i64 %9, %4
  %27 = xor i64 %1, -1
  %28 = add i64 %26, %27
  %29 = select i1 %25, i64 %22, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 120
  store i64 %1, ptr %30, align 8
  %31 = urem i64 %29, %4
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %31, ptr %32, align 8
  %33 = udiv i64 %29, %4
  %34 = urem i64 %33, %6
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %34, ptr %35, align 8
  %36 = udiv i64 %33, %6
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %36, ptr %37, align 8
  ret void
}

declare i64 @llvm.umin.i64(i64, i64)
