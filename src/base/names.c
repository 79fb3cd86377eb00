/* SPDX-License-Identifier: MIT
 *
 * A hash table with open addressing and linear probing, at most half full. A slot holds a name's
 * number. In front of each name's text lie its size and hash.
 */
#include "base.h"

#include "base_priv.h"

#define FIRST_SLOT_COUNT 64

struct name_header {
    uint32_t size;
    uint32_t hash;
};

static uint64_t
rotate(uint64_t x, unsigned count)
{
    return x << count | x >> (64 - count);
}

static void
sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

static uint64_t
read_little_endian(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF"). */
static uint64_t
sip_hash(uint64_t key0, uint64_t key1, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t v[4] = {key0 ^ 0x736f6d6570736575, key1 ^ 0x646f72616e646f6d,
                     key0 ^ 0x6c7967656e657261, key1 ^ 0x7465646279746573};
    size_t at = 0;

    for (; size - at >= 8; at += 8) {
        const uint64_t word = read_little_endian(bytes + at, 8);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }

    uint64_t last = (uint64_t)size << 56;
    if (at < size)
        last |= read_little_endian(bytes + at, size - at);
    v[3] ^= last;
    sip_round(v);
    v[0] ^= last;

    v[2] ^= 0xff;
    for (unsigned i = 0; i < 3; i++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* Guests choose names. The key is an address, which they cannot know ahead where the system
 * randomises them, so they cannot choose names that all collide. Numbers do not depend on it. */
static uint32_t
hash_name(const struct base_names *names, const char *text, size_t size)
{
    return (uint32_t)sip_hash((uintptr_t)names->arena, 1, text, size);
}

void
base_names_init(struct base_names *names, struct base_arena *arena)
{
    memset(names, 0, sizeof(*names));
    names->arena = arena;
}

static struct name_header
header_of(const struct base_names *names, uint32_t name)
{
    struct name_header header;

    memcpy(&header, names->names.data[name - 1] - sizeof(header), sizeof(header));
    return header;
}

/* The slot of the name, or the free one where it belongs. */
static uint32_t
find_slot(const struct base_names *names, uint32_t hash, const char *text, size_t size)
{
    uint32_t slot = hash & (names->slot_count - 1);

    for (; names->slots[slot]; slot = (slot + 1) & (names->slot_count - 1)) {
        const uint32_t name = names->slots[slot];
        const struct name_header header = header_of(names, name);
        if (header.hash == hash && header.size == size &&
            (!size || memcmp(names->names.data[name - 1], text, size) == 0))
            break;
    }
    return slot;
}

static void
grow_slots(struct base_names *names)
{
    if (names->slot_count > UINT32_MAX / 2)
        base_arena_fail_size(names->arena);

    /* The names are all in the list, so the old slots can be overwritten. */
    const uint32_t old_count = names->slot_count;
    const size_t count = old_count ? old_count * 2 : FIRST_SLOT_COUNT;
    if (count > SIZE_MAX / sizeof(*names->slots))
        base_arena_fail_size(names->arena);
    names->slots =
        base_arena_resize_raw(names->arena, names->slots, old_count * sizeof(*names->slots),
                              count * sizeof(*names->slots));
    names->slot_count = (uint32_t)count;
    memset(names->slots, 0, count * sizeof(*names->slots));

    for (uint32_t name = 1; name <= names->names.count; name++) {
        size_t slot = header_of(names, name).hash & (count - 1);
        while (names->slots[slot])
            slot = (slot + 1) & (count - 1);
        names->slots[slot] = name;
    }
}

uint32_t
base_names_intern(struct base_names *names, const char *text, size_t size)
{
    if (size > UINT32_MAX - sizeof(struct name_header) - 1)
        base_arena_fail_size(names->arena);
    if (names->names.count >= names->slot_count / 2)
        grow_slots(names);

    const struct name_header header = {(uint32_t)size, hash_name(names, text, size)};
    const uint32_t slot = find_slot(names, header.hash, text, size);
    if (names->slots[slot])
        return names->slots[slot];

    char *stored = base_arena_alloc_raw(names->arena, sizeof(header) + size + 1);
    memcpy(stored, &header, sizeof(header));
    stored += sizeof(header);
    if (size)
        memcpy(stored, text, size);
    stored[size] = '\0';
    base_array_push(names->arena, &names->names, stored);
    names->slots[slot] = names->names.count;
    return names->names.count;
}

uint32_t
base_names_find(const struct base_names *names, const char *text, size_t size)
{
    if (!names->slot_count)
        return 0;
    return names->slots[find_slot(names, hash_name(names, text, size), text, size)];
}

const char *
base_names_string(const struct base_names *names, uint32_t name)
{
    return name && name <= names->names.count ? names->names.data[name - 1] : "";
}
