/* SPDX-License-Identifier: MIT
 *
 * Bad input: each fault is reported with its code and place, and all of a text's are.
 */
#include "kit.h"

#include <stdlib.h>

struct bad_row {
    const char *text;
    enum qd_code code;
    uint32_t line;
    uint32_t column;
};

#define VERTEX                                                                                     \
    "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL TEMP[0..1]\nDCL CONST[0]\nDCL ADDR[0]\n"           \
    "IMM FLT32 {1, 2, 3, 4}\n"
#define FRAGMENT "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
#define END "\nEND\n"

/* The first error of each text; it is the only one. */
static const struct bad_row bad_rows[] = {
    /* text                                            code                      line column */
    {"", QD_CODE_TGSI_EMPTY, 1, 1},
    {" \t\r\n \n", QD_CODE_TGSI_EMPTY, 3, 1},
    {"FOO\nEND\n", QD_CODE_TGSI_HEADER, 1, 1},
    {"  FRAGS\nEND\n", QD_CODE_TGSI_HEADER, 1, 3},
    {"; FRAG\nEND\n", QD_CODE_TGSI_STRAY_BYTE, 1, 1},
    {"\xef\xbb\xbf"
     "FRAG\nEND\n",
     QD_CODE_TGSI_STRAY_BYTE, 1, 1},
    {"FRAG # comment" END, QD_CODE_TGSI_STRAY_BYTE, 1, 6},
    {"FRAG\n", QD_CODE_TGSI_MISSING_END, 2, 1},
    {"FRAG", QD_CODE_TGSI_MISSING_END, 1, 5},
    {VERTEX "MOV OUT[0], IN[0]", QD_CODE_TGSI_MISSING_END, 8, 18},
    {"FRAG" END "END\n", QD_CODE_TGSI_TEXT_AFTER_END, 3, 1},
    {"FRAG" END "\x01", QD_CODE_TGSI_STRAY_BYTE, 3, 1},
    {"FRAG" END " 1: BGNSUB :0\n", QD_CODE_TGSI_FLOW, 3, 5},

    /* Statements and opcodes. */
    {"FRAG\nFOO TEMP[0], TEMP[1]" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1},
    {"FRAG\nMOVE TEMP[0], TEMP[1]" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1},
    {"FRAG\nADD_SAT_SAT TEMP[0], TEMP[1]" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1},
    {"FRAG\n-1: NOP" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1},
    {"FRAG\n12: DCL TEMP[0]" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 5},
    {VERTEX "NOP\nDCL TEMP[5]" END, QD_CODE_TGSI_DECLARATION, 9, 1},
    {VERTEX "NOP\nIMM FLT32 {1, 2, 3, 4}" END, QD_CODE_TGSI_DECLARATION, 9, 1},

    /* Operands. */
    {VERTEX "ADD OUT[0], IN[0]" END, QD_CODE_TGSI_OPERAND_COUNT, 8, 18},
    {VERTEX "ADD OUT[0], IN[0], IN[0], IN[0]" END, QD_CODE_TGSI_OPERAND_COUNT, 8, 25},
    {VERTEX "ADD OUT[0], IN[0] \t\r\n\n3: MOV OUT[0], IN[0]" END, QD_CODE_TGSI_OPERAND_COUNT, 8,
     18},
    {VERTEX "ADD OUT[0],\nIN[0] 7" END, QD_CODE_TGSI_OPERAND_COUNT, 9, 7},
    {VERTEX "ADD" END, QD_CODE_TGSI_OPERAND_COUNT, 8, 4},
    {VERTEX "ADD OUT[0]," END, QD_CODE_TGSI_OPERAND_COUNT, 8, 12},
    {VERTEX "ADD OUT[0] IN[0], IN[0]" END, QD_CODE_TGSI_OPERAND_COUNT, 8, 12},
    {VERTEX "NOP IN[0]" END, QD_CODE_TGSI_OPERAND_COUNT, 8, 5},
    {VERTEX "IF\nENDIF" END, QD_CODE_TGSI_OPERAND_COUNT, 8, 3},
    {VERTEX "MOV OUT[0], FOO[0]" END, QD_CODE_TGSI_UNKNOWN_FILE, 8, 13},
    {VERTEX "MOV OUT[0], 1.0" END, QD_CODE_TGSI_UNKNOWN_FILE, 8, 13},
    {VERTEX "MOV OUT, IN[0]" END, QD_CODE_TGSI_SYNTAX, 8, 8},
    {VERTEX "MOV OUT[0, IN[0]" END, QD_CODE_TGSI_SYNTAX, 8, 10},
    {VERTEX "MOV OUT[0], |-IN[0]|" END, QD_CODE_TGSI_UNKNOWN_FILE, 8, 14},
    {VERTEX "MOV OUT[0], |IN[0], IN[0]" END, QD_CODE_TGSI_SYNTAX, 8, 19},
    {VERTEX "MOV OUT[0], --IN[0]" END, QD_CODE_TGSI_UNKNOWN_FILE, 8, 14},
    {VERTEX "MOV OUT[0], IN[0] @" END, QD_CODE_TGSI_STRAY_BYTE, 8, 19},

    /* Swizzles and masks. */
    {VERTEX "MOV OUT[0], IN[0].x" END, QD_CODE_TGSI_SWIZZLE, 8, 19},
    {VERTEX "MOV OUT[0], IN[0].xy" END, QD_CODE_TGSI_SWIZZLE, 8, 19},
    {VERTEX "MOV OUT[0], IN[0].xyzwx" END, QD_CODE_TGSI_SWIZZLE, 8, 19},
    {VERTEX "MOV OUT[0], IN[0].rgba" END, QD_CODE_TGSI_SWIZZLE, 8, 19},
    {VERTEX "MOV OUT[0], IN[0]." END, QD_CODE_TGSI_SWIZZLE, 8, 19},
    {VERTEX "MOV OUT[0], |IN[0]|.xxxx" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 8, 20},
    {VERTEX "MOV OUT[0].yx, IN[0]" END, QD_CODE_TGSI_WRITE_MASK, 8, 12},
    {VERTEX "MOV OUT[0].xx, IN[0]" END, QD_CODE_TGSI_WRITE_MASK, 8, 12},
    {VERTEX "MOV OUT[0]., IN[0]" END, QD_CODE_TGSI_WRITE_MASK, 8, 12},
    {VERTEX "MOV OUT[0].xq, IN[0]" END, QD_CODE_TGSI_WRITE_MASK, 8, 12},
    {VERTEX "MOV OUT[0].xyzwx, IN[0]" END, QD_CODE_TGSI_WRITE_MASK, 8, 12},

    /* Indices and addresses. */
    {VERTEX "MOV OUT[0], TEMP[-1]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 18},
    {VERTEX "MOV OUT[0], TEMP[]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 18},
    {VERTEX "MOV OUT[0], TEMP[2]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 13},
    {VERTEX "MOV OUT[0], TEMP[99999999999999999999]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 13},
    {VERTEX "MOV OUT[1], IN[0]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 5},
    {VERTEX "MOV OUT[0], CONST[1]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 13},
    {VERTEX "MOV OUT[0], IMM[1]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 13},
    {VERTEX "MOV OUT[0], CONST[1][0]" END, QD_CODE_TGSI_UNDECLARED, 8, 13},
    {VERTEX "MOV OUT[0], CONST[70000][0]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 13},
    {VERTEX "MOV OUT[0], IN[0][0]" END, QD_CODE_TGSI_BRACKETS, 8, 13},
    {"VERT\nDCL TEMP[0]\nMOV TEMP[0], TEMP[1]" END, QD_CODE_TGSI_INDEX_RANGE, 3, 14},
    {"VERT\nDCL TEMP[0]\nDCL TEMP[2]\nMOV TEMP[0], TEMP[1]" END, QD_CODE_TGSI_UNDECLARED, 4, 14},
    {"VERT\nDCL TEMP[0]\nMOV TEMP[0], IN[0]" END, QD_CODE_TGSI_UNDECLARED, 3, 14},
    {"VERT\nDCL TEMP[0]\nMOV TEMP[0], TEMP[ADDR[0].x]" END, QD_CODE_TGSI_UNDECLARED, 3, 14},
    {"VERT\nDCL TEMP[0]\nMOV TEMP[ADDR[0].x], TEMP[0]" END, QD_CODE_TGSI_UNDECLARED, 3, 5},
    {VERTEX "MOV OUT[0], IMMX[ADDR[0].x]" END, QD_CODE_TGSI_UNDECLARED, 8, 13},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].x+]" END, QD_CODE_TGSI_SYNTAX, 8, 28},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].xy]" END, QD_CODE_TGSI_SWIZZLE, 8, 26},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].q]" END, QD_CODE_TGSI_SWIZZLE, 8, 26},
    {VERTEX "MOV OUT[0], TEMP[ADDR[ADDR[0].x].x]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 23},
    {VERTEX "MOV OUT[0], TEMP[ADDR[70000].x]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 23},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].x+2147483648]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 28},
    {VERTEX "MOV OUT[0], TEMP[SAMP[0].x]" END, QD_CODE_TGSI_UNKNOWN_FILE, 8, 18},
    {VERTEX "MOV NULL[IN[60000].x], IN[0]" END, QD_CODE_TGSI_INDEX_RANGE, 8, 5},
    {VERTEX "MOV NULL[0][1], IN[0]" END, QD_CODE_TGSI_BRACKETS, 8, 5},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].x](0)" END, QD_CODE_TGSI_SYNTAX, 8, 30},

    /* Reading and writing. */
    {VERTEX "MOV IN[0], IN[0]" END, QD_CODE_TGSI_NOT_WRITABLE, 8, 5},
    {VERTEX "MOV CONST[0], IN[0]" END, QD_CODE_TGSI_NOT_WRITABLE, 8, 5},
    {VERTEX "MOV IMM[0], IN[0]" END, QD_CODE_TGSI_NOT_WRITABLE, 8, 5},
    {VERTEX "MOV SAMP[0], IN[0]" END, QD_CODE_TGSI_NOT_WRITABLE, 8, 5},
    {VERTEX "DCL SV[0], VERTEXID\nMOV SV[0], IN[0]" END, QD_CODE_TGSI_NOT_WRITABLE, 9, 5},
    {VERTEX "DCL IMMX[0] {{1, 2, 3, 4}}\nMOV IMMX[0], IN[0]" END, QD_CODE_TGSI_NOT_WRITABLE, 9, 5},
    {VERTEX "MOV TEMP[0], OUT[0]" END, QD_CODE_TGSI_NOT_READABLE, 8, 14},
    {VERTEX "MOV TEMP[0], NULL[0]" END, QD_CODE_TGSI_NOT_READABLE, 8, 14},
    {FRAGMENT "MOV OUT[0], SAMP[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 5, 13},
    {FRAGMENT "TEX OUT[0], IN[0], OUT[0], 2D" END, QD_CODE_TGSI_OPERAND_TYPE, 5, 20},
    {"COMP\nDCL TEMP[0]\nSTORE TEMP[0], TEMP[0], OUT[0]" END, QD_CODE_TGSI_NOT_READABLE, 3, 25},

    /* Immediates. */
    {"VERT\nIMM FLT32 {1, 2, 3}" END, QD_CODE_TGSI_IMMEDIATE, 2, 19},
    {"VERT\nIMM FLT32 {1, 2, 3, 4, 5}" END, QD_CODE_TGSI_IMMEDIATE, 2, 22},
    {"VERT\nIMM FLT32 {1, 2, x, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 18},
    {"VERT\nIMM FLT32 {1, 2, 1.2.3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 18},
    {"VERT\nIMM FLT32 {1, 2, 0x123456789, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 18},
    {"VERT\nIMM FLT32 {1, 2, 0x, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 18},
    {"VERT\nIMM FLT32 {1, 2, , 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 18},
    {"VERT\nIMM FLT16 {1, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 5},
    {"VERT\nIMM {1, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 5},
    {"VERT\nIMM[1] FLT32 {1, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 5},
    {"VERT\nIMM UINT32 {-1, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 13},
    {"VERT\nIMM UINT32 {4294967296, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 13},
    {"VERT\nIMM UINT32 {1.0, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 13},
    {"VERT\nIMM INT32 {-2147483649, 2, 3, 4}" END, QD_CODE_TGSI_IMMEDIATE, 2, 12},
    {"VERT\nIMM FLT64 {1, 2, 3}" END, QD_CODE_TGSI_IMMEDIATE, 2, 16},
    {"VERT\nIMM FLT64 {0x3ff0000000000000, 2}" END, QD_CODE_TGSI_IMMEDIATE, 2, 12},
    {"VERT\nIMM FLT64 {0x1p0, 0x3ff00000}" END, QD_CODE_TGSI_IMMEDIATE, 2, 19},
    {"VERT\nIMM FLT64 {0x0, 0x1p0, 0x0, 0x0}" END, QD_CODE_TGSI_IMMEDIATE, 2, 17},
    {"VERT\nIMM FLT32 {0, 0x1p, 0, 0}" END, QD_CODE_TGSI_IMMEDIATE, 2, 15},
    {"VERT\nIMM UINT32 {0, 0x1p0, 0, 0}" END, QD_CODE_TGSI_IMMEDIATE, 2, 16},
    {"VERT\nIMM UINT64 {18446744073709551616, 2}" END, QD_CODE_TGSI_IMMEDIATE, 2, 13},
    {"VERT\nDCL IMMX[0..1] {{1, 2, 3, 4}}" END, QD_CODE_TGSI_IMMEDIATE, 2, 29},
    {"VERT\nDCL IMMX[0] {{1, 2, 3, 4}, {1, 2, 3, 4}}" END, QD_CODE_TGSI_IMMEDIATE, 2, 26},

    /* Declarations. */
    {"VERT\nDCL FOO[0]" END, QD_CODE_TGSI_UNKNOWN_FILE, 2, 5},
    {"VERT\nDCL NULL[0]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"VERT\nDCL IMM[0]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"VERT\nDCL TEMP[3..1]" END, QD_CODE_TGSI_DECLARATION, 2, 10},
    {"VERT\nDCL TEMP[0..65536]" END, QD_CODE_TGSI_DECLARATION, 2, 10},
    {"VERT\nDCL TEMP[0..4000000000]" END, QD_CODE_TGSI_DECLARATION, 2, 10},
    {"VERT\nDCL TEMP[0..99999999999999999999]" END, QD_CODE_TGSI_DECLARATION, 2, 10},
    {"VERT\nDCL TEMP[0.1]" END, QD_CODE_TGSI_SYNTAX, 2, 12},
    {"VERT\nDCL TEMP[]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"VERT\nDCL CONST[][1]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"VERT\nDCL TEMP[0][1]" END, QD_CODE_TGSI_BRACKETS, 2, 5},
    {"VERT\nDCL TEMP[0], FOO" END, QD_CODE_TGSI_UNKNOWN_SEMANTIC, 2, 14},
    {"VERT\nDCL TEMP[0], LOCAL LOCAL" END, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 20},
    {"VERT\nDCL TEMP[0]\nDCL TEMP[0]" END, QD_CODE_TGSI_REDECLARED, 3, 5},
    {"VERT\nDCL TEMP[4..7]\nDCL TEMP[1..5]" END, QD_CODE_TGSI_REDECLARED, 3, 5},
    {"VERT\nDCL OUT[0], POSITION\nDCL OUT[0], COLOR" END, QD_CODE_TGSI_REDECLARED, 3, 5},
    {"VERT\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR" END, QD_CODE_TGSI_REDECLARED, 3, 5},
    {"VERT\nDCL OUT[0..3], GENERIC[0]\nDCL OUT[4], GENERIC[3]" END, QD_CODE_TGSI_REDECLARED, 3, 5},
    {"VERT\nDCL OUT[0..9].x, GENERIC[0]\nDCL OUT[1].y, GENERIC[1]\nDCL OUT[20], GENERIC[5]" END,
     QD_CODE_TGSI_REDECLARED, 4, 5},
    {"VERT\nDCL OUT[0]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"VERT\nDCL IN[0], GENERIC[1]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"FRAG\nDCL IN[0]" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"FRAG\nDCL IN[0], GENERIC[x]" END, QD_CODE_TGSI_DECLARATION, 2, 20},
    {"COMP\nDCL IN[0], GENERIC[0]" END, QD_CODE_TGSI_STAGE, 2, 5},
    {"FRAG\nDCL SVIEW[0]" END, QD_CODE_TGSI_DECLARATION, 2, 13},
    {"FRAG\nDCL SVIEW[0], FLOAT" END, QD_CODE_TGSI_TEXTURE_TARGET, 2, 15},
    {"FRAG\nDCL SVIEW[0], 2D, FOO" END, QD_CODE_TGSI_DECLARATION, 2, 19},
    {"FRAG\nPROPERTY FOO 1" END, QD_CODE_TGSI_UNKNOWN_PROPERTY, 2, 10},
    {"FRAG\nPROPERTY FS_COORD_ORIGIN 1" END, QD_CODE_TGSI_SYNTAX, 2, 26},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT ANY" END, QD_CODE_TGSI_SYNTAX, 2, 26},

    /* Textures. */
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0]" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 27},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 4D" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 29},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], UNKNOWN" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], BUFFER" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 2D_MSAA" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], SHADOWCUBEARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXP OUT[0], IN[0], SAMP[0], CUBEARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXP OUT[0], IN[0], SAMP[0], SHADOW2D_ARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXB OUT[0], IN[0], SAMP[0], SHADOWCUBE" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXL OUT[0], IN[0], SAMP[0], CUBEARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXL2 OUT[0], IN[0], IN[0], SAMP[0], SHADOWCUBEARRAY" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXD OUT[0], IN[0], IN[0], IN[0], SAMP[0], SHADOWCUBEARRAY" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TG4 OUT[0], IN[0], IN[0], SAMP[0], 3D" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TG4 OUT[0], IN[0], IN[0], SAMP[0], 1D_ARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "LODQ OUT[0], IN[0], SAMP[0], 2D_MSAA" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXQ OUT[0], IN[0], SAMP[0], UNKNOWN" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[1], 2D" END, QD_CODE_TGSI_INDEX_RANGE, 5, 20},
    {FRAGMENT "DCL SVIEW[0], 3D, FLOAT\nTEX OUT[0], IN[0], SAMP[0], 2D" END,
     QD_CODE_TGSI_TEXTURE_VIEW, 6, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 2D, IN[0].xy" END, QD_CODE_TGSI_SWIZZLE, 5, 39},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 2D, IN[0], IN[0], IN[0], IN[0], IN[0]" END,
     QD_CODE_TGSI_OPERAND_COUNT, 5, 61},

    /* Control flow and stages. */
    {VERTEX "ELSE" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "ENDIF" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "ENDLOOP" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "BRK" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "CONT" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "BREAKC IN[0]" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "CASE IN[0]" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "IF IN[0].xxxx" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "BGNLOOP" END, QD_CODE_TGSI_FLOW, 8, 1},
    {VERTEX "IF IN[0].xxxx\nELSE\nELSE\nENDIF" END, QD_CODE_TGSI_FLOW, 10, 1},
    {VERTEX "IF IN[0].xxxx\nBGNLOOP\nENDIF\nENDLOOP\nENDIF" END, QD_CODE_TGSI_FLOW, 10, 1},
    {VERTEX "KILL" END, QD_CODE_TGSI_STAGE, 8, 1},
    {VERTEX "DDX TEMP[0], TEMP[1]" END, QD_CODE_TGSI_STAGE, 8, 1},
    {FRAGMENT "EMIT IN[0]" END, QD_CODE_TGSI_STAGE, 5, 1},
    {FRAGMENT "BARRIER" END, QD_CODE_TGSI_STAGE, 5, 1},
    {VERTEX "(TEMP[0]) MOV TEMP[0], TEMP[1]" END, QD_CODE_TGSI_SYNTAX, 8, 2},
    {VERTEX "(PRED[0] MOV TEMP[0], TEMP[1]" END, QD_CODE_TGSI_SYNTAX, 8, 10},
};

#define GEOMETRY                                                                                   \
    "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"   \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
#define COMPUTE                                                                                    \
    "COMP\nDCL BUFFER[0]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT\nDCL MEMORY[0], INPUT\n"          \
    "DCL HWATOMIC[0][0]\nDCL CONSTBUF[0]\nDCL TEMP[0]\nDCL SAMP[0]\n"
#define VIEWS(target)                                                                              \
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"                   \
    "DCL SVIEW[0], " target ", FLOAT\nIMM UINT32 {0, 0, 0, 0}\n"

/* The first error of each text; it is the only one. These show only once a whole program is
 * there. */
static const struct bad_row rule_rows[] = {
    /* text                                            code                      line column */
    /* Semantics in stages. */
    {"VERT\nDCL OUT[0], FACE" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL OUT[0], STENCIL" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL OUT[0], PRIM_ID" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL OUT[0], PATCH" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL SV[0], POSITION" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL SV[0], INVOCATIONID" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL SV[0], THREAD_ID" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL IN[0], PSIZE" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL OUT[0], GENERIC[0]" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL OUT[0], LAYER" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL SV[0], VERTEXID" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL SV[0], TESSCOORD" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"COMP\nDCL SV[0], VERTEXID" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {GEOMETRY "DCL IN[][0], FACE" END, QD_CODE_TGSI_SEMANTIC, 5, 5},
    {"TESS_EVAL\nDCL OUT[0], TESSOUTER" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL OUT[0], CLIPDIST[2]" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL OUT[0..8], TEXCOORD[0]" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"VERT\nDCL OUT[0], BCOLOR[2]" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL OUT[0], POSITION[1]" END, QD_CODE_TGSI_SEMANTIC, 2, 5},
    {"FRAG\nDCL OUT[0], COLOR, STREAM(0, 0, 0, 0)" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"FRAG\nDCL IN[0], GENERIC[0], CYLWRAP_YX" END, QD_CODE_TGSI_UNKNOWN_SEMANTIC, 2, 24},
    {"FRAG\nDCL TEMP[0], CYLWRAP_X" END, QD_CODE_TGSI_UNKNOWN_SEMANTIC, 2, 14},

    /* Vertices and patches. */
    {"TESS_EVAL\nDCL IN[][0], PATCH" END, QD_CODE_TGSI_BRACKETS, 2, 5},
    {"TESS_EVAL\nDCL IN[0], PATCH\nDCL TEMP[0]\nMOV TEMP[0], IN[1][0]" END, QD_CODE_TGSI_BRACKETS,
     4, 14},
    {"TESS_EVAL\nDCL IN[][0], POSITION\nDCL TEMP[0]\nMOV TEMP[0], IN[0]" END, QD_CODE_TGSI_BRACKETS,
     4, 14},
    {GEOMETRY "DCL IN[][0], POSITION\nDCL TEMP[0]\nMOV TEMP[0], IN[0]" END, QD_CODE_TGSI_BRACKETS,
     7, 14},
    {GEOMETRY "DCL IN[][0], POSITION\nDCL TEMP[0]\nMOV TEMP[0], IN[1][1]" END,
     QD_CODE_TGSI_INDEX_RANGE, 7, 14},

    /* Resources as they are declared. */
    {"FRAG\nDCL IMAGE[0], PIPE_FORMAT_R32_UINT" END, QD_CODE_TGSI_DECLARATION, 2, 5},
    {"FRAG\nDCL IMAGE[0], UNKNOWN, PIPE_FORMAT_R32_UINT" END, QD_CODE_TGSI_TEXTURE_TARGET, 2, 5},
    {"FRAG\nDCL SVIEW[0], UNKNOWN, FLOAT" END, QD_CODE_TGSI_TEXTURE_TARGET, 2, 5},
    {"FRAG\nDCL PRED[0..1]" END, QD_CODE_TGSI_PREDICATE, 2, 5},
    {"FRAG\nDCL PRED[0]\nDCL TEMP[0]\n(PRED[1]) MOV TEMP[0], TEMP[0]" END, QD_CODE_TGSI_INDEX_RANGE,
     4, 11},

    /* Arrays. */
    {"VERT\nDCL TEMP[0..3], ARRAY(0)" END, QD_CODE_TGSI_DECLARATION, 2, 22},
    {"VERT\nDCL TEMP[0..3], ARRAY(1024)" END, QD_CODE_TGSI_DECLARATION, 2, 23},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].x](1024)" END, QD_CODE_TGSI_SYNTAX, 8, 33},
    {VERTEX "MOV OUT[0], TEMP[ADDR[0].x](1)" END, QD_CODE_TGSI_ARRAY, 8, 13},
    {VERTEX "DCL TEMP[4..5], ARRAY(1)\nMOV TEMP[4](2), IN[0]" END, QD_CODE_TGSI_ARRAY, 9, 5},
    {VERTEX "DCL TEMP[4..5], ARRAY(1)\nMOV TEMP[1](1), IN[0]" END, QD_CODE_TGSI_ARRAY, 9, 5},
    {VERTEX "DCL TEMP[4..5], ARRAY(1)\nMOV OUT[0](1), IN[0]" END, QD_CODE_TGSI_ARRAY, 9, 5},

    /* Types of operands. */
    {FRAGMENT "TEX OUT[0], SAMP[0], SAMP[0], 2D" END, QD_CODE_TGSI_OPERAND_TYPE, 5, 13},
    {FRAGMENT "SAMPLE OUT[0], IN[0], SAMP[0], SAMP[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 5, 23},
    {FRAGMENT "FBFETCH OUT[0], IN[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 5, 17},
    {FRAGMENT "INTERP_CENTROID OUT[0], OUT[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 5, 25},
    {COMPUTE "LOAD TEMP[0], SAMP[0], TEMP[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 9, 15},
    {COMPUTE "STORE CONSTBUF[0], TEMP[0], TEMP[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 9, 7},
    {COMPUTE "STORE CONSTBUF[0], TEMP[0], TEMP[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 9, 7},
    {COMPUTE "ATOMUADD TEMP[0], CONSTBUF[0], TEMP[0], TEMP[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 9,
     19},
    {COMPUTE "RESQ TEMP[0], CONSTBUF[0]" END, QD_CODE_TGSI_OPERAND_TYPE, 9, 15},

    /* Properties. */
    {"VERT\nPROPERTY FS_DEPTH_LAYOUT 1" END, QD_CODE_TGSI_PROPERTY_STAGE, 2, 10},
    {"FRAG\nPROPERTY GS_INVOCATIONS 1" END, QD_CODE_TGSI_PROPERTY_STAGE, 2, 10},
    {"FRAG\nPROPERTY NEXT_SHADER FRAG" END, QD_CODE_TGSI_PROPERTY_STAGE, 2, 10},
    {"VERT\nPROPERTY CS_FIXED_BLOCK_WIDTH 1" END, QD_CODE_TGSI_PROPERTY_STAGE, 2, 10},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 5" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT -1" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 2" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {GEOMETRY "PROPERTY GS_INVOCATIONS 0" END, QD_CODE_TGSI_PROPERTY_VALUE, 5, 10},
    {GEOMETRY "PROPERTY GS_INVOCATIONS 1025" END, QD_CODE_TGSI_PROPERTY_VALUE, 5, 10},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINE_LOOP\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 1" END,
     QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLES\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 1" END,
     QD_CODE_TGSI_PROPERTY_VALUE, 3, 10},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 1025" END,
     QD_CODE_TGSI_PROPERTY_VALUE, 4, 10},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 0" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 33" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 2" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"TESS_EVAL\nPROPERTY TES_SPACING 3" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"VERT\nPROPERTY NUM_CLIPDIST_ENABLED 9" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"VERT\nPROPERTY NUM_CLIPDIST_ENABLED 5\nPROPERTY NUM_CULLDIST_ENABLED 4" END,
     QD_CODE_TGSI_PROPERTY_VALUE, 3, 10},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 4097" END, QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 65\nPROPERTY CS_FIXED_BLOCK_HEIGHT 64" END,
     QD_CODE_TGSI_PROPERTY_VALUE, 2, 10},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 1\nPROPERTY FS_DEPTH_LAYOUT 1" END,
     QD_CODE_TGSI_PROPERTY_REPEATED, 3, 10},
    {"  GEOM\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 1" END,
     QD_CODE_TGSI_PROPERTY_MISSING, 1, 3},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_MAX_OUTPUT_VERTICES 1" END,
     QD_CODE_TGSI_PROPERTY_MISSING, 1, 1},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS" END,
     QD_CODE_TGSI_PROPERTY_MISSING, 1, 1},
    {"TESS_CTRL" END, QD_CODE_TGSI_PROPERTY_MISSING, 1, 1},

    /* Textures: which opcode takes which target. */
    {FRAGMENT "TXP OUT[0], IN[0], SAMP[0], CUBEARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXB OUT[0], IN[0], SAMP[0], SHADOW2D_ARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXL OUT[0], IN[0], SAMP[0], SHADOWCUBE" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], SHADOWCUBEARRAY" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXB2 OUT[0], IN[0], IN[0], SAMP[0], SHADOWCUBEARRAY" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 2D_MSAA" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "LODQ OUT[0], IN[0], SAMP[0], BUFFER" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TXQ OUT[0], IN[0], SAMP[0], UNKNOWN" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TG4 OUT[0], IN[0], IN[0], SAMP[0], 3D" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {FRAGMENT "TG4 OUT[0], IN[0], IN[0], SAMP[0], 1D" END, QD_CODE_TGSI_TEXTURE_TARGET, 5, 1},
    {VIEWS("CUBE") "SAMPLE_I OUT[0], IMM[0], SVIEW[0]" END, QD_CODE_TGSI_TEXTURE_TARGET, 7, 1},
    {VIEWS("2D") "SAMPLE_I_MS OUT[0], IMM[0], SVIEW[0], IMM[0]" END, QD_CODE_TGSI_TEXTURE_TARGET, 7,
     1},
    {VIEWS("2D_MSAA") "SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0]" END, QD_CODE_TGSI_TEXTURE_TARGET, 7,
     1},
    {VIEWS("3D") "GATHER4 OUT[0], IN[0], SVIEW[0], SAMP[0]" END, QD_CODE_TGSI_TEXTURE_TARGET, 7, 1},
    {"FRAG\nDCL RES[0], CUBE, FLOAT\nDCL TEMP[0]\nLOAD TEMP[0], TEMP[0], RES[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 4, 1},

    /* Offsets. */
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], CUBE, IN[0].xyz" END, QD_CODE_TGSI_TEXTURE_OFFSET, 5,
     35},
    {FRAGMENT "TXF OUT[0], IN[0], SAMP[0], BUFFER, IN[0].xyz" END, QD_CODE_TGSI_TEXTURE_OFFSET, 5,
     37},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 2D, IN[0].xyz, IN[0].xyz" END,
     QD_CODE_TGSI_TEXTURE_OFFSET, 5, 33},
    {FRAGMENT "TXQ OUT[0], IN[0], SAMP[0], 2D, IN[0].xyz" END, QD_CODE_TGSI_TEXTURE_OFFSET, 5, 33},
    {FRAGMENT "TG4 OUT[0], IN[0], IN[0], SAMP[0], 2D, IN[0].xyz, IN[0].xyz" END,
     QD_CODE_TGSI_TEXTURE_OFFSET, 5, 40},
    {VIEWS("CUBE") "SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0], IMM[0].xyz" END,
     QD_CODE_TGSI_TEXTURE_OFFSET, 7, 42},

    /* Memory. */
    {COMPUTE "STORE IMAGE[0], TEMP[0], TEMP[0]" END, QD_CODE_TGSI_READ_ONLY, 9, 7},
    {COMPUTE "ATOMUADD TEMP[0], IMAGE[0], TEMP[0], TEMP[0]" END, QD_CODE_TGSI_READ_ONLY, 9, 19},
    {COMPUTE "STORE MEMORY[0], TEMP[0], TEMP[0]" END, QD_CODE_TGSI_READ_ONLY, 9, 7},
    {COMPUTE "LOAD TEMP[0], BUFFER[0], TEMP[0], 2D" END, QD_CODE_TGSI_MEMORY_ACCESS, 9, 1},
    {COMPUTE "STORE BUFFER[0], TEMP[0], TEMP[0], PIPE_FORMAT_R32_UINT" END,
     QD_CODE_TGSI_MEMORY_ACCESS, 9, 1},
    {COMPUTE "LOAD TEMP[0], IMAGE[0], TEMP[0], UNKNOWN" END, QD_CODE_TGSI_TEXTURE_TARGET, 9, 1},
    {COMPUTE "LOAD TEMP[0], BUFFER[0], TEMP[0], COHERENTLY" END, QD_CODE_TGSI_SYNTAX, 9, 35},
};

/* Warnings of texts without an error; each is the first that is not of something unused. */
static const struct bad_row warning_rows[] = {
    /* text                                            code                      line column */
    {VERTEX "MOV TEMP[0][1], IN[0]" END, QD_CODE_TGSI_BRACKETS, 8, 5},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 1\nDCL OUT[][0], POSITION\nDCL TEMP[0]\n"
     "MOV OUT[0], TEMP[0]" END,
     QD_CODE_TGSI_BRACKETS, 5, 5},
    {VERTEX "DADD TEMP[0].x, TEMP[0], TEMP[1]" END, QD_CODE_TGSI_PAIR, 8, 6},
    {VERTEX "DADD TEMP[0].yzw, TEMP[0], TEMP[1]" END, QD_CODE_TGSI_PAIR, 8, 6},
    {VERTEX "DADD TEMP[0].xy, TEMP[0].xzzw, TEMP[1]" END, QD_CODE_TGSI_PAIR, 8, 18},
    {VERTEX "DADD TEMP[0].zw, TEMP[0].xyyz, TEMP[1]" END, QD_CODE_TGSI_PAIR, 8, 18},
    {VERTEX "D2F TEMP[0].xy, TEMP[0].xyyz" END, QD_CODE_TGSI_PAIR, 8, 17},
    {VERTEX "DSLT TEMP[0].z, TEMP[0].xyxy, TEMP[0].xyyx" END, QD_CODE_TGSI_PAIR, 8, 31},
    {COMPUTE "IF TEMP[0].xxxx\nBARRIER\nENDIF" END, QD_CODE_TGSI_DIVERGENT, 10, 1},
    {COMPUTE "LOAD TEMP[0], IMAGE[0], TEMP[0], 3D" END, QD_CODE_TGSI_MEMORY_ACCESS, 9, 1},
    {VIEWS("2D") "TEX OUT[0], IN[0], SAMP[0], 2D\nSAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0]" END,
     QD_CODE_TGSI_TEXTURE_STYLE, 8, 1},
    {VIEWS("2D") "SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0]\nTEX OUT[0], IN[0], SAMP[0], 2D" END,
     QD_CODE_TGSI_TEXTURE_STYLE, 8, 1},
};

/* What is close to a rule and not against it: neither error nor warning. */
static const char *const good_rows[] = {
    VERTEX "DADD TEMP[0].xy, TEMP[0].zwxz, TEMP[1].xyyx" END,
    VERTEX "DSLT TEMP[0].x, TEMP[0].zwzw, IMM[0].xxxx" END,
    VERTEX "D2F TEMP[0].x, TEMP[0].xyyz" END,
    VERTEX "DCL TEMP[4..5], ARRAY(1023)\nMOV TEMP[4](1023), TEMP[ADDR[0].x+5](1023)" END,
    FRAGMENT "TXF OUT[0], IN[0], SAMP[0], 2D_MSAA, IN[0].xyz" END,
    FRAGMENT "TXB OUT[0], IN[0], SAMP[0], SHADOW1D_ARRAY, IN[0].xyz" END,
    FRAGMENT "TXP OUT[0], IN[0], SAMP[0], CUBE" END,
    FRAGMENT "TEX2 OUT[0], IN[0], IN[0], SAMP[0], SHADOWCUBEARRAY" END,
    FRAGMENT
    "TG4 OUT[0], IN[0], IN[0], SAMP[0], 2D, IN[0].xyz, IN[0].xyz, IN[0].xyz, IN[0].xyz" END,
    COMPUTE "LOAD TEMP[0], CONSTBUF[0], TEMP[0], COHERENT, VOLATILE" END,
    COMPUTE "ATOMUADD TEMP[0], HWATOMIC[0][0], TEMP[0], TEMP[0]\nBARRIER" END,
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 64" END,
    GEOMETRY "DCL OUT[0], POSITION, STREAM(0, 1, 2, 3)" END,
};

static bool
read_and_check(struct kit *kit, const char *text, size_t size)
{
    base_diags_set_text(&kit->diags, text, size);
    kit->program = tgsi_read_text(&kit->arena, text, size, NULL, &kit->diags);
    return kit->program && tgsi_check(kit->program, &kit->diags);
}

static bool
row_holds(const struct bad_row *row)
{
    struct kit kit;
    volatile bool holds = false;

    KIT_BEGIN(&kit);
    if (read_and_check(&kit, row->text, strlen(row->text))) {
        print_error("%s\nfound nothing, expected %s\n", row->text, base_code_name(row->code));
    } else {
        const struct qd_diagnostic *first = &kit.diags.list.data[0];

        holds = first->code == row->code && first->place.line == row->line &&
                first->place.column == row->column && kit.diags.error_count == 1 &&
                first->severity == QD_SEVERITY_ERROR;
        if (!holds)
            print_error("%s\nfound %u:%u: %s [%s] and %u more, expected %u:%u [%s]\n", row->text,
                        first->place.line, first->place.column, first->message,
                        base_code_name(first->code), kit.diags.error_count - 1, row->line,
                        row->column, base_code_name(row->code));
    }
    kit_end(&kit);
    return holds;
}

static void
test_bad_rows(void **state)
{
    uint32_t wrong = 0;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(bad_rows); i++)
        wrong += !row_holds(&bad_rows[i]);
    assert_int_equal(wrong, 0);
}

static void
test_rule_rows(void **state)
{
    uint32_t wrong = 0;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rule_rows); i++)
        wrong += !row_holds(&rule_rows[i]);
    assert_int_equal(wrong, 0);
}

/* The first warning that is not of something unused; NULL if there is none. */
static const struct qd_diagnostic *
first_warning(const struct kit *kit)
{
    for (uint32_t i = 0; i < kit->diags.list.count; i++)
        if (kit->diags.list.data[i].code != QD_CODE_TGSI_UNUSED)
            return &kit->diags.list.data[i];
    return NULL;
}

static void
test_warning_rows(void **state)
{
    struct kit kit;
    volatile uint32_t wrong = 0;
    (void)state;

    KIT_BEGIN(&kit);
    for (uint32_t i = 0; i < BASE_COUNT(warning_rows); i++) {
        const struct bad_row *row = &warning_rows[i];

        base_diags_init(&kit.diags, &kit.arena, "test");
        const bool is_good = read_and_check(&kit, row->text, strlen(row->text));
        const struct qd_diagnostic *found = first_warning(&kit);
        if (is_good && found && found->code == row->code && found->place.line == row->line &&
            found->place.column == row->column)
            continue;
        print_error("%s\nfound %u:%u: %s, expected %u:%u [%s]\n", row->text,
                    found ? found->place.line : 0, found ? found->place.column : 0,
                    found ? found->message : "nothing", row->line, row->column,
                    base_code_name(row->code));
        wrong++;
    }
    for (uint32_t i = 0; i < BASE_COUNT(good_rows); i++) {
        base_diags_init(&kit.diags, &kit.arena, "test");
        (void)read_and_check(&kit, good_rows[i], strlen(good_rows[i]));
        const struct qd_diagnostic *found = first_warning(&kit);
        if (!found)
            continue;
        print_error("%s\nfound %u:%u: %s, expected nothing\n", good_rows[i], found->place.line,
                    found->place.column, found->message);
        wrong++;
    }
    kit_end(&kit);
    assert_int_equal(wrong, 0);
}

/* What no text can say, tokens may. */
static void
test_programs(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_read(&kit, VERTEX "MOV OUT[0], IN[0]" END);
    kit.program->operands.data[0].select = 0;
    assert_false(tgsi_check(kit.program, &kit.diags));
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].code, QD_CODE_TGSI_WRITE_MASK);

    base_diags_init(&kit.diags, &kit.arena, "test");
    kit_read(&kit, VERTEX "MOV OUT[0], IN[0]" END);
    kit.program->insts.count--;
    assert_false(tgsi_check(kit.program, &kit.diags));
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].code, QD_CODE_TGSI_MISSING_END);

    base_diags_init(&kit.diags, &kit.arena, "test");
    kit_read(&kit, "VERT\nDCL IN[0]" END);
    kit.program->decls.data[0].mask = 0;
    assert_false(tgsi_check(kit.program, &kit.diags));
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].code, QD_CODE_TGSI_WRITE_MASK);
    kit_end(&kit);
}

/* Several faults in one text, each found. */
static void
test_all_are_found(void **state)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0], FOO\n" /* 2:12 */
                               "DCL TEMP[0..1] DCL OUT[0], POSITION\n"
                               "IMM FLT32 {1, 2}\n" /* 4:17 */
                               "IMM[1] FLT32 {1, 2, 3, 4}\n"
                               "FOO TEMP[0], TEMP[1], TEMP[1]\n" /* 6:1 */
                               "MOV TEMP[0].zx, TEMP[0]\n"       /* 7:13 */
                               "ADD TEMP[0],\n"
                               "    TEMP[1], BAR[3]\n"                         /* 9:14 */
                               "ADD TEMP[0], TEMP[1] MOV TEMP[0], TEMP[1].q\n" /* 10:22 and 43 */
                               "12: BAR TEMP[0]\n"                             /* 11:5 */
                               "$\n"                                           /* 12:1 */
                               "MOV TEMP[0], TEMP[1]\n"
                               "END ?\n"; /* 14:5 */
    static const struct {
        uint32_t line;
        uint32_t column;
    } expected[] = {{2, 12},  {4, 16},  {6, 1},  {7, 13}, {9, 14},
                    {10, 22}, {10, 43}, {11, 5}, {12, 1}, {14, 5}};
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    assert_false(read_and_check(&kit, text, strlen(text)));
    for (uint32_t i = 0; i < kit.diags.list.count && i < BASE_COUNT(expected); i++) {
        const struct qd_place place = kit.diags.list.data[i].place;

        if (place.line != expected[i].line || place.column != expected[i].column)
            fail_msg("error %u: found %u:%u: %s, expected %u:%u", i, place.line, place.column,
                     kit.diags.list.data[i].message, expected[i].line, expected[i].column);
    }
    assert_int_equal(kit.diags.list.count, BASE_COUNT(expected));
    kit_end(&kit);
}

/* ---- hostile texts ---- */

/* pieces of count times a piece, between a head and a tail. */
static char *
repeat(struct kit *kit, const char *head, const char *piece, uint32_t count, const char *tail,
       size_t *size)
{
    const size_t head_size = strlen(head), piece_size = strlen(piece), tail_size = strlen(tail);
    char *text;

    *size = head_size + piece_size * count + tail_size;
    text = base_arena_alloc(&kit->arena, *size);
    memcpy(text, head, head_size);
    for (uint32_t i = 0; i < count; i++)
        memcpy(text + head_size + piece_size * i, piece, piece_size);
    memcpy(text + head_size + piece_size * count, tail, tail_size);
    return text;
}

static void
check_first(struct kit *kit, const char *text, size_t size, enum qd_code code, uint32_t line,
            uint32_t column)
{
    assert_false(read_and_check(kit, text, size));
    assert_int_equal(kit->diags.list.data[0].code, code);
    assert_int_equal(kit->diags.list.data[0].place.line, line);
    assert_int_equal(kit->diags.list.data[0].place.column, column);
    assert_true(kit->diags.list.count <= 101);
}

static void
test_zeroes(void **state)
{
    const size_t size = 100000000;
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    char *text = base_arena_alloc(&kit.arena, size);
    check_first(&kit, text, size, QD_CODE_TGSI_STRAY_BYTE, 1, 1);
    assert_int_equal(kit.diags.list.count, 1);
    memcpy(text, "FRAG\n", 5);
    base_diags_init(&kit.diags, &kit.arena, "test");
    check_first(&kit, text, size, QD_CODE_TGSI_STRAY_BYTE, 2, 1);
    kit_end(&kit);
}

/* A fault on each of a million lines: as many as are shown, and then an end. */
static void
test_many_faults(void **state)
{
    struct kit kit;
    size_t size;
    (void)state;

    KIT_BEGIN(&kit);
    const char *text = repeat(&kit, "FRAG\n", "FOO\n", 1000000, "END\n", &size);
    check_first(&kit, text, size, QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1);
    assert_true(kit.diags.error_count <= 102);
    text = repeat(&kit, "FRAG\n", "MOV TEMP[0], TEMP[0]\n", 1000000, "END\n", &size);
    base_diags_init(&kit.diags, &kit.arena, "test");
    check_first(&kit, text, size, QD_CODE_TGSI_UNDECLARED, 2, 5);
    assert_true(kit.diags.error_count <= 104);
    kit_end(&kit);
}

static void
test_long_line(void **state)
{
    struct kit kit;
    size_t size;
    (void)state;

    KIT_BEGIN(&kit);
    const char *text =
        repeat(&kit, "FRAG DCL TEMP[0] ", "MOV TEMP[0], TEMP[0] ", 500000, "END", &size);
    assert_true(read_and_check(&kit, text, size));
    assert_int_equal(kit.program->insts.count, 500001);
    text = repeat(&kit, "FRAG DCL TEMP[0] ", "MOV TEMP[0], TEMP[0] ", 500000, "FOO END", &size);
    check_first(&kit, text, size, QD_CODE_TGSI_UNKNOWN_OPCODE, 1, 17 + 21 * 500000 + 1);
    text = repeat(&kit, "FRAG MOV ", "A", 10000000, "", &size);
    base_diags_init(&kit.diags, &kit.arena, "test");
    check_first(&kit, text, size, QD_CODE_TGSI_UNKNOWN_FILE, 1, 10);
    kit_end(&kit);
}

/* Places past column 65535 name the line. */
static void
test_far_column(void **state)
{
    struct kit kit;
    size_t size;
    (void)state;

    KIT_BEGIN(&kit);
    const char *text =
        repeat(&kit, "FRAG DCL TEMP[0]", " NOP", 20000, " MOV TEMP[1], TEMP[0] END", &size);
    check_first(&kit, text, size, QD_CODE_TGSI_INDEX_RANGE, 1, 0);
    kit_end(&kit);
}

/* A vertex shader with branches in each other. */
static const char *
write_nested(struct kit *kit, uint32_t depth)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    base_text_add_string(&text, VERTEX);
    for (uint32_t i = 0; i < depth; i++)
        base_text_add_string(&text, "IF IMM[0].xxxx\n");
    base_text_add_string(&text, "MOV OUT[0], IMM[0]\n");
    for (uint32_t i = 0; i < depth; i++)
        base_text_add_string(&text, "ELSE\nENDIF\n");
    base_text_add_string(&text, "END\n");
    return base_text_string(&text);
}

static void
test_nesting(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    const char *text = write_nested(&kit, 100000);
    check_first(&kit, text, strlen(text), QD_CODE_TGSI_NESTING, 8 + 1023, 1);
    assert_int_equal(kit.diags.error_count, 1);
    base_diags_init(&kit.diags, &kit.arena, "test");
    kit_lower(&kit, write_nested(&kit, 1023));
    kit_end(&kit);
}

/* Many declarations, and accesses that any of them might be meant by, cost no more than each. */
static void
test_many_declarations(void **state)
{
    struct kit kit;
    struct base_text text;
    (void)state;

    KIT_BEGIN(&kit);
    base_text_init(&text, &kit.arena);
    base_text_add_string(&text, "VERT\nDCL IN[0]\nDCL ADDR[0]\n");
    for (int i = 0; i < 65536; i++)
        base_text_printf(&text, "DCL TEMP[%d]\n", i);
    base_text_add_string(&text, "ARL ADDR[0].x, IN[0]\n");
    for (int i = 0; i < 100000; i++)
        base_text_add_string(&text, "MOV TEMP[ADDR[0].x], TEMP[ADDR[0].x+1]\n");
    base_text_add_string(&text, "END\n");
    kit_lower(&kit, base_text_string(&text));
    kit_end(&kit);
}

/* An arena that is too small ends all of it, wherever that is. */
static void
test_budgets(void **state)
{
    static const char text[] = VERTEX
        "BGNLOOP\nARL ADDR[0].x, IN[0]\nMOV TEMP[ADDR[0].x], CONST[0]\nIF TEMP[0].xxxx\nBRK\n"
        "ENDIF\nENDLOOP\nLIT OUT[0], TEMP[1]" END;
    const struct tgsi_lower_options options = {.name = "test"};
    struct base_arena arena;
    struct base_diags diags;
    volatile uint32_t done = 0, ran_out = 0;
    (void)state;

    for (volatile size_t limit = 256; limit < 200000; limit += 256) {
        base_arena_init(&arena, limit);
        if (BASE_ARENA_CATCH(&arena)) {
            base_diags_init(&diags, &arena, "test");
            struct tgsi_program *program = tgsi_read_text(&arena, text, strlen(text), NULL, &diags);
            assert_non_null(program);
            assert_true(tgsi_check(program, &diags));
            assert_non_null(tgsi_lower(program, &options, &arena, &diags));
            done++;
        } else {
            assert_int_equal(arena.failure, base_arena_over_budget);
            ran_out++;
        }
        base_arena_finish(&arena);
    }
    assert_true(done > 0);
    assert_true(ran_out > 0);
}

/* ---- warnings ---- */

static void
test_unused(void **state)
{
    static const char text[] = "VERT\nDCL IN[0..1]\nDCL IN[2]\nDCL OUT[0], POSITION\n"
                               "DCL OUT[1], COLOR\nDCL TEMP[0]\nDCL CONST[1][0]\nDCL CONST[2][0]\n"
                               "IMM FLT32 {1, 2, 3, 4}\nADD OUT[0], IN[1], CONST[2][0]" END;
    static const uint32_t lines[] = {7, 3, 5, 6};
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    assert_true(read_and_check(&kit, text, strlen(text)));
    assert_int_equal(kit.diags.list.count, BASE_COUNT(lines));
    for (uint32_t i = 0; i < BASE_COUNT(lines); i++) {
        assert_int_equal(kit.diags.list.data[i].severity, QD_SEVERITY_WARNING);
        assert_int_equal(kit.diags.list.data[i].code, QD_CODE_TGSI_UNUSED);
        assert_int_equal(kit.diags.list.data[i].place.line, lines[i]);
    }
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_rows),
        cmocka_unit_test(test_rule_rows),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_warning_rows),
        cmocka_unit_test(test_all_are_found),
        cmocka_unit_test(test_zeroes),
        cmocka_unit_test(test_many_faults),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_far_column),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_many_declarations),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_unused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
