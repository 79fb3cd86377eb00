/* SPDX-License-Identifier: MIT
 *
 * Code objects: ELF for EM_AMDGPU as HSA, PAL and Mesa have it. Every number of the file is checked
 * against the bytes that are there before it is followed.
 */
#include "rdna/code_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    HEADER_SIZE = 64,
    SECTION_SIZE = 64,
    SYMBOL_SIZE = 24,
    RELOCATION_SIZE = 24,
    DESCRIPTOR_SIZE = 64,
    MAX_NAME = 1024,
};

enum { MACHINE_AMDGPU = 224, NOTE_METADATA = 32, TYPE_REL = 1, TYPE_DYN = 3 };
enum {
    SECTION_PROGBITS = 1,
    SECTION_SYMTAB = 2,
    SECTION_STRTAB = 3,
    SECTION_RELA = 4,
    SECTION_NOTE = 7,
    SECTION_DYNSYM = 11
};
enum { SECTION_IS_CODE = 4 };
enum { RELOCATE_REL32 = 4, RELOCATE_REL32_LO = 10, RELOCATE_REL32_HI = 11 };
enum { SYMBOL_FUNC = 2, SYMBOL_KERNEL = 10 };

/* e_flags' low byte. */
static const struct {
    uint8_t machine;
    enum rdna_isa isa;
} machines[] = {
    {0x33, rdna_isa_gfx1010},
    {0x42, rdna_isa_gfx1013},
    {0x36, rdna_isa_gfx1030},
    /* gfx1031 to gfx1036 have the instructions of gfx1030. */
    {0x37, rdna_isa_gfx1030},
    {0x38, rdna_isa_gfx1030},
    {0x39, rdna_isa_gfx1030},
    {0x3e, rdna_isa_gfx1030},
    {0x3d, rdna_isa_gfx1030},
    {0x45, rdna_isa_gfx1030},
};

struct section {
    uint32_t type;
    uint64_t flags;
    uint64_t address;
    size_t offset; /* In the file, where size bytes are. */
    size_t size;
    uint32_t link, info;
    uint32_t first_word; /* Of code: where its words are among all. */
    bool is_code;
};

struct elf {
    struct rdna_code_reader *reader;
    const unsigned char *data;
    size_t size;
    bool is_linked; /* Symbols have addresses; else offsets in sections. */
    struct section *sections;
    uint32_t section_count;
    struct rdna_metadata_list metadata;
    struct base_names names;        /* Of programs; */
    BASE_ARRAY(uint32_t) by_name;   /* the program of each, by number. */
    BASE_ARRAY(size_t) descriptors; /* Places of the symbols of kernel descriptors. */
    const struct section *symbols;
    const struct section *strings; /* Of the symbols. */
    uint32_t *words;               /* The code's. */
};

static uint32_t
read_u16(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8;
}

static uint32_t
read_u32(const unsigned char *at)
{
    return read_u16(at) | read_u16(at + 2) << 16;
}

static uint64_t
read_u64(const unsigned char *at)
{
    return read_u32(at) | (uint64_t)read_u32(at + 4) << 32;
}

/* For return: false. */
static bool BASE_PRINTF(3, 4) fail(struct elf *elf, size_t offset, const char *format, ...)
{
    char message[256];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    base_error(elf->reader->diags, QD_CODE_RDNA_OBJECT,
               base_at_word((uint32_t)(offset / sizeof(uint32_t))), "%s", message);
    return false;
}

static bool
is_in_file(const struct elf *elf, uint64_t offset, uint64_t size)
{
    return offset <= elf->size && size <= elf->size - offset;
}

/* ---- the header and sections ---- */

static bool
read_chip(struct elf *elf)
{
    const uint32_t machine = elf->data[48];

    for (size_t i = 0; i < BASE_COUNT(machines); i++) {
        if (machines[i].machine == machine) {
            elf->reader->code->isa = machines[i].isa;
            elf->reader->has_isa = true;
            return true;
        }
    }
    if (elf->reader->options->has_isa)
        return true;
    base_error(elf->reader->diags, QD_CODE_RDNA_CHIP, base_at_word(12),
               "found an object for machine 0x%02x, expected one for gfx1010, gfx1013 or gfx1030",
               machine);
    return false;
}

static bool
read_header(struct elf *elf)
{
    const unsigned char *data = elf->data;

    if (elf->size < 4 || memcmp(data, "\177ELF", 4) != 0)
        return fail(elf, 0, "found no ELF header, expected a code object");
    if (elf->size < HEADER_SIZE)
        return fail(elf, 0, "found %zu bytes, expected an ELF header of %d", elf->size,
                    HEADER_SIZE);
    if (data[4] != 2 || data[5] != 1 || data[6] != 1)
        return fail(elf, 4,
                    "found ELF of class %u, byte order %u, version %u, expected 64 bits, low byte "
                    "first, 1",
                    data[4], data[5], data[6]);
    if (read_u16(data + 18) != MACHINE_AMDGPU)
        return fail(elf, 18, "found an object for machine %u, expected AMDGPU's (%d)",
                    read_u16(data + 18), MACHINE_AMDGPU);
    const uint32_t type = read_u16(data + 16);
    if (type < TYPE_REL || type > TYPE_DYN)
        return fail(elf, 16, "found ELF of type %u, expected an object or what was linked of some",
                    type);
    elf->is_linked = type != TYPE_REL;
    return read_chip(elf);
}

static bool
read_section(struct elf *elf, uint64_t at, struct section *section)
{
    const unsigned char *data = elf->data + at;

    *section = (struct section){
        .type = read_u32(data + 4),
        .flags = read_u64(data + 8),
        .address = read_u64(data + 16),
        .link = read_u32(data + 40),
        .info = read_u32(data + 44),
    };
    const uint64_t offset = read_u64(data + 24), size = read_u64(data + 32);
    /* Others may have no bytes in the file. */
    if (section->type != SECTION_PROGBITS && section->type != SECTION_NOTE &&
        section->type != SECTION_SYMTAB && section->type != SECTION_DYNSYM &&
        section->type != SECTION_STRTAB && section->type != SECTION_RELA)
        return true;
    if (!is_in_file(elf, offset, size))
        return fail(elf, at,
                    "found a section of %" PRIu64 " bytes at %" PRIu64
                    ", expected it within the file's %zu",
                    size, offset, elf->size);
    section->offset = (size_t)offset;
    section->size = (size_t)size;
    section->is_code = section->type == SECTION_PROGBITS && section->flags & SECTION_IS_CODE;
    return true;
}

static bool
read_sections(struct elf *elf)
{
    const uint64_t offset = read_u64(elf->data + 40);
    uint64_t count = read_u16(elf->data + 60);

    if (!offset)
        return fail(elf, 40, "found no table of sections, expected one");
    if (read_u16(elf->data + 58) != SECTION_SIZE)
        return fail(elf, 58, "found sections of %u bytes in their table, expected %d",
                    read_u16(elf->data + 58), SECTION_SIZE);
    if (!is_in_file(elf, offset, SECTION_SIZE))
        return fail(elf, 40,
                    "found the table of sections at %" PRIu64
                    ", expected it within the file's %zu bytes",
                    offset, elf->size);
    /* More than fit in 16 bits are counted in the first. */
    if (!count)
        count = read_u64(elf->data + offset + 32);
    if (count > (elf->size - offset) / SECTION_SIZE)
        return fail(elf, 60,
                    "found %" PRIu64 " sections at %" PRIu64
                    ", expected them within the file's %zu bytes",
                    count, offset, elf->size);
    elf->section_count = (uint32_t)count;
    elf->sections = base_arena_new_array(elf->reader->arena, struct section, count);
    for (uint32_t i = 0; i < count; i++)
        if (!read_section(elf, offset + (uint64_t)i * SECTION_SIZE, &elf->sections[i]))
            return false;
    return true;
}

/* The words of all sections of code, one behind the other. Sections may not share bytes, or a small
 * file could be much code. */
static bool
read_code(struct elf *elf)
{
    struct rdna_code *code = elf->reader->code;
    uint64_t total = 0;

    for (uint32_t i = 0; i < elf->section_count; i++) {
        struct section *section = &elf->sections[i];

        if (!section->is_code)
            continue;
        if (section->size % sizeof(uint32_t) != 0)
            return fail(elf, section->offset, "found %zu bytes of code, expected whole words",
                        section->size);
        section->first_word = (uint32_t)(total / sizeof(uint32_t));
        total += section->size;
        if (total > elf->size)
            return fail(elf, section->offset,
                        "found sections of code that share bytes, expected them apart");
    }
    if (!total)
        return fail(elf, 0, "found no code, expected a section with instructions");
    uint32_t *words = base_arena_new_array(elf->reader->arena, uint32_t, total / sizeof(uint32_t));
    elf->words = words;
    for (uint32_t i = 0; i < elf->section_count; i++) {
        const struct section *section = &elf->sections[i];

        for (size_t k = 0; section->is_code && k < section->size / sizeof(uint32_t); k++)
            words[section->first_word + k] = read_u32(elf->data + section->offset + 4 * k);
    }
    code->words = words;
    code->count = code->code_count = (uint32_t)(total / sizeof(uint32_t));
    return true;
}

/* ---- notes ---- */

static bool
read_note_section(struct elf *elf, const struct section *section)
{
    struct rdna_code_reader *reader = elf->reader;
    size_t at = section->offset;
    const size_t end = section->offset + section->size;

    while (end - at >= 12) {
        const uint32_t name_size = read_u32(elf->data + at);
        const uint32_t size = read_u32(elf->data + at + 4);
        const uint32_t type = read_u32(elf->data + at + 8);
        const uint64_t name_room = ((uint64_t)name_size + 3) & ~UINT64_C(3);
        const uint64_t room = ((uint64_t)size + 3) & ~UINT64_C(3);

        /* The last may lack what would fill its word. */
        if (name_room + size > end - at - 12)
            return fail(elf, at, "found a note of %u and %u bytes, expected %zu at most in all",
                        name_size, size, end - at - 12);
        const char *name = (const char *)elf->data + at + 12;
        const size_t desc = at + 12 + (size_t)name_room;
        if (type == NOTE_METADATA && name_size == 7 && memcmp(name, "AMDGPU", 7) == 0) {
            if (!reader->options->metadata)
                reader->skipped_metadata = true;
            else if (!reader->options->metadata(reader->arena, reader->data + desc, size, desc,
                                                &elf->metadata, reader->diags))
                return false;
        }
        at = room > end - desc ? end : desc + (size_t)room;
    }
    return true;
}

static bool
read_notes(struct elf *elf)
{
    uint64_t total = 0;

    for (uint32_t i = 0; i < elf->section_count; i++) {
        const struct section *section = &elf->sections[i];

        if (section->type != SECTION_NOTE)
            continue;
        total += section->size;
        if (total > elf->size)
            return fail(elf, section->offset,
                        "found sections of notes that share bytes, expected them apart");
        if (!read_note_section(elf, section))
            return false;
    }
    return true;
}

/* ---- symbols ---- */

struct symbol {
    const char *name;
    size_t name_size;
    unsigned type;
    struct section *section; /* NULL: it is in none. */
    uint64_t offset;         /* In the section. */
    uint64_t size;
};

static bool
read_symbol(struct elf *elf, size_t at, struct symbol *symbol)
{
    const unsigned char *data = elf->data + at;
    const uint32_t name = read_u32(data), index = read_u16(data + 6);

    if (name >= elf->strings->size)
        return fail(elf, at, "found a name at %u, expected it within %zu bytes of names", name,
                    elf->strings->size);
    const char *text = (const char *)elf->data + elf->strings->offset + name;
    const size_t room = elf->strings->size - name;
    const char *end = memchr(text, 0, room < MAX_NAME ? room : MAX_NAME);
    if (!end)
        return fail(elf, at, "found a name without an end, expected it within %d bytes", MAX_NAME);
    *symbol = (struct symbol){
        .name = text,
        .name_size = (size_t)(end - text),
        .type = data[4] & 15,
        .section = index && index < elf->section_count ? &elf->sections[index] : NULL,
        .offset = read_u64(data + 8),
        .size = read_u64(data + 16),
    };
    if (symbol->section && elf->is_linked)
        symbol->offset -= symbol->section->address;
    return true;
}

static bool
ends_with_kd(const struct symbol *symbol)
{
    return symbol->name_size > 3 && memcmp(symbol->name + symbol->name_size - 3, ".kd", 3) == 0;
}

static bool
add_program(struct elf *elf, size_t at, const struct symbol *symbol)
{
    struct base_arena *arena = elf->reader->arena;
    const struct section *section = symbol->section;

    if (symbol->offset % sizeof(uint32_t) != 0 || symbol->offset >= section->size ||
        symbol->size > section->size - symbol->offset || symbol->size % sizeof(uint32_t) != 0)
        return fail(elf, at,
                    "found a function of %" PRIu64 " bytes at %" PRIu64
                    ", expected whole words within the section's %zu bytes",
                    symbol->size, symbol->offset, section->size);
    const uint32_t name = base_names_intern(&elf->names, symbol->name, symbol->name_size);
    /* A second function of a name is another file's static one; the first keeps the name's. */
    if (name > elf->by_name.count)
        base_array_push(arena, &elf->by_name, elf->reader->code->programs.count);
    struct rdna_program *program = base_array_add(arena, &elf->reader->code->programs);
    program->name = base_names_string(&elf->names, name);
    program->first = section->first_word + (uint32_t)(symbol->offset / sizeof(uint32_t));
    const uint64_t end = symbol->size ? symbol->offset + symbol->size : section->size;
    program->end = section->first_word + (uint32_t)(end / sizeof(uint32_t));
    return true;
}

static const struct section *
find_symbols(const struct elf *elf)
{
    const struct section *found = NULL;

    for (uint32_t i = 0; i < elf->section_count; i++) {
        if (elf->sections[i].type == SECTION_SYMTAB)
            return &elf->sections[i];
        if (elf->sections[i].type == SECTION_DYNSYM)
            found = &elf->sections[i];
    }
    return found;
}

static bool
read_symbols(struct elf *elf)
{
    const struct section *symbols = find_symbols(elf);

    if (!symbols)
        return true;
    if (symbols->link >= elf->section_count || elf->sections[symbols->link].type != SECTION_STRTAB)
        return fail(elf, symbols->offset, "found symbols with names in section %u, expected names",
                    symbols->link);
    elf->symbols = symbols;
    elf->strings = &elf->sections[symbols->link];
    for (size_t i = 1; i < symbols->size / SYMBOL_SIZE; i++) {
        const size_t at = symbols->offset + i * SYMBOL_SIZE;
        struct symbol symbol;

        if (!read_symbol(elf, at, &symbol))
            return false;
        if (!symbol.section)
            continue;
        if (symbol.section->is_code &&
            (symbol.type == SYMBOL_FUNC || symbol.type == SYMBOL_KERNEL)) {
            if (!add_program(elf, at, &symbol))
                return false;
        } else if (!symbol.section->is_code && ends_with_kd(&symbol)) {
            base_array_push(elf->reader->arena, &elf->descriptors, at);
        }
    }
    return true;
}

static struct rdna_program *
find_program(struct elf *elf, const char *name, size_t size)
{
    const uint32_t number = base_names_find(&elf->names, name, size);

    return number ? &elf->reader->code->programs.data[elf->by_name.data[number - 1]] : NULL;
}

/* ---- relocations: what code says of its own functions, which a linker would fill in ---- */

static bool
relocate(struct elf *elf, const struct section *code, size_t at)
{
    const unsigned char *data = elf->data + at;
    const uint64_t offset = read_u64(data), addend = read_u64(data + 16);
    const uint32_t type = read_u32(data + 8), index = read_u32(data + 12);
    const size_t count = elf->symbols->size / SYMBOL_SIZE;
    struct symbol symbol;

    if (type != RELOCATE_REL32 && type != RELOCATE_REL32_LO && type != RELOCATE_REL32_HI)
        return true;
    if (index >= count || offset % sizeof(uint32_t) != 0 || offset >= code->size)
        return fail(elf, at,
                    "found a relocation by symbol %u at %" PRIu64
                    ", expected one of %zu symbols and a word within %zu bytes",
                    index, offset, count, code->size);
    if (!read_symbol(elf, elf->symbols->offset + (size_t)index * SYMBOL_SIZE, &symbol))
        return false;
    if (!symbol.section || !symbol.section->is_code)
        return true;
    const uint64_t base = (uint64_t)symbol.section->first_word * sizeof(uint32_t);
    const uint64_t word = code->first_word + offset / sizeof(uint32_t);
    const uint64_t value = base + symbol.offset + addend - word * sizeof(uint32_t);
    elf->words[word] = (uint32_t)(type == RELOCATE_REL32_HI ? value >> 32 : value);
    return true;
}

static bool
relocate_code(struct elf *elf)
{
    uint64_t total = 0;

    if (!elf->strings || elf->is_linked)
        return true;
    for (uint32_t i = 0; i < elf->section_count; i++) {
        const struct section *section = &elf->sections[i];

        if (section->type != SECTION_RELA || section->info >= elf->section_count ||
            !elf->sections[section->info].is_code)
            continue;
        total += section->size;
        if (total > elf->size)
            return fail(elf, section->offset,
                        "found sections of relocations that share bytes, expected them apart");
        for (size_t k = 0; k < section->size / RELOCATION_SIZE; k++)
            if (!relocate(elf, &elf->sections[section->info],
                          section->offset + k * RELOCATION_SIZE))
                return false;
    }
    return true;
}

/* ---- kernel descriptors: 64 bytes for each kernel of HSA ---- */

static bool
read_descriptor(struct elf *elf, size_t at)
{
    struct symbol symbol;

    if (!read_symbol(elf, at, &symbol))
        return false;
    if (symbol.offset > symbol.section->size ||
        symbol.section->size - symbol.offset < DESCRIPTOR_SIZE ||
        symbol.section->type != SECTION_PROGBITS)
        return fail(elf, at, "found a kernel descriptor outside of its section, expected %d bytes",
                    DESCRIPTOR_SIZE);
    struct rdna_program *program = find_program(elf, symbol.name, symbol.name_size - 3);
    if (!program)
        return fail(elf, at, "found a descriptor of kernel \"%.*s\", expected its function too",
                    (int)(symbol.name_size - 3), symbol.name);
    const unsigned char *data = elf->data + symbol.section->offset + symbol.offset;
    const uint32_t rsrc1 = read_u32(data + 48), properties = read_u16(data + 56);
    program->is_entry = true;
    program->stage = rdna_stage_compute;
    program->wave_size = properties >> 10 & 1 ? 32 : 64;
    program->lds_size = read_u32(data);
    program->scratch_size = read_u32(data + 4);
    program->vgprs = ((rsrc1 & 63) + 1) * (program->wave_size == 32 ? 8 : 4);
    return true;
}

static bool
apply_metadata(struct elf *elf)
{
    for (uint32_t i = 0; i < elf->metadata.list.count; i++) {
        const struct rdna_metadata *metadata = &elf->metadata.list.data[i];
        size_t size = strlen(metadata->symbol);
        struct rdna_program *program = find_program(elf, metadata->symbol, size);

        if (!program && size > 3 && strcmp(metadata->symbol + size - 3, ".kd") == 0)
            program = find_program(elf, metadata->symbol, size - 3);
        if (!program) {
            base_error(elf->reader->diags, QD_CODE_RDNA_METADATA, base_at_nowhere(),
                       "found metadata of \"%s\", expected a function of that name",
                       metadata->symbol);
            return false;
        }
        program->is_entry = true;
        if (metadata->stage)
            program->stage = metadata->stage;
        if (metadata->wave_size)
            program->wave_size = metadata->wave_size;
        program->sgprs = metadata->sgprs;
        program->vgprs = metadata->vgprs;
        program->lds_size = metadata->lds_size;
        program->scratch_size = metadata->scratch_size;
    }
    return true;
}

/* ---- all of it ---- */

static int
compare_programs(const void *a, const void *b)
{
    const struct rdna_program *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Puts programs in the order of their words, each up to the next at most. Functions of which
 * nothing says how many lanes call them are like the rest. */
static void
order_programs(struct elf *elf)
{
    struct rdna_code *code = elf->reader->code;
    struct rdna_program *programs = code->programs.data;
    uint32_t count = code->programs.count, next = code->count;
    bool has_entry = false;
    unsigned wave_size = 0;

    if (!count) {
        rdna_code_add_only(elf->reader, rdna_stage_none, 0);
        return;
    }
    qsort(programs, count, sizeof(*programs), compare_programs);
    for (uint32_t i = count; i-- > 0;) {
        if (programs[i].end > next)
            programs[i].end = next;
        if (i > 0 && programs[i - 1].first != programs[i].first)
            next = programs[i].first;
        has_entry |= programs[i].is_entry;
        if (programs[i].wave_size)
            wave_size = programs[i].wave_size;
    }
    for (uint32_t i = 0; i < count; i++) {
        programs[i].is_entry |= !has_entry;
        if (!programs[i].wave_size)
            programs[i].wave_size = wave_size;
    }
}

bool
rdna_code_read_elf(struct rdna_code_reader *reader)
{
    struct elf elf = {
        .reader = reader,
        .data = (const unsigned char *)reader->data,
        .size = reader->size,
    };

    base_names_init(&elf.names, reader->arena);
    if (!read_header(&elf) || !read_sections(&elf) || !read_code(&elf) || !read_notes(&elf) ||
        !read_symbols(&elf) || !relocate_code(&elf))
        return false;
    for (uint32_t i = 0; i < elf.descriptors.count; i++)
        if (!read_descriptor(&elf, elf.descriptors.data[i]))
            return false;
    if (!apply_metadata(&elf))
        return false;
    order_programs(&elf);
    return true;
}
