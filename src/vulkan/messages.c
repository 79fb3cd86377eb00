/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <stdlib.h>

#define MAX_MESSAGES 64
#define MAX_MESSAGE_SIZE ((size_t)4096)

void
vk_messages_init(struct vk_messages *messages)
{
    pthread_mutex_init(&messages->lock, NULL);
    messages->texts = NULL;
    messages->count = 0;
    messages->dropped = 0;
}

static void
clear(struct vk_messages *messages)
{
    for (uint32_t i = 0; i < messages->count; i++)
        free(messages->texts[i]);
    messages->count = 0;
    messages->dropped = 0;
}

void
vk_messages_finish(struct vk_messages *messages)
{
    clear(messages);
    free(messages->texts);
    messages->texts = NULL;
    pthread_mutex_destroy(&messages->lock);
}

static char *
copy_text(const char *text)
{
    size_t size = strlen(text);
    if (size > MAX_MESSAGE_SIZE)
        size = MAX_MESSAGE_SIZE;

    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

/* What the layer warns of and scenes may have; the first text is in the message's id, the others in
 * the message. Fragment outputs past the draw's targets go nowhere, in scenes and in Vulkan alike.
 */
static const struct {
    const char *id;
    const char *texts[2];
} harmless[] = {
    {"OutputNotConsumed", {"", ""}},
};

static bool
is_harmless(const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    if (!data->pMessageIdName || !data->pMessage)
        return false;
    for (size_t i = 0; i < BASE_COUNT(harmless); i++) {
        if (strstr(data->pMessageIdName, harmless[i].id) &&
            strstr(data->pMessage, harmless[i].texts[0]) &&
            strstr(data->pMessage, harmless[i].texts[1]))
            return true;
    }
    return false;
}

VKAPI_ATTR VkBool32 VKAPI_CALL
vk_messages_callback(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                     VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    struct vk_messages *messages = user;
    char *text = NULL;

    (void)severity; /* The messenger asks for warnings and errors of the kind that counts. */
    (void)types;
    if (is_harmless(data))
        return VK_FALSE;
    pthread_mutex_lock(&messages->lock);
    if (!messages->texts)
        messages->texts = calloc(MAX_MESSAGES, sizeof(*messages->texts));
    if (messages->texts && messages->count < MAX_MESSAGES)
        text = copy_text(data->pMessage ? data->pMessage : "");
    if (text)
        messages->texts[messages->count++] = text;
    else
        messages->dropped++;
    pthread_mutex_unlock(&messages->lock);
    return VK_FALSE;
}

uint32_t
vk_messages_count(struct vk_messages *messages)
{
    pthread_mutex_lock(&messages->lock);
    const uint32_t count = messages->count + messages->dropped;
    pthread_mutex_unlock(&messages->lock);
    return count;
}

void
vk_messages_report(struct vk_messages *messages, struct base_diags *diags)
{
    /* Taken one by one: reporting may run out of memory and not come back, so neither the lock is
     * held nor a message told twice. */
    for (;;) {
        char text[MAX_MESSAGE_SIZE + 1];

        pthread_mutex_lock(&messages->lock);
        const bool has_text = messages->count > 0;
        if (has_text) {
            strcpy(text, messages->texts[0]);
            free(messages->texts[0]);
            messages->count--;
            memmove(messages->texts, messages->texts + 1,
                    messages->count * sizeof(*messages->texts));
        }
        const uint32_t dropped = messages->dropped;
        if (!has_text)
            messages->dropped = 0;
        pthread_mutex_unlock(&messages->lock);

        if (has_text) {
            base_error(diags, QD_CODE_DEVICE_VALIDATION, base_at_nowhere(), "%s", text);
            continue;
        }
        if (dropped)
            base_error(diags, QD_CODE_DEVICE_VALIDATION, base_at_nowhere(),
                       "the validation layer had %u more messages", dropped);
        return;
    }
}
