v_mul_u32_u24_sdwa v213, v81, src_scc dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3 src1_sel:DWORD
v_mul_u32_u24 v213, v81, src_scc dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3 src1_sel:DWORD
v_ffbh_i32_sdwa v37, v1 clamp dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0
v_ffbh_i32 v37, v1 clamp dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0





