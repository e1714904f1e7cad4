#include "request.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <utf8proc.h>

static bool is_text(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code = 0;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                 (utf8proc_ssize_t)(length - at), &code);
        if (size <= 0 || utf8proc_category(code) == UTF8PROC_CATEGORY_CC)
            return false;
        at += (size_t)size;
    }
    return true;
}

/* True for a path without "." and ".." as segments. libwebsockets has only resolved those that it
 * recognised. */
static bool is_straight(const char *path, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *slash = memchr(path + at + 1, '/', length - at - 1);
        size_t end = slash != NULL ? (size_t)(slash - path) : length;
        const char *name = path + at + 1;
        size_t size = end - at - 1;
        if ((size == 1 && *name == '.') || (size == 2 && strncmp(name, "..", 2) == 0))
            return false;
        at = end;
    }
    return true;
}

bool request_line(const char *line, size_t length)
{
    length -= length > 0 && line[length - 1] == '\r';
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            return false;
        if (line[i] == '%' &&
            (length - i < 3 || !isxdigit((unsigned char)line[i + 1]) ||
             !isxdigit((unsigned char)line[i + 2]) || (line[i + 1] == '0' && line[i + 2] == '0')))
            return false;
    }
    return true;
}

bool request_add_path(struct buf *path, const char *piece, size_t length)
{
    bool good = true;
    if (buf_length(path) > 0)
        good = buf_add_char(path, path->at[-1] == '/' ? '&' : ';');
    for (size_t i = 0; i < length && good; i++)
        good = buf_add_char(path, (char)(piece[i] == ' ' ? '+' : piece[i]));
    return good;
}

bool request_path(const char *path, size_t length, const char *home, char out[REQUEST_PATH])
{
    size_t prefix = strlen(home);
    if (length == 0 || *path != '/' || !is_text(path, length) || !is_straight(path, length))
        return false;
    if (prefix > 0 && length >= prefix && strncmp(path, home, prefix) == 0 &&
        (length == prefix || path[prefix] == '/')) {
        path += prefix;
        length -= prefix;
    }
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (length == 0) {
        path = "/";
        length = 1;
    }
    if (length >= REQUEST_PATH)
        return false;
    memcpy(out, path, length);
    out[length] = '\0';
    return true;
}

bool request_add_query(struct buf *query, const char *piece, size_t length)
{
    static const char plain[] = "-._~!*():@,/";
    bool named = false; /* the first '=' ends the name */
    bool good = buf_length(query) == 0 || buf_add_char(query, '&');
    for (size_t i = 0; i < length && good; i++) {
        unsigned char c = (unsigned char)piece[i];
        bool ends = c == '=' && !named;
        named = named || ends;
        if (ends || (c < 0x80 && isalnum(c)) || (c != '\0' && strchr(plain, c) != NULL)) {
            good = buf_add_char(query, (char)c);
        } else {
            good = buf_printf(query, "%%%02X", c);
        }
    }
    return good;
}

static bool is_separator(char c)
{
    return c == ',' || c == ' ' || c == '\t';
}

/* Finds the next element of a header's list, and returns its length; 0: there is no more. */
static size_t next_element(const char **at)
{
    while (is_separator(**at))
        ++*at;
    return strcspn(*at, ",");
}

/* True for "q=0" and "q=0.0": by RFC 9110 12.4.2 this coding is not accepted. */
static bool is_refused(const char *parameters, size_t length)
{
    char text[32];
    if (length >= sizeof(text))
        return false;
    memcpy(text, parameters, length);
    text[length] = '\0';
    const char *weight = strstr(text, "q=");
    weight = weight != NULL ? weight : strstr(text, "Q=");
    return weight != NULL && strtod(weight + 2, NULL) <= 0;
}

bool request_takes_gzip(const char *accept_encoding)
{
    const char *at = accept_encoding;
    for (size_t length = 0; (length = next_element(&at)) > 0; at += length) {
        size_t name = 0;
        while (name < length && at[name] != ';' && !is_separator(at[name]))
            name++;
        bool gzip = (name == 4 && strncasecmp(at, "gzip", 4) == 0) || (name == 1 && *at == '*');
        if (gzip)
            return !is_refused(at + name, length - name);
    }
    return false;
}

/* Compares weakly (RFC 9110 13.1.2): "W/" on either side is ignored. */
bool request_has(const char *if_none_match, const char *etag)
{
    const char *tag = strncmp(etag, "W/", 2) == 0 ? etag + 2 : etag;
    size_t size = strlen(tag);
    const char *at = if_none_match;
    for (size_t length = 0; (length = next_element(&at)) > 0; at += length) {
        const char *one = strncmp(at, "W/", 2) == 0 ? at + 2 : at;
        size_t rest = length - (size_t)(one - at);
        while (rest > 0 && is_separator(one[rest - 1]))
            rest--;
        if ((rest == 1 && *one == '*') || (rest == size && strncmp(one, tag, size) == 0))
            return true;
    }
    return false;
}

bool request_has_session(const char *path)
{
    return strcmp(path, "/seat") == 0 || strncmp(path, "/seat/", 6) == 0;
}

/* If several cookies have the name, none counts: another site on our domain may have set one. */
void request_cookie(const char *cookies, const char *name, char out[REQUEST_SESSION])
{
    size_t size = strlen(name);
    unsigned found = 0;
    out[0] = '\0';
    for (const char *at = cookies; *at != '\0'; at += strcspn(at, ";"), at += *at == ';') {
        at += strspn(at, " \t");
        if (strncmp(at, name, size) != 0 || at[size] != '=')
            continue;
        const char *value = at + size + 1;
        size_t length = 0;
        while (isalnum((unsigned char)value[length]))
            length++;
        bool good = (value[length] == '\0' || value[length] == ';') && length < REQUEST_SESSION;
        snprintf(out, REQUEST_SESSION, "%.*s", good ? (int)length : 0, value);
        found++;
    }
    if (found > 1)
        out[0] = '\0';
}
