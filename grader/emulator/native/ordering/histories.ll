@shared_history = external constant i64, align 8
@shared_granule = external constant i64, align 8
@shared_stride = external constant i64, align 8
@CONFLICTS = internal constant [9 x i8] c"\00\0F\05\00\03\00\00\00\01", align 1
@STANDS_FOR = internal constant [9 x i8] c"\00\0F\0A\00\0C\00\00\00\08", align 1

define internal void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %11 = load i64, ptr %10, align 8
  %12 = shl i64 %11, 8
  %13 = and i64 %4, 31
  %14 = or disjoint i64 %12, %13
  %15 = and i64 %4, 15
  %16 = and i64 %4, 16
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %25, label %18

18:
  %19 = getelementptr inbounds nuw i8, ptr @CONFLICTS, i64 %15
  %20 = load i8, ptr %19, align 1
  %21 = trunc i64 %4 to i8
  %22 = lshr i8 %21, 3
  %23 = and i8 %22, 4
  %24 = or i8 %20, %23
  br label %80

25:
  %26 = load i32, ptr %2, align 8
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %28 = load ptr, ptr %27, align 8
  %29 = zext i32 %26 to i64
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, %14
  br i1 %32, label %33, label %51

33:
  %34 = getelementptr inbounds nuw i8, ptr %30, i64 24
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %39, label %37

37:
  %38 = getelementptr inbounds nuw i8, ptr %30, i64 40
  br label %46

39:
  %40 = getelementptr inbounds nuw i8, ptr %30, i64 32
  %41 = getelementptr inbounds nuw i8, ptr %30, i64 12
  %42 = load i32, ptr %41, align 4
  %43 = add i32 %42, -1
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i64, ptr %40, i64 %44
  br label %46

46:
  %47 = phi ptr [ %38, %37 ], [ %45, %39 ]
  %48 = load i64, ptr %47, align 8
  %49 = xor i64 %48, %3
  %50 = icmp ult i64 %49, 65536
  br i1 %50, label %493, label %51

51:
  %52 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %53 = load i32, ptr %52, align 4
  %54 = getelementptr inbounds nuw i8, ptr @CONFLICTS, i64 %15
  %55 = load i8, ptr %54, align 1
  %56 = trunc i64 %4 to i8
  %57 = lshr i8 %56, 3
  %58 = and i8 %57, 4
  %59 = or i8 %55, %58
  %60 = zext i8 %59 to i32
  %61 = and i32 %53, %60
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %63, label %80

63:
  %64 = lshr i32 %53, 8
  %65 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %66 = load i32, ptr %65, align 8
  %67 = icmp ult i32 %64, %66
  br i1 %67, label %68, label %80

68:
  %69 = trunc nuw nsw i64 %15 to i32
  %70 = or i32 %53, %69
  store i32 %70, ptr %52, align 4
  %71 = icmp ugt i32 %53, 164095
  br i1 %71, label %76, label %72

72:
  %73 = tail call i32 @insert(ptr %0, ptr %2, i64 %14, i64 %3)
  %74 = shl nuw nsw i32 %73, 8
  %75 = load i32, ptr %52, align 4
  br label %76

76:
  %77 = phi i32 [ %75, %72 ], [ %70, %68 ]
  %78 = phi i32 [ %74, %72 ], [ 256, %68 ]
  %79 = add i32 %77, %78
  store i32 %79, ptr %52, align 4
  br label %486

80:
  %81 = phi i8 [ %24, %18 ], [ %59, %63 ], [ %59, %51 ]
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %83 = load ptr, ptr %82, align 8
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 56
  %85 = load i64, ptr %84, align 8
  %86 = icmp eq i64 %85, 0
  %87 = trunc nuw nsw i64 %15 to i8
  %88 = getelementptr inbounds nuw i8, ptr @STANDS_FOR, i64 %15
  %89 = load i8, ptr %88, align 1
  %90 = icmp ne i64 %13, 2
  br i1 %86, label %91, label %97

91:
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %93 = load i64, ptr %92, align 8
  %94 = lshr i64 %93, 32
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %96 = load i64, ptr %95, align 8
  br label %97

97:
  %98 = phi i64 [ %94, %91 ], [ 4294967296, %80 ]
  %99 = phi i64 [ %96, %91 ], [ 4294967296, %80 ]
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %101 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %102 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %103 = getelementptr inbounds nuw i8, ptr %1, i64 144
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %105 = zext i8 %89 to i64
  %106 = lshr i64 %3, 16
  %107 = and i64 %106, 65535
  %108 = zext i8 %81 to i64
  %109 = icmp eq i64 %8, 256
  br label %110

110:
  %111 = phi ptr [ %203, %445 ], [ null, %97 ]
  %112 = phi i64 [ %320, %445 ], [ 0, %97 ]
  %113 = phi i8 [ %449, %445 ], [ 0, %97 ]
  %114 = phi ptr [ %450, %445 ], [ %2, %97 ]
  %115 = phi ptr [ %311, %445 ], [ null, %97 ]
  %116 = phi i1 [ %312, %445 ], [ false, %97 ]
  br label %117

117:
  %118 = phi ptr [ %203, %451 ], [ %111, %110 ]
  %119 = phi ptr [ %452, %451 ], [ %115, %110 ]
  %120 = phi i64 [ %453, %451 ], [ %112, %110 ]
  %121 = phi i1 [ %454, %451 ], [ %116, %110 ]
  %122 = phi ptr [ %455, %451 ], [ %115, %110 ]
  %123 = phi i1 [ %456, %451 ], [ %116, %110 ]
  %124 = load i32, ptr %114, align 4
  %125 = icmp eq i32 %124, 0
  br i1 %125, label %457, label %126

126:
  %127 = load ptr, ptr %100, align 8
  %128 = zext i32 %124 to i64
  %129 = getelementptr inbounds nuw i8, ptr %127, i64 %128
  %130 = icmp ne ptr %118, null
  %131 = load i64, ptr %129, align 8
  %132 = and i64 %131, 31
  %133 = icmp ne i64 %132, 2
  %134 = select i1 %130, i1 true, i1 %133
  %135 = or i1 %90, %134
  %136 = select i1 %134, ptr %118, ptr %114
  br i1 %135, label %202, label %137

137:
  %138 = load i32, ptr %101, align 4
  %139 = lshr i32 %138, 8
  %140 = load i32, ptr %102, align 8
  %141 = icmp ult i32 %139, %140
  br i1 %141, label %142, label %202

142:
  %143 = zext nneg i8 %113 to i32
  %144 = and i32 %138, -6
  %145 = or i32 %144, %143
  store i32 %145, ptr %101, align 4
  %146 = load i32, ptr %114, align 4
  %147 = load ptr, ptr %100, align 8
  %148 = zext i32 %146 to i64
  %149 = getelementptr inbounds nuw i8, ptr %147, i64 %148
  %150 = load i64, ptr %149, align 8
  %151 = icmp eq i64 %150, %14
  br i1 %151, label %152, label %193

152:
  %153 = getelementptr inbounds nuw i8, ptr %149, i64 24
  %154 = load i64, ptr %153, align 8
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %156, label %166

156:
  %157 = getelementptr inbounds nuw i8, ptr %149, i64 32
  %158 = getelementptr inbounds nuw i8, ptr %149, i64 12
  %159 = load i32, ptr %158, align 4
  %160 = add i32 %159, -1
  %161 = zext i32 %160 to i64
  %162 = getelementptr inbounds nuw i64, ptr %157, i64 %161
  %163 = load i64, ptr %162, align 8
  %164 = xor i64 %163, %3
  %165 = icmp ult i64 %164, 65536
  br i1 %165, label %486, label %193

166:
  %167 = getelementptr inbounds nuw i8, ptr %149, i64 40
  %168 = load i64, ptr %167, align 8
  %169 = xor i64 %168, %3
  %170 = icmp ult i64 %169, 65536
  br i1 %170, label %486, label %171

171:
  %172 = getelementptr inbounds nuw i8, ptr %149, i64 12
  %173 = load i32, ptr %172, align 4
  %174 = icmp eq i32 %173, 2
  br i1 %174, label %177, label %175

175:
  %176 = sub i64 %3, %168
  br label %185

177:
  %178 = getelementptr inbounds nuw i8, ptr %149, i64 32
  %179 = sub i64 %3, %168
  %180 = load i64, ptr %178, align 8
  %181 = sub i64 %168, %180
  %182 = icmp eq i64 %179, %181
  br i1 %182, label %183, label %185

183:
  store i64 %179, ptr %153, align 8
  %184 = icmp eq i64 %179, 0
  br i1 %184, label %189, label %188

185:
  %186 = phi i64 [ %176, %175 ], [ %179, %177 ]
  %187 = icmp eq i64 %186, %154
  br i1 %187, label %188, label %193

188:
  store i64 %3, ptr %167, align 8
  br label %191

189:
  %190 = getelementptr inbounds nuw i8, ptr %149, i64 48
  store i64 %3, ptr %190, align 8
  br label %191

191:
  %192 = add i32 %173, 1
  store i32 %192, ptr %172, align 4
  br label %486

193:
  %194 = tail call i32 @insert(ptr %0, ptr %114, i64 %14, i64 %3)
  %195 = load i32, ptr %101, align 4
  %196 = shl nuw nsw i32 %194, 8
  %197 = add i32 %195, %196
  %198 = and i32 %197, -256
  %199 = and i32 %195, 253
  %200 = or disjoint i32 %199, %198
  %201 = or disjoint i32 %200, 2
  store i32 %201, ptr %101, align 4
  br label %486

202:
  %203 = phi ptr [ %114, %137 ], [ %136, %126 ]
  %204 = lshr i64 %131, 8
  %205 = load i64, ptr %10, align 8
  %206 = icmp ne i64 %204, %205
  %207 = and i64 %131, 16
  %208 = icmp ne i64 %207, 0
  %209 = or i1 %208, %206
  %210 = and i64 %131, %105
  %211 = icmp eq i64 %210, 0
  %212 = select i1 %209, i1 true, i1 %211
  br i1 %212, label %213, label %216

213:
  %214 = getelementptr inbounds nuw i8, ptr %129, i64 24
  %215 = load i64, ptr %214, align 8
  br label %271

216:
  %217 = load ptr, ptr %103, align 8
  %218 = icmp eq ptr %217, null
  br i1 %218, label %224, label %219

219:
  %220 = getelementptr inbounds nuw i8, ptr %217, i64 32
  %221 = load i64, ptr %104, align 8
  %222 = mul i64 %221, %204
  %223 = getelementptr inbounds nuw i32, ptr %220, i64 %222
  br label %224

224:
  %225 = phi ptr [ %223, %219 ], [ null, %216 ]
  %226 = getelementptr inbounds nuw i8, ptr %129, i64 24
  %227 = load i64, ptr %226, align 8
  %228 = icmp ne i64 %227, 0
  %229 = getelementptr inbounds nuw i8, ptr %129, i64 32
  %230 = load i64, ptr %229, align 8
  %231 = lshr i64 %230, 32
  %232 = icmp samesign ult i64 %231, %98
  %233 = select i1 %228, i1 %232, i1 false
  br i1 %233, label %234, label %239

234:
  %235 = getelementptr inbounds nuw i8, ptr %129, i64 40
  %236 = load i64, ptr %235, align 8
  %237 = lshr i64 %236, 32
  %238 = icmp samesign ult i64 %237, %98
  br i1 %238, label %451, label %239

239:
  %240 = getelementptr inbounds nuw i8, ptr %129, i64 12
  %241 = load i32, ptr %240, align 4
  %242 = icmp eq ptr %225, null
  %243 = zext i32 %241 to i64
  br label %244

244:
  %245 = phi i64 [ %269, %268 ], [ 0, %239 ]
  %246 = phi i64 [ %270, %268 ], [ %230, %239 ]
  %247 = icmp eq i64 %245, %243
  br i1 %247, label %451, label %248

248:
  br i1 %228, label %252, label %249

249:
  %250 = getelementptr inbounds nuw i64, ptr %229, i64 %245
  %251 = load i64, ptr %250, align 8
  br label %252

252:
  %253 = phi i64 [ %251, %249 ], [ %246, %248 ]
  %254 = lshr i64 %253, 32
  %255 = icmp samesign ult i64 %254, %98
  br i1 %255, label %268, label %256

256:
  br i1 %242, label %264, label %257

257:
  %258 = lshr i64 %253, 16
  %259 = and i64 %258, 65535
  %260 = getelementptr inbounds nuw i32, ptr %225, i64 %259
  %261 = load i32, ptr %260, align 4
  %262 = zext i32 %261 to i64
  %263 = icmp samesign ult i64 %254, %262
  br i1 %263, label %268, label %264

264:
  %265 = xor i64 %253, %3
  %266 = and i64 %265, 4294901760
  %267 = icmp eq i64 %266, 0
  br i1 %267, label %268, label %271

268:
  %269 = add nuw nsw i64 %245, 1
  %270 = add i64 %246, %227
  br label %244

271:
  %272 = phi i64 [ %215, %213 ], [ %227, %264 ]
  %273 = icmp eq i64 %272, 0
  br i1 %273, label %305, label %274

274:
  %275 = getelementptr inbounds nuw i8, ptr %129, i64 24
  %276 = getelementptr inbounds nuw i8, ptr %129, i64 32
  %277 = load i64, ptr %276, align 8
  %278 = getelementptr inbounds nuw i8, ptr %129, i64 12
  %279 = load i32, ptr %278, align 4
  store i64 0, ptr %275, align 8
  store i32 1, ptr %278, align 4
  br label %280

280:
  %281 = phi i64 [ %294, %301 ], [ %277, %274 ]
  %282 = phi ptr [ %304, %301 ], [ %129, %274 ]
  %283 = phi i32 [ %290, %301 ], [ %279, %274 ]
  %284 = icmp ne ptr %282, null
  %285 = getelementptr inbounds nuw i8, ptr %282, i64 12
  %286 = getelementptr inbounds nuw i8, ptr %282, i64 32
  br label %287

287:
  %288 = phi i64 [ %294, %297 ], [ %281, %280 ]
  %289 = phi i32 [ %290, %297 ], [ %283, %280 ]
  %290 = add i32 %289, -1
  %291 = icmp ne i32 %290, 0
  %292 = and i1 %291, %284
  br i1 %292, label %293, label %305

293:
  %294 = add i64 %288, %272
  %295 = load i32, ptr %285, align 4
  %296 = icmp ult i32 %295, 4
  br i1 %296, label %297, label %301

297:
  %298 = add nuw nsw i32 %295, 1
  store i32 %298, ptr %285, align 4
  %299 = zext nneg i32 %295 to i64
  %300 = getelementptr inbounds nuw i64, ptr %286, i64 %299
  store i64 %294, ptr %300, align 8
  br label %287

301:
  %302 = getelementptr inbounds nuw i8, ptr %282, i64 8
  %303 = load i64, ptr %282, align 8
  %304 = tail call ptr @new_node(ptr %0, ptr %302, i64 %303, i64 %294)
  br label %280

305:
  %306 = phi ptr [ %122, %271 ], [ %119, %287 ]
  %307 = phi i1 [ %123, %271 ], [ %121, %287 ]
  %308 = getelementptr inbounds nuw i8, ptr %129, i64 12
  %309 = getelementptr inbounds nuw i8, ptr %129, i64 32
  br label %310

310:
  %311 = phi ptr [ %442, %441 ], [ %306, %305 ]
  %312 = phi i1 [ %417, %441 ], [ %307, %305 ]
  %313 = phi i64 [ %444, %441 ], [ 0, %305 ]
  %314 = phi i32 [ %443, %441 ], [ 0, %305 ]
  %315 = load i32, ptr %308, align 4
  %316 = zext i32 %315 to i64
  %317 = icmp samesign ult i64 %313, %316
  br i1 %317, label %322, label %318

318:
  store i32 %314, ptr %308, align 4
  %319 = zext i32 %314 to i64
  %320 = add i64 %120, %319
  %321 = icmp eq i32 %314, 0
  br i1 %321, label %451, label %445

322:
  %323 = getelementptr inbounds nuw i64, ptr %309, i64 %313
  %324 = load i64, ptr %323, align 8
  %325 = load i64, ptr %129, align 8
  %326 = and i64 %325, 15
  %327 = lshr i64 %325, 8
  %328 = lshr i64 %324, 16
  %329 = and i64 %328, 65535
  %330 = load i64, ptr %10, align 8
  %331 = icmp eq i64 %327, %330
  br i1 %331, label %336, label %332

332:
  %333 = lshr i64 %324, 32
  %334 = icmp eq i64 %333, 4294967295
  %335 = load ptr, ptr %103, align 8
  br label %364

336:
  %337 = icmp eq i64 %329, %107
  %338 = lshr i64 %324, 32
  %339 = and i64 %325, 16
  %340 = icmp eq i64 %339, 0
  br i1 %340, label %341, label %344

341:
  %342 = icmp eq i64 %338, 4294967295
  %343 = load ptr, ptr %103, align 8
  br label %350

344:
  %345 = tail call i64 @copy_time(ptr %0, ptr %129)
  %346 = load i64, ptr %10, align 8
  %347 = icmp eq i64 %327, %346
  %348 = icmp eq i64 %345, 4294967295
  %349 = load ptr, ptr %103, align 8
  br i1 %347, label %350, label %364

350:
  %351 = phi ptr [ %343, %341 ], [ %349, %344 ]
  %352 = phi i1 [ %342, %341 ], [ %348, %344 ]
  %353 = phi i64 [ %338, %341 ], [ %345, %344 ]
  %354 = icmp eq ptr %351, null
  br i1 %354, label %384, label %355

355:
  %356 = getelementptr inbounds nuw i8, ptr %351, i64 32
  %357 = load i64, ptr %104, align 8
  %358 = mul i64 %357, %327
  %359 = getelementptr i32, ptr %356, i64 %358
  %360 = getelementptr i32, ptr %359, i64 %329
  %361 = load i32, ptr %360, align 4
  %362 = zext i32 %361 to i64
  %363 = tail call i64 @llvm.umax.i64(i64 %362, i64 %98)
  br i1 %352, label %392, label %385

364:
  %365 = phi ptr [ %335, %332 ], [ %349, %344 ]
  %366 = phi i1 [ %334, %332 ], [ %348, %344 ]
  %367 = phi i64 [ %333, %332 ], [ %345, %344 ]
  %368 = phi i1 [ false, %332 ], [ %337, %344 ]
  %369 = phi i64 [ %333, %332 ], [ %338, %344 ]
  %370 = icmp eq ptr %365, null
  br i1 %370, label %382, label %371

371:
  %372 = load i64, ptr %104, align 8
  %373 = icmp eq i64 %372, 0
  br i1 %373, label %382, label %374

374:
  %375 = getelementptr inbounds nuw i8, ptr %365, i64 32
  %376 = mul i64 %372, %327
  %377 = getelementptr i32, ptr %375, i64 %376
  %378 = getelementptr i32, ptr %377, i64 %329
  %379 = load i32, ptr %378, align 4
  %380 = zext i32 %379 to i64
  %381 = tail call i64 @llvm.umax.i64(i64 %380, i64 %99)
  br label %382

382:
  %383 = phi i64 [ %381, %374 ], [ %99, %371 ], [ %99, %364 ]
  br i1 %366, label %392, label %385

384:
  br i1 %352, label %392, label %385

385:
  %386 = phi i64 [ %383, %382 ], [ %98, %384 ], [ %363, %355 ]
  %387 = phi i64 [ %369, %382 ], [ %338, %384 ], [ %338, %355 ]
  %388 = phi i1 [ %368, %382 ], [ %337, %384 ], [ %337, %355 ]
  %389 = phi i64 [ %367, %382 ], [ %353, %384 ], [ %353, %355 ]
  %390 = icmp ult i64 %389, %386
  %391 = select i1 %388, i1 true, i1 %390
  br label %392

392:
  %393 = phi i64 [ %98, %384 ], [ %386, %385 ], [ %383, %382 ], [ %363, %355 ]
  %394 = phi i64 [ %338, %384 ], [ %387, %385 ], [ %369, %382 ], [ %338, %355 ]
  %395 = phi i1 [ %337, %384 ], [ %388, %385 ], [ %368, %382 ], [ %337, %355 ]
  %396 = phi i64 [ %353, %384 ], [ %389, %385 ], [ %367, %382 ], [ %353, %355 ]
  %397 = phi i1 [ true, %384 ], [ false, %385 ], [ true, %382 ], [ true, %355 ]
  %398 = phi i1 [ false, %384 ], [ %391, %385 ], [ false, %382 ], [ false, %355 ]
  %399 = and i64 %326, %108
  %400 = icmp ne i64 %399, 0
  %401 = xor i1 %400, true
  %402 = select i1 %401, i1 true, i1 %398
  br i1 %402, label %416, label %403

403:
  %404 = icmp ult i64 %394, %393
  %405 = select i1 %395, i1 true, i1 %404
  %406 = select i1 %397, i1 %405, i1 false
  %407 = select i1 %406, i64 32, i64 0
  %408 = tail call i1 @told_by_flag(ptr %0, ptr %1, i64 %327, i64 %329, i64 %396)
  %409 = select i1 %408, i64 16, i64 0
  %410 = shl i64 %327, 16
  %411 = add i64 %410, 65536
  %412 = or disjoint i64 %407, %411
  %413 = or disjoint i64 %409, %412
  %414 = or i64 %8, %413
  %415 = or i64 %414, %326
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %5, i64 %6, i64 %7, i64 %324, i64 %415)
  br label %416

416:
  %417 = phi i1 [ true, %403 ], [ %312, %392 ]
  %418 = xor i1 %397, true
  %419 = icmp ult i64 %396, %98
  %420 = select i1 %418, i1 %419, i1 false
  %421 = and i1 %109, %420
  br i1 %421, label %441, label %422

422:
  %423 = and i64 %326, %105
  %424 = icmp ne i64 %423, 0
  %425 = or i1 %400, %398
  %426 = select i1 %424, i1 %425, i1 false
  br i1 %426, label %441, label %427

427:
  %428 = zext i32 %314 to i64
  %429 = getelementptr inbounds nuw i64, ptr %309, i64 %428
  store i64 %324, ptr %429, align 8
  br i1 %17, label %430, label %438

430:
  %431 = load i64, ptr %129, align 8
  %432 = icmp eq i64 %431, %14
  br i1 %432, label %433, label %438

433:
  %434 = xor i64 %324, %3
  %435 = and i64 %434, 4292870144
  %436 = icmp eq i64 %435, 0
  %437 = select i1 %436, ptr %429, ptr %311
  br label %438

438:
  %439 = phi ptr [ %311, %427 ], [ %437, %433 ], [ %311, %430 ]
  %440 = add i32 %314, 1
  br label %441

441:
  %442 = phi ptr [ %439, %438 ], [ %311, %422 ], [ %311, %416 ]
  %443 = phi i32 [ %440, %438 ], [ %314, %422 ], [ %314, %416 ]
  %444 = add nuw nsw i64 %313, 1
  br label %310

445:
  %446 = load i64, ptr %129, align 8
  %447 = trunc i64 %446 to i8
  %448 = and i8 %447, 15
  %449 = or i8 %448, %113
  %450 = getelementptr inbounds nuw i8, ptr %129, i64 8
  br label %110

451:
  %452 = phi ptr [ %119, %234 ], [ %311, %318 ], [ %119, %244 ]
  %453 = phi i64 [ %120, %234 ], [ %320, %318 ], [ %120, %244 ]
  %454 = phi i1 [ %121, %234 ], [ %312, %318 ], [ %121, %244 ]
  %455 = phi ptr [ %122, %234 ], [ %311, %318 ], [ %122, %244 ]
  %456 = phi i1 [ %123, %234 ], [ %312, %318 ], [ %123, %244 ]
  tail call void @free_node(ptr %0, ptr %114)
  br label %117

457:
  %458 = icmp ugt i64 %120, 64
  %459 = select i1 %121, i1 %458, i1 false
  br i1 %459, label %460, label %464

460:
  tail call void @free_list(ptr %0, ptr %2)
  %461 = trunc nuw nsw i64 %15 to i32
  %462 = or disjoint i32 %461, 256
  store i32 %462, ptr %101, align 4
  store i32 16, ptr %102, align 8
  %463 = tail call i32 @insert(ptr %0, ptr %2, i64 %14, i64 %3)
  br label %486

464:
  %465 = or i8 %113, %87
  %466 = zext nneg i8 %465 to i32
  %467 = trunc i64 %120 to i32
  %468 = shl i32 %467, 8
  %469 = add i32 %468, 256
  %470 = or disjoint i32 %469, %466
  store i32 %470, ptr %101, align 4
  %471 = shl i32 %467, 1
  %472 = add i32 %471, 16
  store i32 %472, ptr %102, align 8
  %473 = icmp ugt i64 %120, 320
  br i1 %473, label %474, label %481

474:
  %475 = icmp eq ptr %119, null
  br i1 %475, label %477, label %476

476:
  store i64 %3, ptr %119, align 8
  br label %486

477:
  %478 = icmp ult i64 %120, 641
  %479 = icmp eq i64 %15, 1
  %480 = or i1 %479, %478
  br i1 %480, label %481, label %493

481:
  %482 = icmp eq ptr %118, null
  %483 = select i1 %482, ptr %114, ptr %118
  %484 = select i1 %90, ptr %2, ptr %483
  %485 = tail call i32 @insert(ptr %0, ptr %484, i64 %14, i64 %3)
  br label %486

486:
  %487 = icmp eq i64 %15, 1
  br i1 %487, label %488, label %493

488:
  %489 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %490 = load ptr, ptr %489, align 8
  %491 = icmp eq ptr %490, null
  br i1 %491, label %493, label %492

492:
  tail call void @set_row(ptr %0, ptr %489, ptr null)
  br label %493

493:
  ret void
}

define internal i32 @insert(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = load i32, ptr %1, align 4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %7 = load ptr, ptr %6, align 8
  %8 = zext i32 %5 to i64
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 %8
  %10 = and i64 %2, 16
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %20, label %12

12:
  %13 = tail call ptr @new_node(ptr %0, ptr %1, i64 %2, i64 %3)
  %14 = icmp eq ptr %13, null
  br i1 %14, label %58, label %15

15:
  %16 = lshr i64 %3, 16
  %17 = and i64 %16, 65535
  %18 = tail call i64 @open_group(ptr %0, i64 %17)
  %19 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %18, ptr %19, align 8
  br label %58

20:
  %21 = load i64, ptr %9, align 8
  %22 = icmp eq i64 %21, %2
  br i1 %22, label %23, label %53

23:
  %24 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %25, 2
  br i1 %26, label %27, label %37

27:
  %28 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %29 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %30 = load i64, ptr %29, align 8
  %31 = sub i64 %3, %30
  %32 = load i64, ptr %28, align 8
  %33 = sub i64 %30, %32
  %34 = icmp eq i64 %31, %33
  br i1 %34, label %35, label %37

35:
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 24
  store i64 %31, ptr %36, align 8
  br label %37

37:
  %38 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %47, label %41

41:
  %42 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %43 = load i64, ptr %42, align 8
  %44 = sub i64 %3, %43
  %45 = icmp eq i64 %44, %39
  br i1 %45, label %46, label %53

46:
  store i64 %3, ptr %42, align 8
  br label %55

47:
  %48 = icmp ugt i32 %25, 3
  br i1 %48, label %53, label %49

49:
  %50 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %51 = zext nneg i32 %25 to i64
  %52 = getelementptr inbounds nuw i64, ptr %50, i64 %51
  store i64 %3, ptr %52, align 8
  br label %55

53:
  %54 = tail call ptr @new_node(ptr %0, ptr %1, i64 %2, i64 %3)
  br label %58

55:
  %56 = add i32 %25, 1
  store i32 %56, ptr %24, align 4
  %57 = zext i1 %40 to i32
  br label %58

58:
  %59 = phi i32 [ %57, %55 ], [ 1, %12 ], [ 1, %15 ], [ 1, %53 ]
  ret i32 %59
}

declare void @set_row(ptr, ptr, ptr)

define internal void @poll(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, ptr %9) {
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 168
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, %2
  br i1 %13, label %14, label %24

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 176
  %16 = load i64, ptr %15, align 8
  %17 = xor i64 %16, %3
  %18 = icmp ult i64 %17, 65536
  br i1 %18, label %19, label %24

19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 184
  %21 = load i64, ptr %20, align 8
  %22 = load i64, ptr %9, align 8
  %23 = icmp eq i64 %21, %22
  br i1 %23, label %28, label %24

24:
  store ptr %2, ptr %11, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 176
  store i64 %3, ptr %25, align 8
  %26 = load i64, ptr %9, align 8
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 184
  store i64 %26, ptr %27, align 8
  tail call void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8)
  br label %28

28:
  ret void
}

define internal void @forget_shared(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @shared_history, align 8
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %7 = load i64, ptr @shared_granule, align 8
  %8 = load i64, ptr @shared_stride, align 8
  br label %9

9:
  %10 = phi i64 [ 0, %1 ], [ %23, %21 ]
  %11 = phi ptr [ %5, %1 ], [ %24, %21 ]
  %12 = load i64, ptr %6, align 8
  %13 = icmp ult i64 %10, %12
  br i1 %13, label %15, label %14

14:
  ret void

15:
  %16 = load i32, ptr %11, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %21, label %18

18:
  tail call void @free_list(ptr %0, ptr %11)
  %19 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 0, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 0, ptr %20, align 4
  br label %21

21:
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 16
  tail call void @set_row(ptr %0, ptr %22, ptr null)
  %23 = add i64 %7, %10
  %24 = getelementptr inbounds nuw i8, ptr %11, i64 %8
  br label %9
}

define internal void @free_list(ptr %0, ptr %1) {
  br label %3

3:
  %4 = load i32, ptr %1, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %7, label %6

6:
  tail call void @free_node(ptr %0, ptr %1)
  br label %3

7:
  ret void
}

define internal i1 @read_quietly(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %6 = load i64, ptr %5, align 8
  %7 = shl i64 %6, 8
  %8 = load i32, ptr %2, align 4
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %10 = load ptr, ptr %9, align 8
  %11 = zext i32 %8 to i64
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %14 = load i32, ptr %13, align 4
  %15 = lshr i32 %14, 8
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %17 = load i32, ptr %16, align 8
  %18 = icmp ult i32 %15, %17
  br i1 %18, label %19, label %127

19:
  %20 = load i64, ptr %12, align 8
  %21 = or disjoint i64 %7, 1
  %22 = icmp eq i64 %20, %21
  br i1 %22, label %23, label %59

23:
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 12
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %25, 1
  br i1 %26, label %27, label %59

27:
  %28 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %31 = load i64, ptr %30, align 8
  %32 = icmp ult i64 %29, %31
  br i1 %32, label %54, label %33

33:
  %34 = lshr i64 %29, 16
  %35 = and i64 %34, 65535
  %36 = lshr i64 %3, 16
  %37 = and i64 %36, 65535
  %38 = icmp eq i64 %35, %37
  br i1 %38, label %54, label %39

39:
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 144
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %127, label %43

43:
  %44 = lshr i64 %29, 32
  %45 = getelementptr inbounds nuw i8, ptr %41, i64 32
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %47 = load i64, ptr %46, align 8
  %48 = mul i64 %47, %6
  %49 = getelementptr i32, ptr %45, i64 %48
  %50 = getelementptr i32, ptr %49, i64 %35
  %51 = load i32, ptr %50, align 4
  %52 = zext i32 %51 to i64
  %53 = icmp samesign ult i64 %44, %52
  br i1 %53, label %54, label %127

54:
  %55 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %56 = load i32, ptr %55, align 4
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds nuw i8, ptr %10, i64 %57
  br label %59

59:
  %60 = phi i32 [ %56, %54 ], [ %8, %19 ], [ %8, %23 ]
  %61 = phi ptr [ %55, %54 ], [ %2, %19 ], [ %2, %23 ]
  %62 = phi ptr [ %58, %54 ], [ %12, %19 ], [ %12, %23 ]
  %63 = icmp eq i32 %60, 0
  br i1 %63, label %64, label %66

64:
  %65 = or disjoint i64 %7, 2
  br label %70

66:
  %67 = load i64, ptr %62, align 8
  %68 = or disjoint i64 %7, 2
  %69 = icmp eq i64 %67, %68
  br i1 %69, label %70, label %127

70:
  %71 = phi i64 [ %65, %64 ], [ %68, %66 ]
  %72 = zext i32 %60 to i64
  %73 = getelementptr inbounds nuw i8, ptr %10, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, %71
  br i1 %75, label %76, label %118

76:
  %77 = getelementptr inbounds nuw i8, ptr %73, i64 24
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %80, label %90

80:
  %81 = getelementptr inbounds nuw i8, ptr %73, i64 32
  %82 = getelementptr inbounds nuw i8, ptr %73, i64 12
  %83 = load i32, ptr %82, align 4
  %84 = add i32 %83, -1
  %85 = zext i32 %84 to i64
  %86 = getelementptr inbounds nuw i64, ptr %81, i64 %85
  %87 = load i64, ptr %86, align 8
  %88 = xor i64 %87, %3
  %89 = icmp ult i64 %88, 65536
  br i1 %89, label %127, label %118

90:
  %91 = getelementptr inbounds nuw i8, ptr %73, i64 40
  %92 = load i64, ptr %91, align 8
  %93 = xor i64 %92, %3
  %94 = icmp ult i64 %93, 65536
  br i1 %94, label %127, label %95

95:
  %96 = getelementptr inbounds nuw i8, ptr %73, i64 12
  %97 = load i32, ptr %96, align 4
  %98 = icmp eq i32 %97, 2
  br i1 %98, label %99, label %107

99:
  %100 = getelementptr inbounds nuw i8, ptr %73, i64 32
  %101 = sub i64 %3, %92
  %102 = load i64, ptr %100, align 8
  %103 = sub i64 %92, %102
  %104 = icmp eq i64 %101, %103
  br i1 %104, label %105, label %107

105:
  store i64 %101, ptr %77, align 8
  %106 = icmp eq i64 %101, 0
  br i1 %106, label %112, label %107

107:
  %108 = phi i64 [ %101, %105 ], [ %78, %95 ], [ %78, %99 ]
  %109 = sub i64 %3, %92
  %110 = icmp eq i64 %109, %108
  br i1 %110, label %111, label %118

111:
  store i64 %3, ptr %91, align 8
  br label %116

112:
  %113 = getelementptr inbounds nuw i8, ptr %73, i64 32
  %114 = zext nneg i32 %97 to i64
  %115 = getelementptr inbounds nuw i64, ptr %113, i64 %114
  store i64 %3, ptr %115, align 8
  br label %116

116:
  %117 = add i32 %97, 1
  store i32 %117, ptr %96, align 4
  br label %127

118:
  %119 = tail call i32 @insert(ptr %0, ptr %61, i64 %71, i64 %3)
  %120 = load i32, ptr %13, align 4
  %121 = shl nuw nsw i32 %119, 8
  %122 = add i32 %120, %121
  %123 = and i32 %122, -256
  %124 = and i32 %120, 253
  %125 = or disjoint i32 %124, %123
  %126 = or disjoint i32 %125, 2
  store i32 %126, ptr %13, align 4
  br label %127

127:
  %128 = phi i1 [ false, %66 ], [ false, %4 ], [ true, %118 ], [ false, %43 ], [ true, %116 ], [ true, %90 ], [ true, %80 ], [ false, %39 ]
  ret i1 %128
}

define internal ptr @new_node(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %10 = icmp eq i64 %8, 0
  br i1 %10, label %18, label %11

11:
  %12 = load ptr, ptr %9, align 8
  %13 = and i64 %8, 4294967295
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %16 = load i32, ptr %15, align 8
  %17 = zext i32 %16 to i64
  store i64 %17, ptr %7, align 8
  br label %29

18:
  %19 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, 64
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %23 = load i64, ptr %22, align 8
  %24 = icmp ugt i64 %21, %23
  br i1 %24, label %38, label %25

25:
  store i64 %21, ptr %19, align 8
  %26 = load ptr, ptr %9, align 8
  %27 = and i64 %20, 4294967295
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 %27
  br label %29

29:
  %30 = phi i64 [ %8, %11 ], [ %20, %25 ]
  %31 = phi ptr [ %14, %11 ], [ %28, %25 ]
  store i64 %2, ptr %31, align 8
  %32 = load i32, ptr %1, align 4
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 8
  store i32 %32, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %31, i64 12
  store i32 1, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %31, i64 24
  store i64 0, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %31, i64 32
  store i64 %3, ptr %36, align 8
  %37 = trunc i64 %30 to i32
  store i32 %37, ptr %1, align 4
  br label %38

38:
  %39 = phi ptr [ %31, %29 ], [ null, %18 ]
  ret ptr %39
}

declare i64 @open_group(ptr, i64)

define internal void @free_node(ptr %0, ptr %1) {
  %3 = load i32, ptr %1, align 4
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %5 = load ptr, ptr %4, align 8
  %6 = zext i32 %3 to i64
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 %6
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %9 = load i32, ptr %8, align 8
  store i32 %9, ptr %1, align 4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %13 = load i64, ptr %12, align 8
  %14 = trunc i64 %13 to i32
  store i32 %14, ptr %8, align 8
  %15 = load ptr, ptr %10, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i64 %6, ptr %16, align 8
  ret void
}

declare i64 @copy_time(ptr, ptr)

declare i1 @told_by_flag(ptr, ptr, i64, i64, i64)

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)

declare i64 @llvm.umax.i64(i64, i64)
