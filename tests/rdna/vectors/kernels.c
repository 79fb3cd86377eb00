/* SPDX-License-Identifier: MIT */
#include "vectors.h"

#include "rdna/wave/kernels_salu.h"
#include "rdna/wave/kernels_valu.h"

#include <string.h>

#define V32(i) (uint32_t) in->v[i]
#define ARGUMENTS_W V32(0)
#define ARGUMENTS_D in->v[0]
#define ARGUMENTS_WW V32(0), V32(1)
#define ARGUMENTS_WD V32(0), in->v[1]
#define ARGUMENTS_DW in->v[0], V32(1)
#define ARGUMENTS_DD in->v[0], in->v[1]
#define ARGUMENTS_WWB V32(0), V32(1), in->bit
#define ARGUMENTS_DDB in->v[0], in->v[1], in->bit
#define ARGUMENTS_WWW V32(0), V32(1), V32(2)
#define ARGUMENTS_WWD V32(0), V32(1), in->v[2]
#define ARGUMENTS_DWD in->v[0], V32(1), in->v[2]
#define ARGUMENTS_DWQ in->v[0], V32(1), in->q
#define ARGUMENTS_DDD in->v[0], in->v[1], in->v[2]
#define ARGUMENTS_WWWB V32(0), V32(1), V32(2), in->bit
#define ARGUMENTS_DDDB in->v[0], in->v[1], in->v[2], in->bit

#define MEMBER_W value
#define MEMBER_D value
#define MEMBER_B value
#define MEMBER_Q q

#define RDNA_KERNEL(result, operands, name, expression)                                            \
    static void call_##name(const struct rdna_env *env, const struct vector_in *in,                \
                            struct vector_out *out)                                                \
    {                                                                                              \
        out->MEMBER_##result = rdna_k_##name(env, ARGUMENTS_##operands);                           \
    }
#define RDNA_KERNEL_OUT(result, operands, name, expression, other)                                 \
    static void call_##name(const struct rdna_env *env, const struct vector_in *in,                \
                            struct vector_out *out)                                                \
    {                                                                                              \
        out->MEMBER_##result = rdna_k_##name(env, ARGUMENTS_##operands, &out->second);             \
    }
#include "rdna/wave/kernels_interp.def"
#include "rdna/wave/kernels_salu.def"
#include "rdna/wave/kernels_valu.def"
#include "rdna/wave/kernels_vop3p.def"
#include "rdna/wave/kernels_vopc.def"
#undef RDNA_KERNEL
#undef RDNA_KERNEL_OUT

#define RDNA_KERNEL(result, operands, name, expression)                                            \
    {#name, #result, #operands, false, call_##name},
#define RDNA_KERNEL_OUT(result, operands, name, expression, other)                                 \
    {#name, #result, #operands, true, call_##name},
const struct kernel kernels[] = {
#include "rdna/wave/kernels_interp.def"
#include "rdna/wave/kernels_salu.def"
#include "rdna/wave/kernels_valu.def"
#include "rdna/wave/kernels_vop3p.def"
#include "rdna/wave/kernels_vopc.def"
};
const size_t kernel_count = sizeof(kernels) / sizeof(kernels[0]);

const struct kernel *
kernel_find(const char *name)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (!strcmp(kernels[i].name, name))
            return &kernels[i];
    return NULL;
}
