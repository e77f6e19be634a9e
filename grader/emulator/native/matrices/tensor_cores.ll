%struct.Format = type { i32, i32, i32 }
%struct.Work = type { ptr, ptr, ptr, i8, i8, i8, i8, [513 x i64], [513 x i64], [513 x i64], [513 x i64], [512 x i32], [512 x i32], [512 x i32], [512 x i32] }

@FORMATS = internal constant [6 x %struct.Format] [%struct.Format zeroinitializer, %struct.Format zeroinitializer, %struct.Format { i32 10, i32 5, i32 0 }, %struct.Format { i32 7, i32 8, i32 0 }, %struct.Format { i32 10, i32 8, i32 13 }, %struct.Format { i32 23, i32 8, i32 0 }], align 16

define internal void @matrix_multiply_floats(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) {
  %9 = alloca %struct.Work, align 8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 24
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 24616, i1 false)
  store ptr %7, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %13
  store ptr %14, ptr %11, align 8
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds %struct.Format, ptr @FORMATS, i64 %17
  store ptr %18, ptr %15, align 8
  %19 = icmp eq i64 %17, 2
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %21 = zext i1 %19 to i8
  store i8 %21, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 2
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 26
  %26 = zext i1 %24 to i8
  store i8 %26, ptr %25, align 2
  %27 = select i1 %19, i1 %24, i1 false
  %28 = getelementptr inbounds nuw i8, ptr %9, i64 25
  %29 = zext i1 %27 to i8
  store i8 %29, ptr %28, align 1
  %30 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %31 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %30)
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 4136
  %33 = call i64 @gather(ptr %0, i64 %1, i64 %31, ptr %4, ptr %32)
  %34 = getelementptr inbounds nuw i8, ptr %9, i64 8240
  %35 = call i64 @gather(ptr %0, i64 %1, i64 %33, ptr %5, ptr %34)
  %36 = load ptr, ptr %11, align 8
  %37 = getelementptr inbounds nuw i8, ptr %9, i64 16448
  %38 = getelementptr inbounds nuw i8, ptr %9, i64 18496
  %39 = load i64, ptr %7, align 8
  %40 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %41 = load i64, ptr %40, align 8
  %42 = mul i64 %41, %39
  %43 = call i1 @split_all(ptr %30, ptr %36, ptr %37, ptr %38, i64 %42)
  %44 = getelementptr inbounds nuw i8, ptr %9, i64 27
  %45 = zext i1 %43 to i8
  store i8 %45, ptr %44, align 1
  %46 = load ptr, ptr %11, align 8
  %47 = getelementptr inbounds nuw i8, ptr %9, i64 20544
  %48 = getelementptr inbounds nuw i8, ptr %9, i64 22592
  %49 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %50 = load i64, ptr %49, align 8
  %51 = mul i64 %50, %41
  %52 = call i1 @split_all(ptr %32, ptr %46, ptr %47, ptr %48, i64 %51)
  %53 = load i8, ptr %44, align 1
  %54 = zext i1 %52 to i8
  %55 = or i8 %53, %54
  store i8 %55, ptr %44, align 1
  %56 = load ptr, ptr %9, align 8
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %58 = load ptr, ptr %15, align 8
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 8
  %60 = getelementptr inbounds nuw i8, ptr %58, i64 4
  %61 = trunc nuw i8 %55 to i1
  %62 = load i8, ptr %20, align 8
  %63 = trunc nuw i8 %62 to i1
  %64 = xor i1 %63, true
  %65 = load i8, ptr %28, align 1
  %66 = trunc nuw i8 %65 to i1
  %67 = select i1 %64, i1 true, i1 %66
  %68 = getelementptr inbounds nuw i8, ptr %56, i64 16
  %69 = getelementptr inbounds nuw i8, ptr %56, i64 24
  %70 = getelementptr inbounds nuw i8, ptr %56, i64 32
  %71 = load i8, ptr %25, align 2
  %72 = trunc nuw i8 %71 to i1
  %73 = xor i1 %72, true
  %74 = select i1 %73, i1 true, i1 %66
  %75 = load ptr, ptr %11, align 8
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 8
  %77 = getelementptr inbounds nuw i8, ptr %75, i64 4
  %78 = getelementptr inbounds nuw i8, ptr %9, i64 12344
  br label %79

79:
  %80 = phi i64 [ 0, %8 ], [ %88, %87 ]
  %81 = icmp eq i64 %80, %39
  br i1 %81, label %82, label %84

82:
  %83 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %6, ptr %78)
  ret void

84:
  %85 = phi i64 [ %479, %475 ], [ 0, %79 ]
  %86 = icmp ult i64 %85, %50
  br i1 %86, label %89, label %87

87:
  %88 = add i64 %80, 1
  br label %79

89:
  %90 = load i64, ptr %57, align 8
  %91 = mul i64 %90, %80
  %92 = add i64 %91, %85
  %93 = getelementptr inbounds nuw i64, ptr %34, i64 %92
  %94 = load <8 x i64>, ptr %93, align 8
  %95 = trunc <8 x i64> %94 to <8 x i32>
  %96 = load i32, ptr %59, align 4
  %97 = insertelement <8 x i32> poison, i32 %96, i64 0
  %98 = shufflevector <8 x i32> %97, <8 x i32> poison, <8 x i32> zeroinitializer
  %99 = lshr <8 x i32> %95, %98
  %100 = load i32, ptr %60, align 4
  %101 = shl nsw i32 -1, %100
  %102 = xor i32 %101, -1
  %103 = load i32, ptr %58, align 4
  %104 = shl nuw i32 1, %103
  %105 = add i32 %104, -1
  %106 = insertelement <8 x i32> poison, i32 %105, i64 0
  %107 = shufflevector <8 x i32> %106, <8 x i32> poison, <8 x i32> zeroinitializer
  %108 = and <8 x i32> %107, %99
  %109 = insertelement <8 x i32> poison, i32 %103, i64 0
  %110 = shufflevector <8 x i32> %109, <8 x i32> poison, <8 x i32> zeroinitializer
  %111 = lshr <8 x i32> %99, %110
  %112 = insertelement <8 x i32> poison, i32 %102, i64 0
  %113 = shufflevector <8 x i32> %112, <8 x i32> poison, <8 x i32> zeroinitializer
  %114 = and <8 x i32> %111, %113
  %115 = icmp eq <8 x i32> %114, zeroinitializer
  %116 = insertelement <8 x i32> poison, i32 %104, i64 0
  %117 = shufflevector <8 x i32> %116, <8 x i32> poison, <8 x i32> zeroinitializer
  %118 = select <8 x i1> %115, <8 x i32> zeroinitializer, <8 x i32> %117
  %119 = or <8 x i32> %118, %108
  %120 = sub i32 23, %103
  %121 = insertelement <8 x i32> poison, i32 %120, i64 0
  %122 = shufflevector <8 x i32> %121, <8 x i32> poison, <8 x i32> zeroinitializer
  %123 = shl <8 x i32> %119, %122
  %124 = add i32 %103, %100
  %125 = insertelement <8 x i32> poison, i32 %124, i64 0
  %126 = shufflevector <8 x i32> %125, <8 x i32> poison, <8 x i32> zeroinitializer
  %127 = lshr <8 x i32> %99, %126
  %128 = and <8 x i32> %127, splat (i32 1)
  %129 = sub nsw <8 x i32> zeroinitializer, %128
  %130 = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %114, <8 x i32> splat (i32 1))
  %131 = lshr i32 %102, 1
  %132 = insertelement <8 x i32> poison, i32 %131, i64 0
  %133 = shufflevector <8 x i32> %132, <8 x i32> poison, <8 x i32> zeroinitializer
  %134 = sub nsw <8 x i32> %130, %133
  %135 = xor <8 x i32> %123, %129
  %136 = add <8 x i32> %135, %128
  %137 = icmp eq <8 x i32> %123, zeroinitializer
  %138 = select <8 x i1> %137, <8 x i32> splat (i32 -100000), <8 x i32> %134
  %139 = icmp eq <8 x i32> %114, %113
  %140 = bitcast <8 x i1> %139 to i8
  %141 = icmp ne i8 %140, 0
  %142 = select i1 %61, i1 true, i1 %141
  br i1 %67, label %151, label %143

143:
  %144 = call <8 x i32> @llvm.abs.v8i32(<8 x i32> %136, i1 false)
  %145 = call <8 x i32> @llvm.ctlz.v8i32(<8 x i32> %144, i1 true)
  %146 = icmp eq <8 x i32> %136, zeroinitializer
  %147 = add nsw <8 x i32> %145, splat (i32 -8)
  %148 = select <8 x i1> %146, <8 x i32> zeroinitializer, <8 x i32> %147
  %149 = shl <8 x i32> %136, %148
  %150 = sub <8 x i32> %138, %148
  br label %151

151:
  %152 = phi <8 x i32> [ %136, %89 ], [ %149, %143 ]
  %153 = phi <8 x i32> [ %138, %89 ], [ %150, %143 ]
  %154 = load i64, ptr %68, align 8
  %155 = mul i64 %154, %80
  br label %156

156:
  %157 = phi <8 x i32> [ %152, %151 ], [ %341, %292 ]
  %158 = phi <8 x i32> [ zeroinitializer, %151 ], [ %297, %292 ]
  %159 = phi <8 x i32> [ %153, %151 ], [ %343, %292 ]
  %160 = phi <8 x i1> [ %139, %151 ], [ %344, %292 ]
  %161 = phi i64 [ 0, %151 ], [ %345, %292 ]
  %162 = icmp ult i64 %161, %154
  br i1 %162, label %164, label %163

163:
  br i1 %74, label %372, label %346

164:
  %165 = sub nuw i64 %154, %161
  %166 = load i64, ptr %69, align 8
  %167 = call i64 @llvm.umin.i64(i64 %165, i64 %166)
  %168 = add i64 %161, %155
  %169 = mul i64 %161, %90
  %170 = add i64 %169, %85
  %171 = load i64, ptr %70, align 8
  %172 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %159, <8 x i32> splat (i32 -133))
  %173 = getelementptr i32, ptr %38, i64 %168
  %174 = getelementptr i32, ptr %48, i64 %170
  br label %175

175:
  %176 = phi i64 [ 0, %164 ], [ %194, %184 ]
  %177 = phi <8 x i32> [ %172, %164 ], [ %193, %184 ]
  %178 = icmp eq i64 %176, %167
  br i1 %178, label %179, label %184

179:
  %180 = trunc i64 %171 to i32
  %181 = add i32 %180, 3
  %182 = insertelement <8 x i32> poison, i32 %181, i64 0
  %183 = shufflevector <8 x i32> %182, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %195

184:
  %185 = getelementptr i32, ptr %173, i64 %176
  %186 = load i32, ptr %185, align 4
  %187 = insertelement <8 x i32> poison, i32 %186, i64 0
  %188 = shufflevector <8 x i32> %187, <8 x i32> poison, <8 x i32> zeroinitializer
  %189 = mul i64 %176, %90
  %190 = getelementptr i32, ptr %174, i64 %189
  %191 = load <8 x i32>, ptr %190, align 4
  %192 = add <8 x i32> %188, %191
  %193 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %177, <8 x i32> %192)
  %194 = add i64 %176, 1
  br label %175

195:
  %196 = phi i64 [ %229, %199 ], [ 0, %179 ]
  %197 = phi <8 x i32> [ %228, %199 ], [ zeroinitializer, %179 ]
  %198 = icmp eq i64 %196, %167
  br i1 %198, label %230, label %199

199:
  %200 = add i64 %196, %168
  %201 = getelementptr inbounds nuw i32, ptr %37, i64 %200
  %202 = load i32, ptr %201, align 4
  %203 = insertelement <8 x i32> poison, i32 %202, i64 0
  %204 = shufflevector <8 x i32> %203, <8 x i32> poison, <8 x i32> zeroinitializer
  %205 = mul i64 %196, %90
  %206 = add i64 %205, %170
  %207 = getelementptr inbounds nuw i32, ptr %47, i64 %206
  %208 = load <8 x i32>, ptr %207, align 4
  %209 = mul <8 x i32> %204, %208
  %210 = getelementptr inbounds nuw i32, ptr %38, i64 %200
  %211 = load i32, ptr %210, align 4
  %212 = getelementptr inbounds nuw i32, ptr %48, i64 %206
  %213 = load <8 x i32>, ptr %212, align 4
  %214 = sub i32 0, %211
  %215 = insertelement <8 x i32> poison, i32 %214, i64 0
  %216 = shufflevector <8 x i32> %215, <8 x i32> poison, <8 x i32> zeroinitializer
  %217 = sub <8 x i32> %177, %213
  %218 = add <8 x i32> %217, %216
  %219 = lshr <8 x i32> %209, splat (i32 31)
  %220 = ashr <8 x i32> %209, splat (i32 31)
  %221 = xor <8 x i32> %220, %209
  %222 = sub <8 x i32> %221, %220
  %223 = shl <8 x i32> %222, %183
  %224 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %218, <8 x i32> splat (i32 31))
  %225 = lshr <8 x i32> %223, %224
  %226 = xor <8 x i32> %225, %220
  %227 = add <8 x i32> %219, %197
  %228 = add <8 x i32> %227, %226
  %229 = add i64 %196, 1
  br label %195

230:
  %231 = sub <8 x i32> %177, %159
  %232 = ashr <8 x i32> %157, splat (i32 31)
  %233 = xor <8 x i32> %232, %157
  %234 = sub <8 x i32> %233, %232
  %235 = insertelement <8 x i32> poison, i32 %180, i64 0
  %236 = shufflevector <8 x i32> %235, <8 x i32> poison, <8 x i32> zeroinitializer
  %237 = shl <8 x i32> %234, %236
  %238 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %231, <8 x i32> splat (i32 31))
  %239 = lshr <8 x i32> %237, %238
  %240 = xor <8 x i32> %239, %232
  %241 = sub <8 x i32> %240, %232
  %242 = sext <8 x i32> %197 to <8 x i64>
  %243 = sext <8 x i32> %241 to <8 x i64>
  %244 = add nsw <8 x i64> %242, %243
  %245 = sub i32 1000, %180
  %246 = insertelement <8 x i32> poison, i32 %245, i64 0
  %247 = shufflevector <8 x i32> %246, <8 x i32> poison, <8 x i32> zeroinitializer
  %248 = add <8 x i32> %177, %247
  %249 = zext <8 x i32> %248 to <8 x i64>
  %250 = shl <8 x i64> %249, splat (i64 52)
  %251 = bitcast <8 x i64> %250 to <8 x double>
  %252 = sitofp <8 x i64> %244 to <8 x double>
  %253 = fmul <8 x double> %251, %252
  %254 = bitcast <8 x double> %253 to <8 x i64>
  %255 = lshr <8 x i64> %254, splat (i64 52)
  %256 = and <8 x i64> %255, splat (i64 2047)
  br i1 %66, label %268, label %257

257:
  %258 = sub nsw <8 x i64> splat (i64 897), %256
  %259 = call <8 x i64> @llvm.smax.v8i64(<8 x i64> %258, <8 x i64> zeroinitializer)
  %260 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %259, <8 x i64> splat (i64 34))
  %261 = shl nsw <8 x i64> splat (i64 -536870912), %260
  %262 = and <8 x i64> %261, %254
  %263 = icmp samesign ugt <8 x i64> %256, splat (i64 873)
  %264 = select <8 x i1> %263, <8 x i64> %262, <8 x i64> zeroinitializer
  %265 = bitcast <8 x i64> %264 to <8 x double>
  %266 = fptrunc <8 x double> %265 to <8 x float>
  %267 = bitcast <8 x float> %266 to <8 x i32>
  br label %292

268:
  %269 = call <8 x i64> @llvm.umax.v8i64(<8 x i64> %256, <8 x i64> splat (i64 1009))
  %270 = shl nuw nsw <8 x i64> %269, splat (i64 52)
  %271 = add nuw <8 x i64> %270, splat (i64 191402984163246080)
  %272 = bitcast <8 x i64> %271 to <8 x double>
  %273 = fadd <8 x double> %253, %272
  %274 = fsub <8 x double> %273, %272
  %275 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %274)
  %276 = bitcast <8 x double> %275 to <8 x i64>
  %277 = icmp samesign ugt <8 x i64> %276, splat (i64 4544132024016830463)
  %278 = fmul <8 x double> %275, splat (double 0x4170000000000000)
  %279 = lshr <8 x i64> %276, splat (i64 42)
  %280 = add nsw <8 x i64> %279, splat (i64 -1032192)
  %281 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %280, <8 x i64> splat (i64 31744))
  %282 = fptosi <8 x double> %278 to <8 x i32>
  %283 = trunc nuw nsw <8 x i64> %281 to <8 x i32>
  %284 = select <8 x i1> %277, <8 x i32> %283, <8 x i32> %282
  %285 = lshr <8 x i64> %254, splat (i64 48)
  %286 = trunc nuw nsw <8 x i64> %285 to <8 x i32>
  %287 = and <8 x i32> %286, splat (i32 32768)
  %288 = or <8 x i32> %284, %287
  %289 = and <8 x i32> %284, splat (i32 32767)
  %290 = icmp eq <8 x i32> %289, zeroinitializer
  %291 = select <8 x i1> %290, <8 x i32> zeroinitializer, <8 x i32> %288
  br label %292

292:
  %293 = phi i64 [ 2, %268 ], [ 5, %257 ]
  %294 = phi <8 x i32> [ %291, %268 ], [ %267, %257 ]
  %295 = icmp eq i64 %161, 0
  %296 = select <8 x i1> %160, <8 x i32> %158, <8 x i32> %294
  %297 = select i1 %295, <8 x i32> %294, <8 x i32> %296
  %298 = getelementptr inbounds nuw %struct.Format, ptr @FORMATS, i64 %293
  %299 = getelementptr inbounds nuw i8, ptr %298, i64 8
  %300 = load i32, ptr %299, align 4
  %301 = insertelement <8 x i32> poison, i32 %300, i64 0
  %302 = shufflevector <8 x i32> %301, <8 x i32> poison, <8 x i32> zeroinitializer
  %303 = lshr <8 x i32> %297, %302
  %304 = getelementptr inbounds nuw i8, ptr %298, i64 4
  %305 = load i32, ptr %304, align 4
  %306 = shl nsw i32 -1, %305
  %307 = xor i32 %306, -1
  %308 = load i32, ptr %298, align 4
  %309 = shl nuw i32 1, %308
  %310 = add i32 %309, -1
  %311 = insertelement <8 x i32> poison, i32 %310, i64 0
  %312 = shufflevector <8 x i32> %311, <8 x i32> poison, <8 x i32> zeroinitializer
  %313 = and <8 x i32> %312, %303
  %314 = insertelement <8 x i32> poison, i32 %308, i64 0
  %315 = shufflevector <8 x i32> %314, <8 x i32> poison, <8 x i32> zeroinitializer
  %316 = lshr <8 x i32> %303, %315
  %317 = insertelement <8 x i32> poison, i32 %307, i64 0
  %318 = shufflevector <8 x i32> %317, <8 x i32> poison, <8 x i32> zeroinitializer
  %319 = and <8 x i32> %316, %318
  %320 = icmp eq <8 x i32> %319, zeroinitializer
  %321 = insertelement <8 x i32> poison, i32 %309, i64 0
  %322 = shufflevector <8 x i32> %321, <8 x i32> poison, <8 x i32> zeroinitializer
  %323 = select <8 x i1> %320, <8 x i32> zeroinitializer, <8 x i32> %322
  %324 = or <8 x i32> %323, %313
  %325 = sub i32 23, %308
  %326 = insertelement <8 x i32> poison, i32 %325, i64 0
  %327 = shufflevector <8 x i32> %326, <8 x i32> poison, <8 x i32> zeroinitializer
  %328 = shl <8 x i32> %324, %327
  %329 = add i32 %308, %305
  %330 = insertelement <8 x i32> poison, i32 %329, i64 0
  %331 = shufflevector <8 x i32> %330, <8 x i32> poison, <8 x i32> zeroinitializer
  %332 = lshr <8 x i32> %303, %331
  %333 = and <8 x i32> %332, splat (i32 1)
  %334 = sub nsw <8 x i32> zeroinitializer, %333
  %335 = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %319, <8 x i32> splat (i32 1))
  %336 = lshr i32 %307, 1
  %337 = insertelement <8 x i32> poison, i32 %336, i64 0
  %338 = shufflevector <8 x i32> %337, <8 x i32> poison, <8 x i32> zeroinitializer
  %339 = sub nsw <8 x i32> %335, %338
  %340 = xor <8 x i32> %328, %334
  %341 = add <8 x i32> %340, %333
  %342 = icmp eq <8 x i32> %328, zeroinitializer
  %343 = select <8 x i1> %342, <8 x i32> splat (i32 -100000), <8 x i32> %339
  %344 = icmp eq <8 x i32> %319, %318
  %345 = add i64 %166, %161
  br label %156

346:
  %347 = bitcast <8 x i32> %158 to <8 x float>
  %348 = fpext <8 x float> %347 to <8 x double>
  %349 = bitcast <8 x double> %348 to <8 x i64>
  %350 = lshr <8 x i64> %349, splat (i64 52)
  %351 = and <8 x i64> %350, splat (i64 2047)
  %352 = call <8 x i64> @llvm.umax.v8i64(<8 x i64> %351, <8 x i64> splat (i64 1009))
  %353 = shl nuw nsw <8 x i64> %352, splat (i64 52)
  %354 = add nuw <8 x i64> %353, splat (i64 191402984163246080)
  %355 = bitcast <8 x i64> %354 to <8 x double>
  %356 = fadd <8 x double> %348, %355
  %357 = fsub <8 x double> %356, %355
  %358 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %357)
  %359 = bitcast <8 x double> %358 to <8 x i64>
  %360 = icmp samesign ugt <8 x i64> %359, splat (i64 4544132024016830463)
  %361 = fmul <8 x double> %358, splat (double 0x4170000000000000)
  %362 = lshr <8 x i64> %359, splat (i64 42)
  %363 = add nsw <8 x i64> %362, splat (i64 -1032192)
  %364 = call <8 x i64> @llvm.umin.v8i64(<8 x i64> %363, <8 x i64> splat (i64 31744))
  %365 = fptosi <8 x double> %361 to <8 x i32>
  %366 = trunc nuw nsw <8 x i64> %364 to <8 x i32>
  %367 = select <8 x i1> %360, <8 x i32> %366, <8 x i32> %365
  %368 = lshr <8 x i64> %349, splat (i64 48)
  %369 = trunc nuw nsw <8 x i64> %368 to <8 x i32>
  %370 = and <8 x i32> %369, splat (i32 32768)
  %371 = or <8 x i32> %367, %370
  br label %372

372:
  %373 = phi <8 x i32> [ %158, %163 ], [ %371, %346 ]
  br i1 %142, label %374, label %475

374:
  %375 = getelementptr i64, ptr %34, i64 %91
  %376 = getelementptr i64, ptr %375, i64 %85
  %377 = load <8 x i64>, ptr %376, align 8
  %378 = trunc <8 x i64> %377 to <8 x i32>
  %379 = lshr <8 x i32> %378, %98
  %380 = shl i32 %102, %103
  %381 = shl nsw i32 -1, %124
  %382 = xor i32 %381, -1
  %383 = insertelement <8 x i32> poison, i32 %382, i64 0
  %384 = shufflevector <8 x i32> %383, <8 x i32> poison, <8 x i32> zeroinitializer
  %385 = and <8 x i32> %379, %384
  %386 = icmp eq <8 x i32> %385, zeroinitializer
  %387 = insertelement <8 x i32> poison, i32 %380, i64 0
  %388 = shufflevector <8 x i32> %387, <8 x i32> poison, <8 x i32> zeroinitializer
  %389 = icmp eq <8 x i32> %385, %388
  %390 = select <8 x i1> %386, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %391 = select <8 x i1> %389, <8 x i32> splat (i32 2139095040), <8 x i32> %390
  %392 = icmp ugt <8 x i32> %385, %388
  %393 = select <8 x i1> %392, <8 x i32> splat (i32 2143289344), <8 x i32> %391
  %394 = lshr <8 x i32> %379, %126
  %395 = shl <8 x i32> %394, splat (i32 31)
  %396 = or disjoint <8 x i32> %393, %395
  %397 = bitcast <8 x i32> %396 to <8 x float>
  %398 = getelementptr i64, ptr %30, i64 %155
  %399 = getelementptr i64, ptr %32, i64 %85
  br label %400

400:
  %401 = phi i64 [ 0, %374 ], [ %459, %406 ]
  %402 = phi <8 x float> [ %397, %374 ], [ %458, %406 ]
  %403 = icmp eq i64 %401, %154
  br i1 %403, label %404, label %406

404:
  %405 = bitcast <8 x float> %402 to <8 x i32>
  br i1 %72, label %460, label %464

406:
  %407 = getelementptr i64, ptr %398, i64 %401
  %408 = load i64, ptr %407, align 8
  %409 = trunc i64 %408 to i32
  %410 = load i32, ptr %76, align 4
  %411 = insertelement <8 x i32> poison, i32 %410, i64 0
  %412 = shufflevector <8 x i32> %411, <8 x i32> poison, <8 x i32> zeroinitializer
  %413 = lshr i32 %409, %410
  %414 = insertelement <8 x i32> poison, i32 %413, i64 0
  %415 = shufflevector <8 x i32> %414, <8 x i32> poison, <8 x i32> zeroinitializer
  %416 = load i32, ptr %75, align 4
  %417 = load i32, ptr %77, align 4
  %418 = add i32 %417, %416
  %419 = shl nsw i32 -1, %417
  %420 = xor i32 %419, -1
  %421 = shl i32 %420, %416
  %422 = shl nsw i32 -1, %418
  %423 = xor i32 %422, -1
  %424 = insertelement <8 x i32> poison, i32 %423, i64 0
  %425 = shufflevector <8 x i32> %424, <8 x i32> poison, <8 x i32> zeroinitializer
  %426 = and <8 x i32> %425, %415
  %427 = icmp eq <8 x i32> %426, zeroinitializer
  %428 = insertelement <8 x i32> poison, i32 %421, i64 0
  %429 = shufflevector <8 x i32> %428, <8 x i32> poison, <8 x i32> zeroinitializer
  %430 = icmp eq <8 x i32> %426, %429
  %431 = select <8 x i1> %427, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %432 = select <8 x i1> %430, <8 x i32> splat (i32 2139095040), <8 x i32> %431
  %433 = icmp ugt <8 x i32> %426, %429
  %434 = select <8 x i1> %433, <8 x i32> splat (i32 2143289344), <8 x i32> %432
  %435 = insertelement <8 x i32> poison, i32 %418, i64 0
  %436 = shufflevector <8 x i32> %435, <8 x i32> poison, <8 x i32> zeroinitializer
  %437 = lshr <8 x i32> %415, %436
  %438 = shl <8 x i32> %437, splat (i32 31)
  %439 = or disjoint <8 x i32> %434, %438
  %440 = bitcast <8 x i32> %439 to <8 x float>
  %441 = mul i64 %401, %90
  %442 = getelementptr i64, ptr %399, i64 %441
  %443 = load <8 x i64>, ptr %442, align 8
  %444 = trunc <8 x i64> %443 to <8 x i32>
  %445 = lshr <8 x i32> %444, %412
  %446 = and <8 x i32> %425, %445
  %447 = icmp eq <8 x i32> %446, zeroinitializer
  %448 = icmp eq <8 x i32> %446, %429
  %449 = select <8 x i1> %447, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1065353216)
  %450 = select <8 x i1> %448, <8 x i32> splat (i32 2139095040), <8 x i32> %449
  %451 = icmp ugt <8 x i32> %446, %429
  %452 = select <8 x i1> %451, <8 x i32> splat (i32 2143289344), <8 x i32> %450
  %453 = lshr <8 x i32> %445, %436
  %454 = shl <8 x i32> %453, splat (i32 31)
  %455 = or disjoint <8 x i32> %452, %454
  %456 = bitcast <8 x i32> %455 to <8 x float>
  %457 = fmul <8 x float> %440, %456
  %458 = fadd <8 x float> %402, %457
  %459 = add i64 %401, 1
  br label %400

460:
  %461 = lshr <8 x i32> %405, splat (i32 16)
  %462 = and <8 x i32> %461, splat (i32 32768)
  %463 = or disjoint <8 x i32> %462, splat (i32 31744)
  br label %464

464:
  %465 = phi i32 [ 32767, %460 ], [ 2147483647, %404 ]
  %466 = phi <8 x i32> [ %463, %460 ], [ %405, %404 ]
  %467 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %402)
  %468 = bitcast <8 x float> %467 to <8 x i32>
  %469 = icmp eq <8 x i32> %468, splat (i32 2139095040)
  %470 = select <8 x i1> %469, <8 x i32> %466, <8 x i32> %373
  %471 = icmp samesign ult <8 x i32> %468, splat (i32 2139095041)
  %472 = insertelement <8 x i32> poison, i32 %465, i64 0
  %473 = shufflevector <8 x i32> %472, <8 x i32> poison, <8 x i32> zeroinitializer
  %474 = select <8 x i1> %471, <8 x i32> %470, <8 x i32> %473
  br label %475

475:
  %476 = phi <8 x i32> [ %474, %464 ], [ %373, %372 ]
  %477 = zext <8 x i32> %476 to <8 x i64>
  %478 = getelementptr inbounds nuw i64, ptr %78, i64 %92
  store <8 x i64> %477, ptr %478, align 8
  %479 = add i64 %85, 8
  br label %84
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
