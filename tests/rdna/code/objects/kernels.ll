; Two kernels, of waves of 32 and 64, and a function that one of them calls.
declare i32 @llvm.amdgcn.workitem.id.x()

@shared = internal addrspace(3) global [64 x i32] undef

define internal i32 @twice(i32 %x) noinline {
  %y = shl i32 %x, 1
  ret i32 %y
}

define amdgpu_kernel void @narrow(ptr addrspace(1) %out) #0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @twice(i32 %id)
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %y, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @wide(ptr addrspace(1) %out, i32 %n) #1 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %slot = getelementptr [64 x i32], ptr addrspace(3) @shared, i32 0, i32 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(3) %slot
  %next = add i32 %i, 1
  %done = icmp uge i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  %x = load i32, ptr addrspace(3) %slot
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %x, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "target-features"="+wavefrontsize32,-wavefrontsize64" "amdgpu-flat-work-group-size"="1,64" }
attributes #1 = { "target-features"="-wavefrontsize32,+wavefrontsize64" "amdgpu-flat-work-group-size"="1,64" }
