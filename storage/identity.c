#include "identity.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"

void identity_set_name(char out[STORE_NAME_MAX], const char *name, size_t length)
{
    size_t kept = text_cut(name, length, STORE_NAME_MAX - 1);
    memcpy(out, name, kept);
    out[kept] = '\0';
}

bool identity_linked_nick(const struct store_identity *who, char out[STORE_LINKED_MAX])
{
    bool marked = !who->verified && who->mark != NULL && *who->mark != '\0';
    int length = marked ? snprintf(out, STORE_LINKED_MAX, "%s\n%s", who->account, who->mark) : 0;
    if (length > 0 && length < STORE_LINKED_MAX)
        return true;
    out[0] = '\0';
    return false;
}

void identity_fold(char key[STORE_KEY_MAX], const char *name)
{
    struct buf buf;
    buf_init(&buf, key, STORE_KEY_MAX);
    text_fold(&buf, name, strlen(name));
}
