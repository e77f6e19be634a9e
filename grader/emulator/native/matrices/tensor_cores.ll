%struct.Format = type { i32, i32, i32 }
%struct.Work = type { ptr, ptr, ptr, i8, [513 x i64], [513 x i64], [513 x i64], [513 x i64], [512 x i32], [512 x i32], [512 x i32], [512 x i32] }

@FORMATS = internal constant [6 x %struct.Format] [%struct.Format zeroinitializer, %struct.Format zeroinitializer, %struct.Format { i32 10, i32 5, i32 0 }, %struct.Format { i32 7, i32 8, i32 0 }, %struct.Format { i32 10, i32 8, i32 13 }, %struct.Format { i32 23, i32 8, i32 0 }], align 16

define internal void @matrix_multiply_f16_f16(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Work, align 8
  store ptr %7, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %12, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store ptr %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %19 = getelementptr inbounds nuw i8, ptr %9, i64 4136
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 8240
  call void @llvm.memset.p0.i64(ptr %18, i8 0, i64 12312, i1 false)
  %21 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %18)
  %22 = call i64 @gather(ptr %0, i64 %1, i64 %21, ptr %4, ptr %19)
  %23 = call i64 @gather(ptr %0, i64 %1, i64 %22, ptr %5, ptr %20)
  %24 = load ptr, ptr %13, align 8
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 16448
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 18496
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %27
  %31 = call i1 @split_all(ptr %18, ptr %24, ptr %25, ptr %26, i64 %30)
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %33 = zext i1 %31 to i8
  store i8 %33, ptr %32, align 8
  %34 = load ptr, ptr %13, align 8
  %35 = getelementptr inbounds nuw i8, ptr %9, i64 20544
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 22592
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = mul i64 %38, %29
  %40 = call i1 @split_all(ptr %19, ptr %34, ptr %35, ptr %36, i64 %39)
  %41 = load i8, ptr %32, align 8
  %42 = zext i1 %40 to i8
  %43 = or i8 %41, %42
  store i8 %43, ptr %32, align 8
  %44 = load ptr, ptr %9, align 8
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 16
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %49 = getelementptr inbounds nuw i8, ptr %44, i64 32
  %50 = getelementptr inbounds nuw i8, ptr %45, i64 8
  %51 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %52 = load ptr, ptr %13, align 8
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 4
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 12344
  br label %56

56:
  %57 = phi i64 [ 0, %8 ], [ %63, %62 ]
  %58 = icmp eq i64 %57, %27
  br i1 %58, label %362, label %59

59:
  %60 = phi i64 [ %361, %357 ], [ 0, %56 ]
  %61 = icmp ult i64 %60, %38
  br i1 %61, label %64, label %62

62:
  %63 = add i64 %57, 1
  br label %56

64:
  %65 = load i64, ptr %46, align 8
  %66 = mul i64 %65, %57
  %67 = add i64 %66, %60
  %68 = getelementptr inbounds nuw i64, ptr %20, i64 %67
  %69 = load <8 x i64>, ptr %68, align 8
  %70 = trunc <8 x i64> %69 to <8 x i32>
  %71 = load i64, ptr %47, align 8
  %72 = mul i64 %71, %57
  br label %73

73:
  %74 = phi <8 x i32> [ %70, %64 ], [ %250, %184 ]
  %75 = phi i64 [ 0, %64 ], [ %251, %184 ]
  %76 = phi i8 [ %43, %64 ], [ %199, %184 ]
  %77 = phi ptr [ %45, %64 ], [ getelementptr inbounds nuw (i8, ptr @FORMATS, i64 24), %184 ]
  %78 = icmp ult i64 %75, %71
  br i1 %78, label %81, label %79

79:
  %80 = trunc nuw i8 %76 to i1
  br i1 %80, label %252, label %357

81:
  %82 = sub nuw i64 %71, %75
  %83 = load i64, ptr %48, align 8
  %84 = call i64 @llvm.umin.i64(i64 %82, i64 %83)
  %85 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %86 = load i32, ptr %85, align 4
  %87 = insertelement <8 x i32> poison, i32 %86, i64 0
  %88 = shufflevector <8 x i32> %87, <8 x i32> poison, <8 x i32> zeroinitializer
  %89 = lshr <8 x i32> %74, %88
  %90 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %91 = load i32, ptr %90, align 4
  %92 = shl nsw i32 -1, %91
  %93 = xor i32 %92, -1
  %94 = load i32, ptr %77, align 4
  %95 = shl nuw i32 1, %94
  %96 = add i32 %95, -1
  %97 = insertelement <8 x i32> poison, i32 %96, i64 0
  %98 = shufflevector <8 x i32> %97, <8 x i32> poison, <8 x i32> zeroinitializer
  %99 = and <8 x i32> %98, %89
  %100 = insertelement <8 x i32> poison, i32 %94, i64 0
  %101 = shufflevector <8 x i32> %100, <8 x i32> poison, <8 x i32> zeroinitializer
  %102 = lshr <8 x i32> %89, %101
  %103 = insertelement <8 x i32> poison, i32 %93, i64 0
  %104 = shufflevector <8 x i32> %103, <8 x i32> poison, <8 x i32> zeroinitializer
  %105 = and <8 x i32> %102, %104
  %106 = icmp eq <8 x i32> %105, zeroinitializer
  %107 = insertelement <8 x i32> poison, i32 %95, i64 0
  %108 = shufflevector <8 x i32> %107, <8 x i32> poison, <8 x i32> zeroinitializer
  %109 = select <8 x i1> %106, <8 x i32> zeroinitializer, <8 x i32> %108
  %110 = or <8 x i32> %109, %99
  %111 = sub i32 23, %94
  %112 = insertelement <8 x i32> poison, i32 %111, i64 0
  %113 = shufflevector <8 x i32> %112, <8 x i32> poison, <8 x i32> zeroinitializer
  %114 = shl <8 x i32> %110, %113
  %115 = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %105, <8 x i32> splat (i32 1))
  %116 = lshr i32 %93, 1
  %117 = insertelement <8 x i32> poison, i32 %116, i64 0
  %118 = shufflevector <8 x i32> %117, <8 x i32> poison, <8 x i32> zeroinitializer
  %119 = sub nsw <8 x i32> %115, %118
  %120 = icmp eq <8 x i32> %114, zeroinitializer
  %121 = select <8 x i1> %120, <8 x i32> splat (i32 -100000), <8 x i32> %119
  %122 = add i64 %72, %75
  %123 = mul i64 %75, %65
  %124 = add i64 %123, %60
  %125 = load i64, ptr %49, align 8
  %126 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %121, <8 x i32> splat (i32 -133))
  %127 = getelementptr i32, ptr %26, i64 %122
  %128 = getelementptr i32, ptr %36, i64 %124
  br label %129

129:
  %130 = phi i64 [ 0, %81 ], [ %148, %138 ]
  %131 = phi <8 x i32> [ %126, %81 ], [ %147, %138 ]
  %132 = icmp eq i64 %130, %84
  br i1 %132, label %133, label %138

133:
  %134 = trunc i64 %125 to i32
  %135 = add i32 %134, 3
  %136 = insertelement <8 x i32> poison, i32 %135, i64 0
  %137 = shufflevector <8 x i32> %136, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %149

138:
  %139 = getelementptr i32, ptr %127, i64 %130
  %140 = load i32, ptr %139, align 4
  %141 = insertelement <8 x i32> poison, i32 %140, i64 0
  %142 = shufflevector <8 x i32> %141, <8 x i32> poison, <8 x i32> zeroinitializer
  %143 = mul i64 %130, %65
  %144 = getelementptr i32, ptr %128, i64 %143
  %145 = load <8 x i32>, ptr %144, align 4
  %146 = add <8 x i32> %142, %145
  %147 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %131, <8 x i32> %146)
  %148 = add i64 %130, 1
  br label %129

149:
  %150 = phi i64 [ %183, %153 ], [ 0, %133 ]
  %151 = phi <8 x i32> [ %182, %153 ], [ zeroinitializer, %133 ]
  %152 = icmp eq i64 %150, %84
  br i1 %152, label %184, label %153

153:
  %154 = add i64 %150, %122
  %155 = getelementptr inbounds nuw i32, ptr %25, i64 %154
  %156 = load i32, ptr %155, align 4
  %157 = insertelement <8 x i32> poison, i32 %156, i64 0
  %158 = shufflevector <8 x i32> %157, <8 x i32> poison, <8 x i32> zeroinitializer
  %159 = mul i64 %150, %65
  %160 = add i64 %159, %124
  %161 = getelementptr inbounds nuw i32, ptr %35, i64 %160
  %162 = load <8 x i32>, ptr %161, align 4
  %163 = mul <8 x i32> %158, %162
  %164 = getelementptr inbounds nuw i32, ptr %26, i64 %154
  %165 = load i32, ptr %164, align 4
  %166 = getelementptr inbounds nuw i32, ptr %36, i64 %160
  %167 = load <8 x i32>, ptr %166, align 4
  %168 = sub i32 0, %165
  %169 = insertelement <8 x i32> poison, i32 %168, i64 0
  %170 = shufflevector <8 x i32> %169, <8 x i32> poison, <8 x i32> zeroinitializer
  %171 = sub <8 x i32> %131, %167
  %172 = add <8 x i32> %171, %170
  %173 = lshr <8 x i32> %163, splat (i32 31)
  %174 = ashr <8 x i32> %163, splat (i32 31)
  %175 = xor <8 x i32> %174, %163
  %176 = sub <8 x i32> %175, %174
  %177 = shl <8 x i32> %176, %137
  %178 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %172, <8 x i32> splat (i32 31))
  %179 = lshr <8 x i32> %177, %178
  %180 = xor <8 x i32> %179, %174
  %181 = add <8 x i32> %173, %151
  %182 = add <8 x i32> %181, %180
  %183 = add i64 %150, 1
  br label %149

184:
  %185 = add i32 %94, %91
  %186 = insertelement <8 x i32> poison, i32 %185, i64 0
  %187 = shufflevector <8 x i32> %186, <8 x i32> poison, <8 x i32> zeroinitializer
  %188 = lshr <8 x i32> %89, %187
  %189 = and <8 x i32> %188, splat (i32 1)
  %190 = sub nsw <8 x i32> zeroinitializer, %189
  %191 = xor <8 x i32> %114, %190
  %192 = add <8 x i32> %191, %189
  %193 = icmp eq <8 x i32> %105, %104
  %194 = icmp eq i64 %75, 0
  %195 = bitcast <8 x i1> %193 to i8
  %196 = icmp ne i8 %195, 0
  %197 = select i1 %194, i1 %196, i1 false
  %198 = zext i1 %197 to i8
  %199 = or i8 %76, %198
  %200 = sub <8 x i32> %131, %121
  %201 = ashr <8 x i32> %192, splat (i32 31)
  %202 = xor <8 x i32> %201, %192
  %203 = sub <8 x i32> %202, %201
  %204 = insertelement <8 x i32> poison, i32 %134, i64 0
  %205 = shufflevector <8 x i32> %204, <8 x i32> poison, <8 x i32> zeroinitializer
  %206 = shl <8 x i32> %203, %205
  %207 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %200, <8 x i32> splat (i32 31))
  %208 = lshr <8 x i32> %206, %207
  %209 = xor <8 x i32> %208, %201
  %210 = sub <8 x i32> %209, %201
  %211 = sext <8 x i32> %151 to <8 x i64>
  %212 = sext <8 x i32> %210 to <8 x i64>
  %213 = add nsw <8 x i64> %211, %212
  %214 = sub i32 1000, %134
  %215 = insertelement <8 x i32> poison, i32 %214, i64 0
  %216 = shufflevector <8 x i32> %215, <8 x i32> poison, <8 x i32> zeroinitializer
  %217 = add <8 x i32> %216, %131
  %218 = zext <8 x i32> %217 to <8 x i64>
  %219 = shl <8 x i64> %218, splat (i64 52)
  %220 = bitcast <8 x i64> %219 to <8 x double>
  %221 = sitofp <8 x i64> %213 to <8 x double>
  %222 = fmul <8 x double> %220, %221
  %223 = bitcast <8 x double> %222 to <8 x i64>
  %224 = lshr <8 x i64> %223, splat (i64 52)
  %225 = and <8 x i64> %224, splat (i64 2047)
  %226 = call <8 x i64> @llvm.umax.v8i64(<8 x i64> %225, <8 x i64> splat (i64 1009))
  %227 = shl nuw nsw <8 x i64> %226, splat (i64 52)
  %228 = add nuw <8 x i64> %227, splat (i64 191402984163246080)
  %229 = bitcast <8 x i64> %228 to <8 x double>
  %230 = fadd <8 x double> %222, %229
  %231 = fsub <8 x double> %230, %229
  %232 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %231)
  %233 = bitcast <8 x double> %232 to <8 x i64>
  %234 = icmp samesign ugt <8 x i64> %233, splat (i64 4544132024016830463)
  %235 = fmul <8 x double> %232, splat (double 0x4170000000000000)
  %236 = lshr <8 x i64> %233, splat (i64 42)
  %237 = add nsw <8 x i64> %236, splat (i64 -1032192)
  %238 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %237, <8 x i64> splat (i64 31744))
  %239 = fptosi <8 x double> %235 to <8 x i32>
  %240 = trunc nuw nsw <8 x i64> %238 to <8 x i32>
  %241 = select <8 x i1> %234, <8 x i32> %240, <8 x i32> %239
  %242 = lshr <8 x i64> %223, splat (i64 48)
  %243 = trunc nuw nsw <8 x i64> %242 to <8 x i32>
  %244 = and <8 x i32> %243, splat (i32 32768)
  %245 = or <8 x i32> %241, %244
  %246 = and <8 x i32> %241, splat (i32 32767)
  %247 = icmp eq <8 x i32> %246, zeroinitializer
  %248 = select <8 x i1> %247, <8 x i32> zeroinitializer, <8 x i32> %245
  %249 = select <8 x i1> %193, <8 x i32> %74, <8 x i32> %248
  %250 = select i1 %194, <8 x i32> %248, <8 x i32> %249
  %251 = add i64 %83, %75
  br label %73

252:
  %253 = getelementptr i64, ptr %20, i64 %66
  %254 = getelementptr i64, ptr %253, i64 %60
  %255 = load <8 x i64>, ptr %254, align 8
  %256 = trunc <8 x i64> %255 to <8 x i32>
  %257 = load i32, ptr %50, align 4
  %258 = insertelement <8 x i32> poison, i32 %257, i64 0
  %259 = shufflevector <8 x i32> %258, <8 x i32> poison, <8 x i32> zeroinitializer
  %260 = lshr <8 x i32> %256, %259
  %261 = load i32, ptr %45, align 4
  %262 = load i32, ptr %51, align 4
  %263 = add i32 %262, %261
  %264 = shl nsw i32 -1, %262
  %265 = xor i32 %264, -1
  %266 = shl i32 %265, %261
  %267 = shl nsw i32 -1, %263
  %268 = xor i32 %267, -1
  %269 = insertelement <8 x i32> poison, i32 %268, i64 0
  %270 = shufflevector <8 x i32> %269, <8 x i32> poison, <8 x i32> zeroinitializer
  %271 = and <8 x i32> %270, %260
  %272 = icmp eq <8 x i32> %271, zeroinitializer
  %273 = insertelement <8 x i32> poison, i32 %266, i64 0
  %274 = shufflevector <8 x i32> %273, <8 x i32> poison, <8 x i32> zeroinitializer
  %275 = icmp eq <8 x i32> %271, %274
  %276 = select <8 x i1> %272, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %277 = select <8 x i1> %275, <8 x i32> splat (i32 2139095040), <8 x i32> %276
  %278 = icmp ugt <8 x i32> %271, %274
  %279 = select <8 x i1> %278, <8 x i32> splat (i32 2143289344), <8 x i32> %277
  %280 = insertelement <8 x i32> poison, i32 %263, i64 0
  %281 = shufflevector <8 x i32> %280, <8 x i32> poison, <8 x i32> zeroinitializer
  %282 = lshr <8 x i32> %260, %281
  %283 = shl <8 x i32> %282, splat (i32 31)
  %284 = or disjoint <8 x i32> %279, %283
  %285 = bitcast <8 x i32> %284 to <8 x float>
  %286 = getelementptr i64, ptr %19, i64 %60
  %287 = getelementptr i64, ptr %18, i64 %72
  br label %288

288:
  %289 = phi i64 [ 0, %252 ], [ %345, %292 ]
  %290 = phi <8 x float> [ %285, %252 ], [ %344, %292 ]
  %291 = icmp eq i64 %289, %71
  br i1 %291, label %346, label %292

292:
  %293 = getelementptr i64, ptr %287, i64 %289
  %294 = load i64, ptr %293, align 8
  %295 = trunc i64 %294 to i32
  %296 = load i32, ptr %53, align 4
  %297 = insertelement <8 x i32> poison, i32 %296, i64 0
  %298 = shufflevector <8 x i32> %297, <8 x i32> poison, <8 x i32> zeroinitializer
  %299 = lshr i32 %295, %296
  %300 = insertelement <8 x i32> poison, i32 %299, i64 0
  %301 = shufflevector <8 x i32> %300, <8 x i32> poison, <8 x i32> zeroinitializer
  %302 = load i32, ptr %52, align 4
  %303 = load i32, ptr %54, align 4
  %304 = add i32 %303, %302
  %305 = shl nsw i32 -1, %303
  %306 = xor i32 %305, -1
  %307 = shl i32 %306, %302
  %308 = shl nsw i32 -1, %304
  %309 = xor i32 %308, -1
  %310 = insertelement <8 x i32> poison, i32 %309, i64 0
  %311 = shufflevector <8 x i32> %310, <8 x i32> poison, <8 x i32> zeroinitializer
  %312 = and <8 x i32> %311, %301
  %313 = icmp eq <8 x i32> %312, zeroinitializer
  %314 = insertelement <8 x i32> poison, i32 %307, i64 0
  %315 = shufflevector <8 x i32> %314, <8 x i32> poison, <8 x i32> zeroinitializer
  %316 = icmp eq <8 x i32> %312, %315
  %317 = select <8 x i1> %313, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %318 = select <8 x i1> %316, <8 x i32> splat (i32 2139095040), <8 x i32> %317
  %319 = icmp ugt <8 x i32> %312, %315
  %320 = select <8 x i1> %319, <8 x i32> splat (i32 2143289344), <8 x i32> %318
  %321 = insertelement <8 x i32> poison, i32 %304, i64 0
  %322 = shufflevector <8 x i32> %321, <8 x i32> poison, <8 x i32> zeroinitializer
  %323 = lshr <8 x i32> %301, %322
  %324 = shl <8 x i32> %323, splat (i32 31)
  %325 = or disjoint <8 x i32> %320, %324
  %326 = bitcast <8 x i32> %325 to <8 x float>
  %327 = mul i64 %289, %65
  %328 = getelementptr i64, ptr %286, i64 %327
  %329 = load <8 x i64>, ptr %328, align 8
  %330 = trunc <8 x i64> %329 to <8 x i32>
  %331 = lshr <8 x i32> %330, %298
  %332 = and <8 x i32> %311, %331
  %333 = icmp eq <8 x i32> %332, zeroinitializer
  %334 = icmp eq <8 x i32> %332, %315
  %335 = select <8 x i1> %333, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %336 = select <8 x i1> %334, <8 x i32> splat (i32 2139095040), <8 x i32> %335
  %337 = icmp ugt <8 x i32> %332, %315
  %338 = select <8 x i1> %337, <8 x i32> splat (i32 2143289344), <8 x i32> %336
  %339 = lshr <8 x i32> %331, %322
  %340 = shl <8 x i32> %339, splat (i32 31)
  %341 = or disjoint <8 x i32> %338, %340
  %342 = bitcast <8 x i32> %341 to <8 x float>
  %343 = fmul <8 x float> %326, %342
  %344 = fadd <8 x float> %290, %343
  %345 = add i64 %289, 1
  br label %288

346:
  %347 = bitcast <8 x float> %290 to <8 x i32>
  %348 = lshr <8 x i32> %347, splat (i32 16)
  %349 = and <8 x i32> %348, splat (i32 32768)
  %350 = or disjoint <8 x i32> %349, splat (i32 31744)
  %351 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %290)
  %352 = bitcast <8 x float> %351 to <8 x i32>
  %353 = icmp eq <8 x i32> %352, splat (i32 2139095040)
  %354 = select <8 x i1> %353, <8 x i32> %350, <8 x i32> %74
  %355 = icmp samesign ult <8 x i32> %352, splat (i32 2139095041)
  %356 = select <8 x i1> %355, <8 x i32> %354, <8 x i32> splat (i32 32767)
  br label %357

357:
  %358 = phi <8 x i32> [ %356, %346 ], [ %74, %79 ]
  %359 = zext <8 x i32> %358 to <8 x i64>
  %360 = getelementptr inbounds nuw i64, ptr %55, i64 %67
  store <8 x i64> %359, ptr %360, align 8
  %361 = add i64 %60, 8
  br label %59

362:
  %363 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %55)
  ret void
}

define internal void @matrix_multiply_f16_f32(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Work, align 8
  store ptr %7, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %12, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store ptr %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %19 = getelementptr inbounds nuw i8, ptr %9, i64 4136
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 8240
  call void @llvm.memset.p0.i64(ptr %18, i8 0, i64 12312, i1 false)
  %21 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %18)
  %22 = call i64 @gather(ptr %0, i64 %1, i64 %21, ptr %4, ptr %19)
  %23 = call i64 @gather(ptr %0, i64 %1, i64 %22, ptr %5, ptr %20)
  %24 = load ptr, ptr %13, align 8
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 16448
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 18496
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %27
  %31 = call i1 @split_all(ptr %18, ptr %24, ptr %25, ptr %26, i64 %30)
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %33 = zext i1 %31 to i8
  store i8 %33, ptr %32, align 8
  %34 = load ptr, ptr %13, align 8
  %35 = getelementptr inbounds nuw i8, ptr %9, i64 20544
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 22592
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = mul i64 %38, %29
  %40 = call i1 @split_all(ptr %19, ptr %34, ptr %35, ptr %36, i64 %39)
  %41 = load i8, ptr %32, align 8
  %42 = zext i1 %40 to i8
  %43 = or i8 %41, %42
  store i8 %43, ptr %32, align 8
  %44 = load ptr, ptr %9, align 8
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 16
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %49 = getelementptr inbounds nuw i8, ptr %44, i64 32
  %50 = getelementptr inbounds nuw i8, ptr %45, i64 8
  %51 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %52 = load ptr, ptr %13, align 8
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 4
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 12344
  br label %56

56:
  %57 = phi i64 [ 0, %8 ], [ %63, %62 ]
  %58 = icmp eq i64 %57, %27
  br i1 %58, label %357, label %59

59:
  %60 = phi i64 [ %356, %352 ], [ 0, %56 ]
  %61 = icmp ult i64 %60, %38
  br i1 %61, label %64, label %62

62:
  %63 = add i64 %57, 1
  br label %56

64:
  %65 = load i64, ptr %46, align 8
  %66 = mul i64 %65, %57
  %67 = add i64 %66, %60
  %68 = getelementptr inbounds nuw i64, ptr %20, i64 %67
  %69 = load <8 x i64>, ptr %68, align 8
  %70 = trunc <8 x i64> %69 to <8 x i32>
  %71 = load i64, ptr %47, align 8
  %72 = mul i64 %71, %57
  br label %73

73:
  %74 = phi <8 x i32> [ %70, %64 ], [ %248, %210 ]
  %75 = phi i64 [ 0, %64 ], [ %249, %210 ]
  %76 = phi i8 [ %43, %64 ], [ %145, %210 ]
  %77 = phi ptr [ %45, %64 ], [ getelementptr inbounds nuw (i8, ptr @FORMATS, i64 60), %210 ]
  %78 = icmp ult i64 %75, %71
  br i1 %78, label %81, label %79

79:
  %80 = trunc nuw i8 %76 to i1
  br i1 %80, label %250, label %352

81:
  %82 = sub nuw i64 %71, %75
  %83 = load i64, ptr %48, align 8
  %84 = call i64 @llvm.umin.i64(i64 %82, i64 %83)
  %85 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %86 = load i32, ptr %85, align 4
  %87 = insertelement <8 x i32> poison, i32 %86, i64 0
  %88 = shufflevector <8 x i32> %87, <8 x i32> poison, <8 x i32> zeroinitializer
  %89 = lshr <8 x i32> %74, %88
  %90 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %91 = load i32, ptr %90, align 4
  %92 = shl nsw i32 -1, %91
  %93 = xor i32 %92, -1
  %94 = load i32, ptr %77, align 4
  %95 = shl nuw i32 1, %94
  %96 = add i32 %95, -1
  %97 = insertelement <8 x i32> poison, i32 %96, i64 0
  %98 = shufflevector <8 x i32> %97, <8 x i32> poison, <8 x i32> zeroinitializer
  %99 = and <8 x i32> %98, %89
  %100 = insertelement <8 x i32> poison, i32 %94, i64 0
  %101 = shufflevector <8 x i32> %100, <8 x i32> poison, <8 x i32> zeroinitializer
  %102 = lshr <8 x i32> %89, %101
  %103 = insertelement <8 x i32> poison, i32 %93, i64 0
  %104 = shufflevector <8 x i32> %103, <8 x i32> poison, <8 x i32> zeroinitializer
  %105 = and <8 x i32> %102, %104
  %106 = icmp eq <8 x i32> %105, zeroinitializer
  %107 = insertelement <8 x i32> poison, i32 %95, i64 0
  %108 = shufflevector <8 x i32> %107, <8 x i32> poison, <8 x i32> zeroinitializer
  %109 = select <8 x i1> %106, <8 x i32> zeroinitializer, <8 x i32> %108
  %110 = or <8 x i32> %109, %99
  %111 = sub i32 23, %94
  %112 = insertelement <8 x i32> poison, i32 %111, i64 0
  %113 = shufflevector <8 x i32> %112, <8 x i32> poison, <8 x i32> zeroinitializer
  %114 = shl <8 x i32> %110, %113
  %115 = add i32 %94, %91
  %116 = insertelement <8 x i32> poison, i32 %115, i64 0
  %117 = shufflevector <8 x i32> %116, <8 x i32> poison, <8 x i32> zeroinitializer
  %118 = lshr <8 x i32> %89, %117
  %119 = and <8 x i32> %118, splat (i32 1)
  %120 = sub nsw <8 x i32> zeroinitializer, %119
  %121 = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %105, <8 x i32> splat (i32 1))
  %122 = lshr i32 %93, 1
  %123 = insertelement <8 x i32> poison, i32 %122, i64 0
  %124 = shufflevector <8 x i32> %123, <8 x i32> poison, <8 x i32> zeroinitializer
  %125 = sub nsw <8 x i32> %121, %124
  %126 = xor <8 x i32> %114, %120
  %127 = add <8 x i32> %126, %119
  %128 = icmp eq <8 x i32> %114, zeroinitializer
  %129 = select <8 x i1> %128, <8 x i32> splat (i32 -100000), <8 x i32> %125
  %130 = icmp eq <8 x i32> %105, %104
  %131 = icmp eq i64 %75, 0
  br i1 %131, label %132, label %144

132:
  %133 = bitcast <8 x i1> %130 to i8
  %134 = icmp ne i8 %133, 0
  %135 = zext i1 %134 to i8
  %136 = or i8 %76, %135
  %137 = call <8 x i32> @llvm.abs.v8i32(<8 x i32> %127, i1 false)
  %138 = call <8 x i32> @llvm.ctlz.v8i32(<8 x i32> %137, i1 true)
  %139 = icmp eq <8 x i32> %127, zeroinitializer
  %140 = add nsw <8 x i32> %138, splat (i32 -8)
  %141 = select <8 x i1> %139, <8 x i32> zeroinitializer, <8 x i32> %140
  %142 = shl <8 x i32> %127, %141
  %143 = sub <8 x i32> %129, %141
  br label %144

144:
  %145 = phi i8 [ %136, %132 ], [ %76, %81 ]
  %146 = phi <8 x i32> [ %142, %132 ], [ %127, %81 ]
  %147 = phi <8 x i32> [ %143, %132 ], [ %129, %81 ]
  %148 = add i64 %72, %75
  %149 = mul i64 %75, %65
  %150 = add i64 %149, %60
  %151 = load i64, ptr %49, align 8
  %152 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %147, <8 x i32> splat (i32 -133))
  %153 = getelementptr i32, ptr %26, i64 %148
  %154 = getelementptr i32, ptr %36, i64 %150
  br label %155

155:
  %156 = phi i64 [ 0, %144 ], [ %174, %164 ]
  %157 = phi <8 x i32> [ %152, %144 ], [ %173, %164 ]
  %158 = icmp eq i64 %156, %84
  br i1 %158, label %159, label %164

159:
  %160 = trunc i64 %151 to i32
  %161 = add i32 %160, 3
  %162 = insertelement <8 x i32> poison, i32 %161, i64 0
  %163 = shufflevector <8 x i32> %162, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %175

164:
  %165 = getelementptr i32, ptr %153, i64 %156
  %166 = load i32, ptr %165, align 4
  %167 = insertelement <8 x i32> poison, i32 %166, i64 0
  %168 = shufflevector <8 x i32> %167, <8 x i32> poison, <8 x i32> zeroinitializer
  %169 = mul i64 %156, %65
  %170 = getelementptr i32, ptr %154, i64 %169
  %171 = load <8 x i32>, ptr %170, align 4
  %172 = add <8 x i32> %168, %171
  %173 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %157, <8 x i32> %172)
  %174 = add i64 %156, 1
  br label %155

175:
  %176 = phi i64 [ %209, %179 ], [ 0, %159 ]
  %177 = phi <8 x i32> [ %208, %179 ], [ zeroinitializer, %159 ]
  %178 = icmp eq i64 %176, %84
  br i1 %178, label %210, label %179

179:
  %180 = add i64 %176, %148
  %181 = getelementptr inbounds nuw i32, ptr %25, i64 %180
  %182 = load i32, ptr %181, align 4
  %183 = insertelement <8 x i32> poison, i32 %182, i64 0
  %184 = shufflevector <8 x i32> %183, <8 x i32> poison, <8 x i32> zeroinitializer
  %185 = mul i64 %176, %65
  %186 = add i64 %185, %150
  %187 = getelementptr inbounds nuw i32, ptr %35, i64 %186
  %188 = load <8 x i32>, ptr %187, align 4
  %189 = mul <8 x i32> %184, %188
  %190 = getelementptr inbounds nuw i32, ptr %26, i64 %180
  %191 = load i32, ptr %190, align 4
  %192 = getelementptr inbounds nuw i32, ptr %36, i64 %186
  %193 = load <8 x i32>, ptr %192, align 4
  %194 = sub i32 0, %191
  %195 = insertelement <8 x i32> poison, i32 %194, i64 0
  %196 = shufflevector <8 x i32> %195, <8 x i32> poison, <8 x i32> zeroinitializer
  %197 = sub <8 x i32> %157, %193
  %198 = add <8 x i32> %197, %196
  %199 = lshr <8 x i32> %189, splat (i32 31)
  %200 = ashr <8 x i32> %189, splat (i32 31)
  %201 = xor <8 x i32> %200, %189
  %202 = sub <8 x i32> %201, %200
  %203 = shl <8 x i32> %202, %163
  %204 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %198, <8 x i32> splat (i32 31))
  %205 = lshr <8 x i32> %203, %204
  %206 = xor <8 x i32> %205, %200
  %207 = add <8 x i32> %199, %177
  %208 = add <8 x i32> %207, %206
  %209 = add i64 %176, 1
  br label %175

210:
  %211 = sub <8 x i32> %157, %147
  %212 = ashr <8 x i32> %146, splat (i32 31)
  %213 = xor <8 x i32> %212, %146
  %214 = sub <8 x i32> %213, %212
  %215 = insertelement <8 x i32> poison, i32 %160, i64 0
  %216 = shufflevector <8 x i32> %215, <8 x i32> poison, <8 x i32> zeroinitializer
  %217 = shl <8 x i32> %214, %216
  %218 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %211, <8 x i32> splat (i32 31))
  %219 = lshr <8 x i32> %217, %218
  %220 = xor <8 x i32> %219, %212
  %221 = sub <8 x i32> %220, %212
  %222 = sext <8 x i32> %177 to <8 x i64>
  %223 = sext <8 x i32> %221 to <8 x i64>
  %224 = add nsw <8 x i64> %222, %223
  %225 = sub i32 1000, %160
  %226 = insertelement <8 x i32> poison, i32 %225, i64 0
  %227 = shufflevector <8 x i32> %226, <8 x i32> poison, <8 x i32> zeroinitializer
  %228 = add <8 x i32> %227, %157
  %229 = zext <8 x i32> %228 to <8 x i64>
  %230 = shl <8 x i64> %229, splat (i64 52)
  %231 = bitcast <8 x i64> %230 to <8 x double>
  %232 = sitofp <8 x i64> %224 to <8 x double>
  %233 = fmul <8 x double> %231, %232
  %234 = bitcast <8 x double> %233 to <8 x i64>
  %235 = lshr <8 x i64> %234, splat (i64 52)
  %236 = and <8 x i64> %235, splat (i64 2047)
  %237 = sub nsw <8 x i64> splat (i64 897), %236
  %238 = call <8 x i64> @llvm.smax.v8i64(<8 x i64> %237, <8 x i64> zeroinitializer)
  %239 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %238, <8 x i64> splat (i64 34))
  %240 = shl nsw <8 x i64> splat (i64 -536870912), %239
  %241 = and <8 x i64> %240, %234
  %242 = icmp samesign ugt <8 x i64> %236, splat (i64 873)
  %243 = select <8 x i1> %242, <8 x i64> %241, <8 x i64> zeroinitializer
  %244 = bitcast <8 x i64> %243 to <8 x double>
  %245 = fptrunc <8 x double> %244 to <8 x float>
  %246 = bitcast <8 x float> %245 to <8 x i32>
  %247 = select <8 x i1> %130, <8 x i32> %74, <8 x i32> %246
  %248 = select i1 %131, <8 x i32> %246, <8 x i32> %247
  %249 = add i64 %83, %75
  br label %73

250:
  %251 = getelementptr i64, ptr %20, i64 %66
  %252 = getelementptr i64, ptr %251, i64 %60
  %253 = load <8 x i64>, ptr %252, align 8
  %254 = trunc <8 x i64> %253 to <8 x i32>
  %255 = load i32, ptr %50, align 4
  %256 = insertelement <8 x i32> poison, i32 %255, i64 0
  %257 = shufflevector <8 x i32> %256, <8 x i32> poison, <8 x i32> zeroinitializer
  %258 = lshr <8 x i32> %254, %257
  %259 = load i32, ptr %45, align 4
  %260 = load i32, ptr %51, align 4
  %261 = add i32 %260, %259
  %262 = shl nsw i32 -1, %260
  %263 = xor i32 %262, -1
  %264 = shl i32 %263, %259
  %265 = shl nsw i32 -1, %261
  %266 = xor i32 %265, -1
  %267 = insertelement <8 x i32> poison, i32 %266, i64 0
  %268 = shufflevector <8 x i32> %267, <8 x i32> poison, <8 x i32> zeroinitializer
  %269 = and <8 x i32> %268, %258
  %270 = icmp eq <8 x i32> %269, zeroinitializer
  %271 = insertelement <8 x i32> poison, i32 %264, i64 0
  %272 = shufflevector <8 x i32> %271, <8 x i32> poison, <8 x i32> zeroinitializer
  %273 = icmp eq <8 x i32> %269, %272
  %274 = select <8 x i1> %270, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %275 = select <8 x i1> %273, <8 x i32> splat (i32 2139095040), <8 x i32> %274
  %276 = icmp ugt <8 x i32> %269, %272
  %277 = select <8 x i1> %276, <8 x i32> splat (i32 2143289344), <8 x i32> %275
  %278 = insertelement <8 x i32> poison, i32 %261, i64 0
  %279 = shufflevector <8 x i32> %278, <8 x i32> poison, <8 x i32> zeroinitializer
  %280 = lshr <8 x i32> %258, %279
  %281 = shl <8 x i32> %280, splat (i32 31)
  %282 = or disjoint <8 x i32> %277, %281
  %283 = bitcast <8 x i32> %282 to <8 x float>
  %284 = getelementptr i64, ptr %19, i64 %60
  %285 = getelementptr i64, ptr %18, i64 %72
  br label %286

286:
  %287 = phi i64 [ 0, %250 ], [ %343, %290 ]
  %288 = phi <8 x float> [ %283, %250 ], [ %342, %290 ]
  %289 = icmp eq i64 %287, %71
  br i1 %289, label %344, label %290

290:
  %291 = getelementptr i64, ptr %285, i64 %287
  %292 = load i64, ptr %291, align 8
  %293 = trunc i64 %292 to i32
  %294 = load i32, ptr %53, align 4
  %295 = insertelement <8 x i32> poison, i32 %294, i64 0
  %296 = shufflevector <8 x i32> %295, <8 x i32> poison, <8 x i32> zeroinitializer
  %297 = lshr i32 %293, %294
  %298 = insertelement <8 x i32> poison, i32 %297, i64 0
  %299 = shufflevector <8 x i32> %298, <8 x i32> poison, <8 x i32> zeroinitializer
  %300 = load i32, ptr %52, align 4
  %301 = load i32, ptr %54, align 4
  %302 = add i32 %301, %300
  %303 = shl nsw i32 -1, %301
  %304 = xor i32 %303, -1
  %305 = shl i32 %304, %300
  %306 = shl nsw i32 -1, %302
  %307 = xor i32 %306, -1
  %308 = insertelement <8 x i32> poison, i32 %307, i64 0
  %309 = shufflevector <8 x i32> %308, <8 x i32> poison, <8 x i32> zeroinitializer
  %310 = and <8 x i32> %309, %299
  %311 = icmp eq <8 x i32> %310, zeroinitializer
  %312 = insertelement <8 x i32> poison, i32 %305, i64 0
  %313 = shufflevector <8 x i32> %312, <8 x i32> poison, <8 x i32> zeroinitializer
  %314 = icmp eq <8 x i32> %310, %313
  %315 = select <8 x i1> %311, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %316 = select <8 x i1> %314, <8 x i32> splat (i32 2139095040), <8 x i32> %315
  %317 = icmp ugt <8 x i32> %310, %313
  %318 = select <8 x i1> %317, <8 x i32> splat (i32 2143289344), <8 x i32> %316
  %319 = insertelement <8 x i32> poison, i32 %302, i64 0
  %320 = shufflevector <8 x i32> %319, <8 x i32> poison, <8 x i32> zeroinitializer
  %321 = lshr <8 x i32> %299, %320
  %322 = shl <8 x i32> %321, splat (i32 31)
  %323 = or disjoint <8 x i32> %318, %322
  %324 = bitcast <8 x i32> %323 to <8 x float>
  %325 = mul i64 %287, %65
  %326 = getelementptr i64, ptr %284, i64 %325
  %327 = load <8 x i64>, ptr %326, align 8
  %328 = trunc <8 x i64> %327 to <8 x i32>
  %329 = lshr <8 x i32> %328, %296
  %330 = and <8 x i32> %309, %329
  %331 = icmp eq <8 x i32> %330, zeroinitializer
  %332 = icmp eq <8 x i32> %330, %313
  %333 = select <8 x i1> %331, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %334 = select <8 x i1> %332, <8 x i32> splat (i32 2139095040), <8 x i32> %333
  %335 = icmp ugt <8 x i32> %330, %313
  %336 = select <8 x i1> %335, <8 x i32> splat (i32 2143289344), <8 x i32> %334
  %337 = lshr <8 x i32> %329, %320
  %338 = shl <8 x i32> %337, splat (i32 31)
  %339 = or disjoint <8 x i32> %336, %338
  %340 = bitcast <8 x i32> %339 to <8 x float>
  %341 = fmul <8 x float> %324, %340
  %342 = fadd <8 x float> %288, %341
  %343 = add i64 %287, 1
  br label %286

344:
  %345 = bitcast <8 x float> %288 to <8 x i32>
  %346 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %288)
  %347 = bitcast <8 x float> %346 to <8 x i32>
  %348 = icmp eq <8 x i32> %347, splat (i32 2139095040)
  %349 = select <8 x i1> %348, <8 x i32> %345, <8 x i32> %74
  %350 = icmp samesign ult <8 x i32> %347, splat (i32 2139095041)
  %351 = select <8 x i1> %350, <8 x i32> %349, <8 x i32> splat (i32 2147483647)
  br label %352

352:
  %353 = phi <8 x i32> [ %351, %344 ], [ %74, %79 ]
  %354 = zext <8 x i32> %353 to <8 x i64>
  %355 = getelementptr inbounds nuw i64, ptr %55, i64 %67
  store <8 x i64> %354, ptr %355, align 8
  %356 = add i64 %60, 8
  br label %59

357:
  %358 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %55)
  ret void
}

define internal void @matrix_multiply_f32_f16(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Work, align 8
  store ptr %7, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %12, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store ptr %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %19 = getelementptr inbounds nuw i8, ptr %9, i64 4136
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 8240
  call void @llvm.memset.p0.i64(ptr %18, i8 0, i64 12312, i1 false)
  %21 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %18)
  %22 = call i64 @gather(ptr %0, i64 %1, i64 %21, ptr %4, ptr %19)
  %23 = call i64 @gather(ptr %0, i64 %1, i64 %22, ptr %5, ptr %20)
  %24 = load ptr, ptr %13, align 8
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 16448
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 18496
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %27
  %31 = call i1 @split_all(ptr %18, ptr %24, ptr %25, ptr %26, i64 %30)
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %33 = zext i1 %31 to i8
  store i8 %33, ptr %32, align 8
  %34 = load ptr, ptr %13, align 8
  %35 = getelementptr inbounds nuw i8, ptr %9, i64 20544
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 22592
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = mul i64 %38, %29
  %40 = call i1 @split_all(ptr %19, ptr %34, ptr %35, ptr %36, i64 %39)
  %41 = load i8, ptr %32, align 8
  %42 = zext i1 %40 to i8
  %43 = or i8 %41, %42
  store i8 %43, ptr %32, align 8
  %44 = load ptr, ptr %9, align 8
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 16
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %49 = getelementptr inbounds nuw i8, ptr %44, i64 32
  %50 = getelementptr inbounds nuw i8, ptr %45, i64 8
  %51 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %52 = load ptr, ptr %13, align 8
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 4
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 12344
  br label %56

56:
  %57 = phi i64 [ 0, %8 ], [ %63, %62 ]
  %58 = icmp eq i64 %57, %27
  br i1 %58, label %374, label %59

59:
  %60 = phi i64 [ %373, %369 ], [ 0, %56 ]
  %61 = icmp ult i64 %60, %38
  br i1 %61, label %64, label %62

62:
  %63 = add i64 %57, 1
  br label %56

64:
  %65 = load i64, ptr %46, align 8
  %66 = mul i64 %65, %57
  %67 = add i64 %66, %60
  %68 = getelementptr inbounds nuw i64, ptr %20, i64 %67
  %69 = load <8 x i64>, ptr %68, align 8
  %70 = trunc <8 x i64> %69 to <8 x i32>
  %71 = load i64, ptr %47, align 8
  %72 = mul i64 %71, %57
  br label %73

73:
  %74 = phi <8 x i32> [ %70, %64 ], [ %262, %209 ]
  %75 = phi i64 [ 0, %64 ], [ %263, %209 ]
  %76 = phi i8 [ %43, %64 ], [ %224, %209 ]
  %77 = phi ptr [ %45, %64 ], [ getelementptr inbounds nuw (i8, ptr @FORMATS, i64 60), %209 ]
  %78 = icmp ult i64 %75, %71
  br i1 %78, label %106, label %79

79:
  %80 = bitcast <8 x i32> %74 to <8 x float>
  %81 = fpext <8 x float> %80 to <8 x double>
  %82 = bitcast <8 x double> %81 to <8 x i64>
  %83 = lshr <8 x i64> %82, splat (i64 52)
  %84 = and <8 x i64> %83, splat (i64 2047)
  %85 = call <8 x i64> @llvm.umax.v8i64(<8 x i64> %84, <8 x i64> splat (i64 1009))
  %86 = shl nuw nsw <8 x i64> %85, splat (i64 52)
  %87 = add nuw <8 x i64> %86, splat (i64 191402984163246080)
  %88 = bitcast <8 x i64> %87 to <8 x double>
  %89 = fadd <8 x double> %81, %88
  %90 = fsub <8 x double> %89, %88
  %91 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %90)
  %92 = bitcast <8 x double> %91 to <8 x i64>
  %93 = icmp samesign ugt <8 x i64> %92, splat (i64 4544132024016830463)
  %94 = fmul <8 x double> %91, splat (double 0x4170000000000000)
  %95 = lshr <8 x i64> %92, splat (i64 42)
  %96 = add nsw <8 x i64> %95, splat (i64 -1032192)
  %97 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %96, <8 x i64> splat (i64 31744))
  %98 = fptosi <8 x double> %94 to <8 x i32>
  %99 = trunc nuw nsw <8 x i64> %97 to <8 x i32>
  %100 = select <8 x i1> %93, <8 x i32> %99, <8 x i32> %98
  %101 = lshr <8 x i64> %82, splat (i64 48)
  %102 = trunc nuw nsw <8 x i64> %101 to <8 x i32>
  %103 = and <8 x i32> %102, splat (i32 32768)
  %104 = or <8 x i32> %100, %103
  %105 = trunc nuw i8 %76 to i1
  br i1 %105, label %264, label %369

106:
  %107 = sub nuw i64 %71, %75
  %108 = load i64, ptr %48, align 8
  %109 = call i64 @llvm.umin.i64(i64 %107, i64 %108)
  %110 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %111 = load i32, ptr %110, align 4
  %112 = insertelement <8 x i32> poison, i32 %111, i64 0
  %113 = shufflevector <8 x i32> %112, <8 x i32> poison, <8 x i32> zeroinitializer
  %114 = lshr <8 x i32> %74, %113
  %115 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %116 = load i32, ptr %115, align 4
  %117 = shl nsw i32 -1, %116
  %118 = xor i32 %117, -1
  %119 = load i32, ptr %77, align 4
  %120 = shl nuw i32 1, %119
  %121 = add i32 %120, -1
  %122 = insertelement <8 x i32> poison, i32 %121, i64 0
  %123 = shufflevector <8 x i32> %122, <8 x i32> poison, <8 x i32> zeroinitializer
  %124 = and <8 x i32> %123, %114
  %125 = insertelement <8 x i32> poison, i32 %119, i64 0
  %126 = shufflevector <8 x i32> %125, <8 x i32> poison, <8 x i32> zeroinitializer
  %127 = lshr <8 x i32> %114, %126
  %128 = insertelement <8 x i32> poison, i32 %118, i64 0
  %129 = shufflevector <8 x i32> %128, <8 x i32> poison, <8 x i32> zeroinitializer
  %130 = and <8 x i32> %127, %129
  %131 = icmp eq <8 x i32> %130, zeroinitializer
  %132 = insertelement <8 x i32> poison, i32 %120, i64 0
  %133 = shufflevector <8 x i32> %132, <8 x i32> poison, <8 x i32> zeroinitializer
  %134 = select <8 x i1> %131, <8 x i32> zeroinitializer, <8 x i32> %133
  %135 = or <8 x i32> %134, %124
  %136 = sub i32 23, %119
  %137 = insertelement <8 x i32> poison, i32 %136, i64 0
  %138 = shufflevector <8 x i32> %137, <8 x i32> poison, <8 x i32> zeroinitializer
  %139 = shl <8 x i32> %135, %138
  %140 = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %130, <8 x i32> splat (i32 1))
  %141 = lshr i32 %118, 1
  %142 = insertelement <8 x i32> poison, i32 %141, i64 0
  %143 = shufflevector <8 x i32> %142, <8 x i32> poison, <8 x i32> zeroinitializer
  %144 = sub nsw <8 x i32> %140, %143
  %145 = icmp eq <8 x i32> %139, zeroinitializer
  %146 = select <8 x i1> %145, <8 x i32> splat (i32 -100000), <8 x i32> %144
  %147 = add i64 %72, %75
  %148 = mul i64 %75, %65
  %149 = add i64 %148, %60
  %150 = load i64, ptr %49, align 8
  %151 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %146, <8 x i32> splat (i32 -133))
  %152 = getelementptr i32, ptr %26, i64 %147
  %153 = getelementptr i32, ptr %36, i64 %149
  br label %154

154:
  %155 = phi i64 [ 0, %106 ], [ %173, %163 ]
  %156 = phi <8 x i32> [ %151, %106 ], [ %172, %163 ]
  %157 = icmp eq i64 %155, %109
  br i1 %157, label %158, label %163

158:
  %159 = trunc i64 %150 to i32
  %160 = add i32 %159, 3
  %161 = insertelement <8 x i32> poison, i32 %160, i64 0
  %162 = shufflevector <8 x i32> %161, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %174

163:
  %164 = getelementptr i32, ptr %152, i64 %155
  %165 = load i32, ptr %164, align 4
  %166 = insertelement <8 x i32> poison, i32 %165, i64 0
  %167 = shufflevector <8 x i32> %166, <8 x i32> poison, <8 x i32> zeroinitializer
  %168 = mul i64 %155, %65
  %169 = getelementptr i32, ptr %153, i64 %168
  %170 = load <8 x i32>, ptr %169, align 4
  %171 = add <8 x i32> %167, %170
  %172 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %156, <8 x i32> %171)
  %173 = add i64 %155, 1
  br label %154

174:
  %175 = phi i64 [ %208, %178 ], [ 0, %158 ]
  %176 = phi <8 x i32> [ %207, %178 ], [ zeroinitializer, %158 ]
  %177 = icmp eq i64 %175, %109
  br i1 %177, label %209, label %178

178:
  %179 = add i64 %175, %147
  %180 = getelementptr inbounds nuw i32, ptr %25, i64 %179
  %181 = load i32, ptr %180, align 4
  %182 = insertelement <8 x i32> poison, i32 %181, i64 0
  %183 = shufflevector <8 x i32> %182, <8 x i32> poison, <8 x i32> zeroinitializer
  %184 = mul i64 %175, %65
  %185 = add i64 %184, %149
  %186 = getelementptr inbounds nuw i32, ptr %35, i64 %185
  %187 = load <8 x i32>, ptr %186, align 4
  %188 = mul <8 x i32> %183, %187
  %189 = getelementptr inbounds nuw i32, ptr %26, i64 %179
  %190 = load i32, ptr %189, align 4
  %191 = getelementptr inbounds nuw i32, ptr %36, i64 %185
  %192 = load <8 x i32>, ptr %191, align 4
  %193 = sub i32 0, %190
  %194 = insertelement <8 x i32> poison, i32 %193, i64 0
  %195 = shufflevector <8 x i32> %194, <8 x i32> poison, <8 x i32> zeroinitializer
  %196 = sub <8 x i32> %156, %192
  %197 = add <8 x i32> %196, %195
  %198 = lshr <8 x i32> %188, splat (i32 31)
  %199 = ashr <8 x i32> %188, splat (i32 31)
  %200 = xor <8 x i32> %199, %188
  %201 = sub <8 x i32> %200, %199
  %202 = shl <8 x i32> %201, %162
  %203 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %197, <8 x i32> splat (i32 31))
  %204 = lshr <8 x i32> %202, %203
  %205 = xor <8 x i32> %204, %199
  %206 = add <8 x i32> %198, %176
  %207 = add <8 x i32> %206, %205
  %208 = add i64 %175, 1
  br label %174

209:
  %210 = add i32 %119, %116
  %211 = insertelement <8 x i32> poison, i32 %210, i64 0
  %212 = shufflevector <8 x i32> %211, <8 x i32> poison, <8 x i32> zeroinitializer
  %213 = lshr <8 x i32> %114, %212
  %214 = and <8 x i32> %213, splat (i32 1)
  %215 = sub nsw <8 x i32> zeroinitializer, %214
  %216 = xor <8 x i32> %139, %215
  %217 = add <8 x i32> %216, %214
  %218 = icmp eq <8 x i32> %130, %129
  %219 = icmp eq i64 %75, 0
  %220 = bitcast <8 x i1> %218 to i8
  %221 = icmp ne i8 %220, 0
  %222 = select i1 %219, i1 %221, i1 false
  %223 = zext i1 %222 to i8
  %224 = or i8 %76, %223
  %225 = sub <8 x i32> %156, %146
  %226 = ashr <8 x i32> %217, splat (i32 31)
  %227 = xor <8 x i32> %226, %217
  %228 = sub <8 x i32> %227, %226
  %229 = insertelement <8 x i32> poison, i32 %159, i64 0
  %230 = shufflevector <8 x i32> %229, <8 x i32> poison, <8 x i32> zeroinitializer
  %231 = shl <8 x i32> %228, %230
  %232 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %225, <8 x i32> splat (i32 31))
  %233 = lshr <8 x i32> %231, %232
  %234 = xor <8 x i32> %233, %226
  %235 = sub <8 x i32> %234, %226
  %236 = sext <8 x i32> %176 to <8 x i64>
  %237 = sext <8 x i32> %235 to <8 x i64>
  %238 = add nsw <8 x i64> %236, %237
  %239 = sub i32 1000, %159
  %240 = insertelement <8 x i32> poison, i32 %239, i64 0
  %241 = shufflevector <8 x i32> %240, <8 x i32> poison, <8 x i32> zeroinitializer
  %242 = add <8 x i32> %241, %156
  %243 = zext <8 x i32> %242 to <8 x i64>
  %244 = shl <8 x i64> %243, splat (i64 52)
  %245 = bitcast <8 x i64> %244 to <8 x double>
  %246 = sitofp <8 x i64> %238 to <8 x double>
  %247 = fmul <8 x double> %245, %246
  %248 = bitcast <8 x double> %247 to <8 x i64>
  %249 = lshr <8 x i64> %248, splat (i64 52)
  %250 = and <8 x i64> %249, splat (i64 2047)
  %251 = sub nsw <8 x i64> splat (i64 897), %250
  %252 = call <8 x i64> @llvm.smax.v8i64(<8 x i64> %251, <8 x i64> zeroinitializer)
  %253 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %252, <8 x i64> splat (i64 34))
  %254 = shl nsw <8 x i64> splat (i64 -536870912), %253
  %255 = and <8 x i64> %254, %248
  %256 = icmp samesign ugt <8 x i64> %250, splat (i64 873)
  %257 = select <8 x i1> %256, <8 x i64> %255, <8 x i64> zeroinitializer
  %258 = bitcast <8 x i64> %257 to <8 x double>
  %259 = fptrunc <8 x double> %258 to <8 x float>
  %260 = bitcast <8 x float> %259 to <8 x i32>
  %261 = select <8 x i1> %218, <8 x i32> %74, <8 x i32> %260
  %262 = select i1 %219, <8 x i32> %260, <8 x i32> %261
  %263 = add i64 %108, %75
  br label %73

264:
  %265 = getelementptr i64, ptr %20, i64 %66
  %266 = getelementptr i64, ptr %265, i64 %60
  %267 = load <8 x i64>, ptr %266, align 8
  %268 = trunc <8 x i64> %267 to <8 x i32>
  %269 = load i32, ptr %50, align 4
  %270 = insertelement <8 x i32> poison, i32 %269, i64 0
  %271 = shufflevector <8 x i32> %270, <8 x i32> poison, <8 x i32> zeroinitializer
  %272 = lshr <8 x i32> %268, %271
  %273 = load i32, ptr %45, align 4
  %274 = load i32, ptr %51, align 4
  %275 = add i32 %274, %273
  %276 = shl nsw i32 -1, %274
  %277 = xor i32 %276, -1
  %278 = shl i32 %277, %273
  %279 = shl nsw i32 -1, %275
  %280 = xor i32 %279, -1
  %281 = insertelement <8 x i32> poison, i32 %280, i64 0
  %282 = shufflevector <8 x i32> %281, <8 x i32> poison, <8 x i32> zeroinitializer
  %283 = and <8 x i32> %282, %272
  %284 = icmp eq <8 x i32> %283, zeroinitializer
  %285 = insertelement <8 x i32> poison, i32 %278, i64 0
  %286 = shufflevector <8 x i32> %285, <8 x i32> poison, <8 x i32> zeroinitializer
  %287 = icmp eq <8 x i32> %283, %286
  %288 = select <8 x i1> %284, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %289 = select <8 x i1> %287, <8 x i32> splat (i32 2139095040), <8 x i32> %288
  %290 = icmp ugt <8 x i32> %283, %286
  %291 = select <8 x i1> %290, <8 x i32> splat (i32 2143289344), <8 x i32> %289
  %292 = insertelement <8 x i32> poison, i32 %275, i64 0
  %293 = shufflevector <8 x i32> %292, <8 x i32> poison, <8 x i32> zeroinitializer
  %294 = lshr <8 x i32> %272, %293
  %295 = shl <8 x i32> %294, splat (i32 31)
  %296 = or disjoint <8 x i32> %291, %295
  %297 = bitcast <8 x i32> %296 to <8 x float>
  %298 = getelementptr i64, ptr %19, i64 %60
  %299 = getelementptr i64, ptr %18, i64 %72
  br label %300

300:
  %301 = phi i64 [ 0, %264 ], [ %357, %304 ]
  %302 = phi <8 x float> [ %297, %264 ], [ %356, %304 ]
  %303 = icmp eq i64 %301, %71
  br i1 %303, label %358, label %304

304:
  %305 = getelementptr i64, ptr %299, i64 %301
  %306 = load i64, ptr %305, align 8
  %307 = trunc i64 %306 to i32
  %308 = load i32, ptr %53, align 4
  %309 = insertelement <8 x i32> poison, i32 %308, i64 0
  %310 = shufflevector <8 x i32> %309, <8 x i32> poison, <8 x i32> zeroinitializer
  %311 = lshr i32 %307, %308
  %312 = insertelement <8 x i32> poison, i32 %311, i64 0
  %313 = shufflevector <8 x i32> %312, <8 x i32> poison, <8 x i32> zeroinitializer
  %314 = load i32, ptr %52, align 4
  %315 = load i32, ptr %54, align 4
  %316 = add i32 %315, %314
  %317 = shl nsw i32 -1, %315
  %318 = xor i32 %317, -1
  %319 = shl i32 %318, %314
  %320 = shl nsw i32 -1, %316
  %321 = xor i32 %320, -1
  %322 = insertelement <8 x i32> poison, i32 %321, i64 0
  %323 = shufflevector <8 x i32> %322, <8 x i32> poison, <8 x i32> zeroinitializer
  %324 = and <8 x i32> %323, %313
  %325 = icmp eq <8 x i32> %324, zeroinitializer
  %326 = insertelement <8 x i32> poison, i32 %319, i64 0
  %327 = shufflevector <8 x i32> %326, <8 x i32> poison, <8 x i32> zeroinitializer
  %328 = icmp eq <8 x i32> %324, %327
  %329 = select <8 x i1> %325, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %330 = select <8 x i1> %328, <8 x i32> splat (i32 2139095040), <8 x i32> %329
  %331 = icmp ugt <8 x i32> %324, %327
  %332 = select <8 x i1> %331, <8 x i32> splat (i32 2143289344), <8 x i32> %330
  %333 = insertelement <8 x i32> poison, i32 %316, i64 0
  %334 = shufflevector <8 x i32> %333, <8 x i32> poison, <8 x i32> zeroinitializer
  %335 = lshr <8 x i32> %313, %334
  %336 = shl <8 x i32> %335, splat (i32 31)
  %337 = or disjoint <8 x i32> %332, %336
  %338 = bitcast <8 x i32> %337 to <8 x float>
  %339 = mul i64 %301, %65
  %340 = getelementptr i64, ptr %298, i64 %339
  %341 = load <8 x i64>, ptr %340, align 8
  %342 = trunc <8 x i64> %341 to <8 x i32>
  %343 = lshr <8 x i32> %342, %310
  %344 = and <8 x i32> %323, %343
  %345 = icmp eq <8 x i32> %344, zeroinitializer
  %346 = icmp eq <8 x i32> %344, %327
  %347 = select <8 x i1> %345, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %348 = select <8 x i1> %346, <8 x i32> splat (i32 2139095040), <8 x i32> %347
  %349 = icmp ugt <8 x i32> %344, %327
  %350 = select <8 x i1> %349, <8 x i32> splat (i32 2143289344), <8 x i32> %348
  %351 = lshr <8 x i32> %343, %334
  %352 = shl <8 x i32> %351, splat (i32 31)
  %353 = or disjoint <8 x i32> %350, %352
  %354 = bitcast <8 x i32> %353 to <8 x float>
  %355 = fmul <8 x float> %338, %354
  %356 = fadd <8 x float> %302, %355
  %357 = add i64 %301, 1
  br label %300

358:
  %359 = bitcast <8 x float> %302 to <8 x i32>
  %360 = lshr <8 x i32> %359, splat (i32 16)
  %361 = and <8 x i32> %360, splat (i32 32768)
  %362 = or disjoint <8 x i32> %361, splat (i32 31744)
  %363 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %302)
  %364 = bitcast <8 x float> %363 to <8 x i32>
  %365 = icmp eq <8 x i32> %364, splat (i32 2139095040)
  %366 = select <8 x i1> %365, <8 x i32> %362, <8 x i32> %104
  %367 = icmp samesign ult <8 x i32> %364, splat (i32 2139095041)
  %368 = select <8 x i1> %367, <8 x i32> %366, <8 x i32> splat (i32 32767)
  br label %369

369:
  %370 = phi <8 x i32> [ %368, %358 ], [ %104, %79 ]
  %371 = zext <8 x i32> %370 to <8 x i64>
  %372 = getelementptr inbounds nuw i64, ptr %55, i64 %67
  store <8 x i64> %371, ptr %372, align 8
  %373 = add i64 %60, 8
  br label %59

374:
  %375 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %55)
  ret void
}

define internal void @matrix_multiply_f32_f32(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Work, align 8
  store ptr %7, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %12, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store ptr %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %19 = getelementptr inbounds nuw i8, ptr %9, i64 4136
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 8240
  call void @llvm.memset.p0.i64(ptr %18, i8 0, i64 12312, i1 false)
  %21 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %18)
  %22 = call i64 @gather(ptr %0, i64 %1, i64 %21, ptr %4, ptr %19)
  %23 = call i64 @gather(ptr %0, i64 %1, i64 %22, ptr %5, ptr %20)
  %24 = load ptr, ptr %13, align 8
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 16448
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 18496
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %27
  %31 = call i1 @split_all(ptr %18, ptr %24, ptr %25, ptr %26, i64 %30)
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %33 = zext i1 %31 to i8
  store i8 %33, ptr %32, align 8
  %34 = load ptr, ptr %13, align 8
  %35 = getelementptr inbounds nuw i8, ptr %9, i64 20544
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 22592
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = mul i64 %38, %29
  %40 = call i1 @split_all(ptr %19, ptr %34, ptr %35, ptr %36, i64 %39)
  %41 = load i8, ptr %32, align 8
  %42 = zext i1 %40 to i8
  %43 = or i8 %41, %42
  store i8 %43, ptr %32, align 8
  %44 = load ptr, ptr %9, align 8
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 16
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %49 = getelementptr inbounds nuw i8, ptr %44, i64 32
  %50 = getelementptr inbounds nuw i8, ptr %45, i64 8
  %51 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %52 = load ptr, ptr %13, align 8
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 4
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 12344
  br label %56

56:
  %57 = phi i64 [ 0, %8 ], [ %63, %62 ]
  %58 = icmp eq i64 %57, %27
  br i1 %58, label %346, label %59

59:
  %60 = phi i64 [ %345, %341 ], [ 0, %56 ]
  %61 = icmp ult i64 %60, %38
  br i1 %61, label %64, label %62

62:
  %63 = add i64 %57, 1
  br label %56

64:
  %65 = load i64, ptr %46, align 8
  %66 = mul i64 %65, %57
  %67 = add i64 %66, %60
  %68 = getelementptr inbounds nuw i64, ptr %20, i64 %67
  %69 = load <8 x i64>, ptr %68, align 8
  %70 = trunc <8 x i64> %69 to <8 x i32>
  %71 = load i64, ptr %47, align 8
  %72 = mul i64 %71, %57
  br label %73

73:
  %74 = phi <8 x i32> [ %70, %64 ], [ %237, %184 ]
  %75 = phi i64 [ 0, %64 ], [ %238, %184 ]
  %76 = phi i8 [ %43, %64 ], [ %199, %184 ]
  %77 = phi ptr [ %45, %64 ], [ getelementptr inbounds nuw (i8, ptr @FORMATS, i64 60), %184 ]
  %78 = icmp ult i64 %75, %71
  br i1 %78, label %81, label %79

79:
  %80 = trunc nuw i8 %76 to i1
  br i1 %80, label %239, label %341

81:
  %82 = sub nuw i64 %71, %75
  %83 = load i64, ptr %48, align 8
  %84 = call i64 @llvm.umin.i64(i64 %82, i64 %83)
  %85 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %86 = load i32, ptr %85, align 4
  %87 = insertelement <8 x i32> poison, i32 %86, i64 0
  %88 = shufflevector <8 x i32> %87, <8 x i32> poison, <8 x i32> zeroinitializer
  %89 = lshr <8 x i32> %74, %88
  %90 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %91 = load i32, ptr %90, align 4
  %92 = shl nsw i32 -1, %91
  %93 = xor i32 %92, -1
  %94 = load i32, ptr %77, align 4
  %95 = shl nuw i32 1, %94
  %96 = add i32 %95, -1
  %97 = insertelement <8 x i32> poison, i32 %96, i64 0
  %98 = shufflevector <8 x i32> %97, <8 x i32> poison, <8 x i32> zeroinitializer
  %99 = and <8 x i32> %98, %89
  %100 = insertelement <8 x i32> poison, i32 %94, i64 0
  %101 = shufflevector <8 x i32> %100, <8 x i32> poison, <8 x i32> zeroinitializer
  %102 = lshr <8 x i32> %89, %101
  %103 = insertelement <8 x i32> poison, i32 %93, i64 0
  %104 = shufflevector <8 x i32> %103, <8 x i32> poison, <8 x i32> zeroinitializer
  %105 = and <8 x i32> %102, %104
  %106 = icmp eq <8 x i32> %105, zeroinitializer
  %107 = insertelement <8 x i32> poison, i32 %95, i64 0
  %108 = shufflevector <8 x i32> %107, <8 x i32> poison, <8 x i32> zeroinitializer
  %109 = select <8 x i1> %106, <8 x i32> zeroinitializer, <8 x i32> %108
  %110 = or <8 x i32> %109, %99
  %111 = sub i32 23, %94
  %112 = insertelement <8 x i32> poison, i32 %111, i64 0
  %113 = shufflevector <8 x i32> %112, <8 x i32> poison, <8 x i32> zeroinitializer
  %114 = shl <8 x i32> %110, %113
  %115 = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %105, <8 x i32> splat (i32 1))
  %116 = lshr i32 %93, 1
  %117 = insertelement <8 x i32> poison, i32 %116, i64 0
  %118 = shufflevector <8 x i32> %117, <8 x i32> poison, <8 x i32> zeroinitializer
  %119 = sub nsw <8 x i32> %115, %118
  %120 = icmp eq <8 x i32> %114, zeroinitializer
  %121 = select <8 x i1> %120, <8 x i32> splat (i32 -100000), <8 x i32> %119
  %122 = add i64 %72, %75
  %123 = mul i64 %75, %65
  %124 = add i64 %123, %60
  %125 = load i64, ptr %49, align 8
  %126 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %121, <8 x i32> splat (i32 -133))
  %127 = getelementptr i32, ptr %26, i64 %122
  %128 = getelementptr i32, ptr %36, i64 %124
  br label %129

129:
  %130 = phi i64 [ 0, %81 ], [ %148, %138 ]
  %131 = phi <8 x i32> [ %126, %81 ], [ %147, %138 ]
  %132 = icmp eq i64 %130, %84
  br i1 %132, label %133, label %138

133:
  %134 = trunc i64 %125 to i32
  %135 = add i32 %134, 3
  %136 = insertelement <8 x i32> poison, i32 %135, i64 0
  %137 = shufflevector <8 x i32> %136, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %149

138:
  %139 = getelementptr i32, ptr %127, i64 %130
  %140 = load i32, ptr %139, align 4
  %141 = insertelement <8 x i32> poison, i32 %140, i64 0
  %142 = shufflevector <8 x i32> %141, <8 x i32> poison, <8 x i32> zeroinitializer
  %143 = mul i64 %130, %65
  %144 = getelementptr i32, ptr %128, i64 %143
  %145 = load <8 x i32>, ptr %144, align 4
  %146 = add <8 x i32> %142, %145
  %147 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %131, <8 x i32> %146)
  %148 = add i64 %130, 1
  br label %129

149:
  %150 = phi i64 [ %183, %153 ], [ 0, %133 ]
  %151 = phi <8 x i32> [ %182, %153 ], [ zeroinitializer, %133 ]
  %152 = icmp eq i64 %150, %84
  br i1 %152, label %184, label %153

153:
  %154 = add i64 %150, %122
  %155 = getelementptr inbounds nuw i32, ptr %25, i64 %154
  %156 = load i32, ptr %155, align 4
  %157 = insertelement <8 x i32> poison, i32 %156, i64 0
  %158 = shufflevector <8 x i32> %157, <8 x i32> poison, <8 x i32> zeroinitializer
  %159 = mul i64 %150, %65
  %160 = add i64 %159, %124
  %161 = getelementptr inbounds nuw i32, ptr %35, i64 %160
  %162 = load <8 x i32>, ptr %161, align 4
  %163 = mul <8 x i32> %158, %162
  %164 = getelementptr inbounds nuw i32, ptr %26, i64 %154
  %165 = load i32, ptr %164, align 4
  %166 = getelementptr inbounds nuw i32, ptr %36, i64 %160
  %167 = load <8 x i32>, ptr %166, align 4
  %168 = sub i32 0, %165
  %169 = insertelement <8 x i32> poison, i32 %168, i64 0
  %170 = shufflevector <8 x i32> %169, <8 x i32> poison, <8 x i32> zeroinitializer
  %171 = sub <8 x i32> %131, %167
  %172 = add <8 x i32> %171, %170
  %173 = lshr <8 x i32> %163, splat (i32 31)
  %174 = ashr <8 x i32> %163, splat (i32 31)
  %175 = xor <8 x i32> %174, %163
  %176 = sub <8 x i32> %175, %174
  %177 = shl <8 x i32> %176, %137
  %178 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %172, <8 x i32> splat (i32 31))
  %179 = lshr <8 x i32> %177, %178
  %180 = xor <8 x i32> %179, %174
  %181 = add <8 x i32> %173, %151
  %182 = add <8 x i32> %181, %180
  %183 = add i64 %150, 1
  br label %149

184:
  %185 = add i32 %94, %91
  %186 = insertelement <8 x i32> poison, i32 %185, i64 0
  %187 = shufflevector <8 x i32> %186, <8 x i32> poison, <8 x i32> zeroinitializer
  %188 = lshr <8 x i32> %89, %187
  %189 = and <8 x i32> %188, splat (i32 1)
  %190 = sub nsw <8 x i32> zeroinitializer, %189
  %191 = xor <8 x i32> %114, %190
  %192 = add <8 x i32> %191, %189
  %193 = icmp eq <8 x i32> %105, %104
  %194 = icmp eq i64 %75, 0
  %195 = bitcast <8 x i1> %193 to i8
  %196 = icmp ne i8 %195, 0
  %197 = select i1 %194, i1 %196, i1 false
  %198 = zext i1 %197 to i8
  %199 = or i8 %76, %198
  %200 = sub <8 x i32> %131, %121
  %201 = ashr <8 x i32> %192, splat (i32 31)
  %202 = xor <8 x i32> %201, %192
  %203 = sub <8 x i32> %202, %201
  %204 = insertelement <8 x i32> poison, i32 %134, i64 0
  %205 = shufflevector <8 x i32> %204, <8 x i32> poison, <8 x i32> zeroinitializer
  %206 = shl <8 x i32> %203, %205
  %207 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %200, <8 x i32> splat (i32 31))
  %208 = lshr <8 x i32> %206, %207
  %209 = xor <8 x i32> %208, %201
  %210 = sub <8 x i32> %209, %201
  %211 = sext <8 x i32> %151 to <8 x i64>
  %212 = sext <8 x i32> %210 to <8 x i64>
  %213 = add nsw <8 x i64> %211, %212
  %214 = sub i32 1000, %134
  %215 = insertelement <8 x i32> poison, i32 %214, i64 0
  %216 = shufflevector <8 x i32> %215, <8 x i32> poison, <8 x i32> zeroinitializer
  %217 = add <8 x i32> %216, %131
  %218 = zext <8 x i32> %217 to <8 x i64>
  %219 = shl <8 x i64> %218, splat (i64 52)
  %220 = bitcast <8 x i64> %219 to <8 x double>
  %221 = sitofp <8 x i64> %213 to <8 x double>
  %222 = fmul <8 x double> %220, %221
  %223 = bitcast <8 x double> %222 to <8 x i64>
  %224 = lshr <8 x i64> %223, splat (i64 52)
  %225 = and <8 x i64> %224, splat (i64 2047)
  %226 = sub nsw <8 x i64> splat (i64 897), %225
  %227 = call <8 x i64> @llvm.smax.v8i64(<8 x i64> %226, <8 x i64> zeroinitializer)
  %228 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %227, <8 x i64> splat (i64 34))
  %229 = shl nsw <8 x i64> splat (i64 -536870912), %228
  %230 = and <8 x i64> %229, %223
  %231 = icmp samesign ugt <8 x i64> %225, splat (i64 873)
  %232 = select <8 x i1> %231, <8 x i64> %230, <8 x i64> zeroinitializer
  %233 = bitcast <8 x i64> %232 to <8 x double>
  %234 = fptrunc <8 x double> %233 to <8 x float>
  %235 = bitcast <8 x float> %234 to <8 x i32>
  %236 = select <8 x i1> %193, <8 x i32> %74, <8 x i32> %235
  %237 = select i1 %194, <8 x i32> %235, <8 x i32> %236
  %238 = add i64 %83, %75
  br label %73

239:
  %240 = getelementptr i64, ptr %20, i64 %66
  %241 = getelementptr i64, ptr %240, i64 %60
  %242 = load <8 x i64>, ptr %241, align 8
  %243 = trunc <8 x i64> %242 to <8 x i32>
  %244 = load i32, ptr %50, align 4
  %245 = insertelement <8 x i32> poison, i32 %244, i64 0
  %246 = shufflevector <8 x i32> %245, <8 x i32> poison, <8 x i32> zeroinitializer
  %247 = lshr <8 x i32> %243, %246
  %248 = load i32, ptr %45, align 4
  %249 = load i32, ptr %51, align 4
  %250 = add i32 %249, %248
  %251 = shl nsw i32 -1, %249
  %252 = xor i32 %251, -1
  %253 = shl i32 %252, %248
  %254 = shl nsw i32 -1, %250
  %255 = xor i32 %254, -1
  %256 = insertelement <8 x i32> poison, i32 %255, i64 0
  %257 = shufflevector <8 x i32> %256, <8 x i32> poison, <8 x i32> zeroinitializer
  %258 = and <8 x i32> %257, %247
  %259 = icmp eq <8 x i32> %258, zeroinitializer
  %260 = insertelement <8 x i32> poison, i32 %253, i64 0
  %261 = shufflevector <8 x i32> %260, <8 x i32> poison, <8 x i32> zeroinitializer
  %262 = icmp eq <8 x i32> %258, %261
  %263 = select <8 x i1> %259, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %264 = select <8 x i1> %262, <8 x i32> splat (i32 2139095040), <8 x i32> %263
  %265 = icmp ugt <8 x i32> %258, %261
  %266 = select <8 x i1> %265, <8 x i32> splat (i32 2143289344), <8 x i32> %264
  %267 = insertelement <8 x i32> poison, i32 %250, i64 0
  %268 = shufflevector <8 x i32> %267, <8 x i32> poison, <8 x i32> zeroinitializer
  %269 = lshr <8 x i32> %247, %268
  %270 = shl <8 x i32> %269, splat (i32 31)
  %271 = or disjoint <8 x i32> %266, %270
  %272 = bitcast <8 x i32> %271 to <8 x float>
  %273 = getelementptr i64, ptr %19, i64 %60
  %274 = getelementptr i64, ptr %18, i64 %72
  br label %275

275:
  %276 = phi i64 [ 0, %239 ], [ %332, %279 ]
  %277 = phi <8 x float> [ %272, %239 ], [ %331, %279 ]
  %278 = icmp eq i64 %276, %71
  br i1 %278, label %333, label %279

279:
  %280 = getelementptr i64, ptr %274, i64 %276
  %281 = load i64, ptr %280, align 8
  %282 = trunc i64 %281 to i32
  %283 = load i32, ptr %53, align 4
  %284 = insertelement <8 x i32> poison, i32 %283, i64 0
  %285 = shufflevector <8 x i32> %284, <8 x i32> poison, <8 x i32> zeroinitializer
  %286 = lshr i32 %282, %283
  %287 = insertelement <8 x i32> poison, i32 %286, i64 0
  %288 = shufflevector <8 x i32> %287, <8 x i32> poison, <8 x i32> zeroinitializer
  %289 = load i32, ptr %52, align 4
  %290 = load i32, ptr %54, align 4
  %291 = add i32 %290, %289
  %292 = shl nsw i32 -1, %290
  %293 = xor i32 %292, -1
  %294 = shl i32 %293, %289
  %295 = shl nsw i32 -1, %291
  %296 = xor i32 %295, -1
  %297 = insertelement <8 x i32> poison, i32 %296, i64 0
  %298 = shufflevector <8 x i32> %297, <8 x i32> poison, <8 x i32> zeroinitializer
  %299 = and <8 x i32> %298, %288
  %300 = icmp eq <8 x i32> %299, zeroinitializer
  %301 = insertelement <8 x i32> poison, i32 %294, i64 0
  %302 = shufflevector <8 x i32> %301, <8 x i32> poison, <8 x i32> zeroinitializer
  %303 = icmp eq <8 x i32> %299, %302
  %304 = select <8 x i1> %300, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %305 = select <8 x i1> %303, <8 x i32> splat (i32 2139095040), <8 x i32> %304
  %306 = icmp ugt <8 x i32> %299, %302
  %307 = select <8 x i1> %306, <8 x i32> splat (i32 2143289344), <8 x i32> %305
  %308 = insertelement <8 x i32> poison, i32 %291, i64 0
  %309 = shufflevector <8 x i32> %308, <8 x i32> poison, <8 x i32> zeroinitializer
  %310 = lshr <8 x i32> %288, %309
  %311 = shl <8 x i32> %310, splat (i32 31)
  %312 = or disjoint <8 x i32> %307, %311
  %313 = bitcast <8 x i32> %312 to <8 x float>
  %314 = mul i64 %276, %65
  %315 = getelementptr i64, ptr %273, i64 %314
  %316 = load <8 x i64>, ptr %315, align 8
  %317 = trunc <8 x i64> %316 to <8 x i32>
  %318 = lshr <8 x i32> %317, %285
  %319 = and <8 x i32> %298, %318
  %320 = icmp eq <8 x i32> %319, zeroinitializer
  %321 = icmp eq <8 x i32> %319, %302
  %322 = select <8 x i1> %320, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %323 = select <8 x i1> %321, <8 x i32> splat (i32 2139095040), <8 x i32> %322
  %324 = icmp ugt <8 x i32> %319, %302
  %325 = select <8 x i1> %324, <8 x i32> splat (i32 2143289344), <8 x i32> %323
  %326 = lshr <8 x i32> %318, %309
  %327 = shl <8 x i32> %326, splat (i32 31)
  %328 = or disjoint <8 x i32> %325, %327
  %329 = bitcast <8 x i32> %328 to <8 x float>
  %330 = fmul <8 x float> %313, %329
  %331 = fadd <8 x float> %277, %330
  %332 = add i64 %276, 1
  br label %275

333:
  %334 = bitcast <8 x float> %277 to <8 x i32>
  %335 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %277)
  %336 = bitcast <8 x float> %335 to <8 x i32>
  %337 = icmp eq <8 x i32> %336, splat (i32 2139095040)
  %338 = select <8 x i1> %337, <8 x i32> %334, <8 x i32> %74
  %339 = icmp samesign ult <8 x i32> %336, splat (i32 2139095041)
  %340 = select <8 x i1> %339, <8 x i32> %338, <8 x i32> splat (i32 2147483647)
  br label %341

341:
  %342 = phi <8 x i32> [ %340, %333 ], [ %74, %79 ]
  %343 = zext <8 x i32> %342 to <8 x i64>
  %344 = getelementptr inbounds nuw i64, ptr %55, i64 %67
  store <8 x i64> %343, ptr %344, align 8
  %345 = add i64 %60, 8
  br label %59

346:
  %347 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %55)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @gather(ptr, i64, i64, ptr, ptr)

define internal i1 @split_all(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4) {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 4
  br label %8

8:
  %9 = phi <8 x i32> [ zeroinitializer, %5 ], [ %65, %15 ]
  %10 = phi i64 [ 0, %5 ], [ %66, %15 ]
  %11 = icmp ult i64 %10, %4
  br i1 %11, label %15, label %12

12:
  %13 = tail call i32 @llvm.vector.reduce.or.v8i32(<8 x i32> %9)
  %14 = icmp ne i32 %13, 0
  ret i1 %14

15:
  %16 = getelementptr inbounds nuw i64, ptr %0, i64 %10
  %17 = load <8 x i64>, ptr %16, align 8
  %18 = trunc <8 x i64> %17 to <8 x i32>
  %19 = load i32, ptr %6, align 4
  %20 = insertelement <8 x i32> poison, i32 %19, i64 0
  %21 = shufflevector <8 x i32> %20, <8 x i32> poison, <8 x i32> zeroinitializer
  %22 = lshr <8 x i32> %18, %21
  %23 = load i32, ptr %7, align 4
  %24 = shl nsw i32 -1, %23
  %25 = xor i32 %24, -1
  %26 = load i32, ptr %1, align 4
  %27 = shl nuw i32 1, %26
  %28 = add i32 %27, -1
  %29 = insertelement <8 x i32> poison, i32 %28, i64 0
  %30 = shufflevector <8 x i32> %29, <8 x i32> poison, <8 x i32> zeroinitializer
  %31 = and <8 x i32> %30, %22
  %32 = insertelement <8 x i32> poison, i32 %26, i64 0
  %33 = shufflevector <8 x i32> %32, <8 x i32> poison, <8 x i32> zeroinitializer
  %34 = lshr <8 x i32> %22, %33
  %35 = insertelement <8 x i32> poison, i32 %25, i64 0
  %36 = shufflevector <8 x i32> %35, <8 x i32> poison, <8 x i32> zeroinitializer
  %37 = and <8 x i32> %34, %36
  %38 = icmp eq <8 x i32> %37, zeroinitializer
  %39 = insertelement <8 x i32> poison, i32 %27, i64 0
  %40 = shufflevector <8 x i32> %39, <8 x i32> poison, <8 x i32> zeroinitializer
  %41 = select <8 x i1> %38, <8 x i32> zeroinitializer, <8 x i32> %40
  %42 = or <8 x i32> %41, %31
  %43 = sub i32 10, %26
  %44 = insertelement <8 x i32> poison, i32 %43, i64 0
  %45 = shufflevector <8 x i32> %44, <8 x i32> poison, <8 x i32> zeroinitializer
  %46 = shl <8 x i32> %42, %45
  %47 = add i32 %26, %23
  %48 = insertelement <8 x i32> poison, i32 %47, i64 0
  %49 = shufflevector <8 x i32> %48, <8 x i32> poison, <8 x i32> zeroinitializer
  %50 = lshr <8 x i32> %22, %49
  %51 = and <8 x i32> %50, splat (i32 1)
  %52 = sub nsw <8 x i32> zeroinitializer, %51
  %53 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %37, <8 x i32> splat (i32 1))
  %54 = lshr i32 %25, 1
  %55 = insertelement <8 x i32> poison, i32 %54, i64 0
  %56 = shufflevector <8 x i32> %55, <8 x i32> poison, <8 x i32> zeroinitializer
  %57 = sub nsw <8 x i32> %53, %56
  %58 = xor <8 x i32> %46, %52
  %59 = add <8 x i32> %58, %51
  %60 = icmp eq <8 x i32> %46, zeroinitializer
  %61 = select <8 x i1> %60, <8 x i32> splat (i32 -100000), <8 x i32> %57
  %62 = icmp eq <8 x i32> %37, %36
  %63 = getelementptr inbounds nuw i32, ptr %2, i64 %10
  store <8 x i32> %59, ptr %63, align 4
  %64 = getelementptr inbounds nuw i32, ptr %3, i64 %10
  store <8 x i32> %61, ptr %64, align 4
  %65 = select <8 x i1> %62, <8 x i32> splat (i32 -1), <8 x i32> %9
  %66 = add i64 %10, 8
  br label %8
}

declare i64 @scatter(ptr, i64, i64, ptr, ptr)

declare <8 x i32> @llvm.umax.v8i32(<8 x i32>, <8 x i32>)

declare i32 @llvm.vector.reduce.or.v8i32(<8 x i32>)

declare <8 x i32> @llvm.abs.v8i32(<8 x i32>, i1)

declare <8 x i32> @llvm.ctlz.v8i32(<8 x i32>, i1)

declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>)

declare <8 x i32> @llvm.umin.v8i32(<8 x i32>, <8 x i32>)

declare <8 x i64> @llvm.smax.v8i64(<8 x i64>, <8 x i64>)

declare <8 x i64> @llvm.umin.v8i64(<8 x i64>, <8 x i64>)

declare <8 x double> @llvm.fabs.v8f64(<8 x double>)

declare <8 x float> @llvm.fabs.v8f32(<8 x float>)

declare <8 x i64> @llvm.umax.v8i64(<8 x i64>, <8 x i64>)

declare i64 @llvm.umin.i64(i64, i64)
