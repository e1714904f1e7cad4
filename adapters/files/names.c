#include "names.h"

#include <stdio.h>
#include <string.h>

#include <openssl/sha.h>

#include "base/array.h"
#include "base/buf.h"

/* Removes the last folder of a path. The path is empty or ends with a slash. Returns false if it is
 * empty. */
static bool go_up(char *path)
{
    size_t length = strlen(path);
    if (length == 0)
        return false;
    path[length - 1] = '\0';
    const char *slash = strrchr(path, '/');
    path[slash != NULL ? slash - path + 1 : 0] = '\0';
    return true;
}

bool name_of_link(const char *from, const char *href, char name[NAME_SIZE])
{
    const char *slash = strrchr(from, '/');
    int length =
        snprintf(name, NAME_SIZE, "%.*s", slash != NULL ? (int)(slash - from + 1) : 0, from);
    if (*href != '.' || length < 0 || length >= NAME_SIZE)
        return false;
    for (const char *at = href; *at != '\0' && *at != '#';) {
        size_t part = strcspn(at, "/#");
        size_t end = strlen(name);
        bool last = at[part] != '/';
        if (part == 2 && at[0] == '.' && at[1] == '.') {
            if (!go_up(name))
                return false;
        } else if (part != 1 || at[0] != '.') {
            if (part == 0 || end + part + 2 > NAME_SIZE)
                return false;
            snprintf(name + end, NAME_SIZE - end, "%.*s%s", (int)part, at, last ? "" : "/");
        }
        at += part + !last;
    }
    return *name != '\0' && name[strlen(name) - 1] != '/';
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool add_path(struct buf *path, const char *name, size_t length)
{
    bool good = buf_add_char(path, '/');
    for (size_t i = 0; good && i < length; i++) {
        if (name[i] != '=') {
            good = buf_add_char(path, name[i]);
            continue;
        }
        int high = i + 2 < length ? hex_digit(name[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(name[i + 2]) : -1;
        good = low >= 0 && (high > 0 || low > 0) && buf_add_char(path, (char)(high * 16 + low));
        i += 2;
    }
    return good;
}

static bool add_query(struct buf *query, const char *name, size_t length)
{
    bool good = true;
    for (size_t i = 0; good && i < length; i++) {
        char c = name[i];
        good = buf_add_char(query, (char)(c == ',' ? '&' : c == '~' ? '=' : c == '=' ? '%' : c));
    }
    return good;
}

/* Returns the length of the name before its ending; 0: the ending is not one of ours. */
static size_t stem_of(const char *name, size_t length)
{
    static const char *const endings[] = {".html", ".json"};
    for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && memcmp(name + length - ending, endings[i], ending) == 0)
            return length - ending;
    }
    return 0;
}

bool name_address(const char *name, char path[NAME_SIZE], char query[NAME_SIZE])
{
    struct buf to, asks;
    size_t length = stem_of(name, strlen(name));
    size_t comma = strcspn(name, ",");
    size_t end = comma < length ? comma : length;
    buf_init(&to, path, NAME_SIZE);
    buf_init(&asks, query, NAME_SIZE);
    if (length == 0 || !add_path(&to, name, end))
        return false;
    if (strcmp(path, "/index") == 0)
        path[1] = '\0';
    return end == length || add_query(&asks, name + end + 1, length - end - 1);
}

/* Adds a shortened part: its beginning, "==", its hash and its ending:
 * "=23=E3=81==0123....html". */
static bool add_short(struct buf *out, const char *part, size_t length)
{
    unsigned char sum[SHA256_DIGEST_LENGTH];
    size_t stem = stem_of(part, length);
    bool good = buf_printf(out, "%.*s==", NAME_PART / 2, part);
    SHA256((const unsigned char *)part, length, sum);
    for (size_t i = 0; good && i < sizeof(sum) / 2; i++)
        good = buf_printf(out, "%02x", sum[i]);
    return good && (stem == 0 || buf_printf(out, "%.*s", (int)(length - stem), part + stem));
}

bool name_shorten(const char *name, char out[NAME_SIZE])
{
    struct buf buf;
    bool good = true;
    size_t end = strcspn(name, "#");
    buf_init(&buf, out, NAME_SIZE);
    for (size_t at = 0; good && at < end;) {
        size_t length = strcspn(name + at, "/#");
        good = length > NAME_PART ? add_short(&buf, name + at, length)
                                  : buf_printf(&buf, "%.*s", (int)length, name + at);
        at += length;
        if (good && name[at] == '/')
            good = buf_add_char(&buf, name[at++]);
    }
    return good && buf_add(&buf, name + end);
}

bool name_way_up(const char *name, char way[NAME_SIZE])
{
    struct buf buf;
    bool good = true;
    buf_init(&buf, way, NAME_SIZE);
    for (const char *at = strchr(name, '/'); at != NULL; at = strchr(at + 1, '/'))
        good = good && buf_add(&buf, *way == '\0' ? ".." : "/..");
    return good && (*way != '\0' || buf_add(&buf, "."));
}
