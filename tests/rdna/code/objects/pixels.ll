; A fragment shader as PAL has them.
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)

define amdgpu_ps void @main(float %x, float %y) {
  %z = fadd float %x, %y
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %x, float %y, float %z, float 1.0, i1 true, i1 true)
  ret void
}
