#include "html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/text/language.h"
#include "card_html.h"

enum { FIRST_ROOM = 4096, NUMBER = 24 /* bytes of one */ };

void html_init(struct html *html, const struct language *language)
{
    *html = (struct html){.language = language};
}

void html_finish(struct html *html)
{
    html_art_destroy(html->art);
    free(html->text);
    *html = (struct html){.language = html->language};
}

void html_fail(struct html *html)
{
    free(html->text);
    html->text = NULL;
    html->length = html->room = 0;
    html->failed = true;
}

/* -- bytes -- */

static bool make_room(struct html *html, size_t more)
{
    size_t room = html->room > 0 ? html->room : FIRST_ROOM;
    if (html->failed)
        return false;
    while (room - html->length <= more) /* there is a NUL, too */
        room *= 2;
    if (room == html->room)
        return true;
    char *text = realloc(html->text, room);
    if (text == NULL) {
        html_fail(html);
        return false;
    }
    html->text = text;
    html->room = room;
    return true;
}

static void put_bytes(struct html *html, const char *bytes, size_t length)
{
    if (!make_room(html, length))
        return;
    memcpy(html->text + html->length, bytes, length);
    html->length += length;
    html->text[html->length] = '\0';
}

static void put(struct html *html, const char *text)
{
    put_bytes(html, text, strlen(text));
}

/* Returns how a character of ASCII is escaped; NULL: it is written as it is. */
static const char *escape_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static bool is_plain(char c)
{
    return c >= ' ' && c < 0x7F && escape_of(c) == NULL;
}

/* True for invisible characters that clean text may have: joiners of letters and emoji, and
 * isolates around phrases. */
static size_t sign_of_script(const char *text, size_t length)
{
    static const char *const joiners[] = {"\xE2\x80\x8C", "\xE2\x80\x8D"};
    for (unsigned i = 0; i < ARRAY_SIZE(joiners); i++) {
        if (length >= 3 && memcmp(text, joiners[i], 3) == 0)
            return 3;
    }
    return text_mark(text, length);
}

/* Escapes a text. Text and attribute values are escaped alike, so no caller can choose the wrong
 * way. Invisible bytes (control codes, direction overrides, invalid UTF-8) were removed when they
 * came in. Any that are still there become a visible sign. Line ends stay. */
static void put_escaped(struct html *html, const char *text, size_t length)
{
    for (size_t i = 0, size; i < length; i += size) {
        for (size = 0; i + size < length && is_plain(text[i + size]);)
            size++;
        if (size > 0) {
            put_bytes(html, text + i, size);
            continue;
        }
        const char *escape = escape_of(text[i]);
        size = 1;
        size_t sign = sign_of_script(text + i, length - i);
        if (escape != NULL)
            put(html, escape);
        else if (sign > 0)
            put_bytes(html, text + i, size = sign);
        else if (text[i] == '\n' || text_shows(text + i, length - i, &size))
            put_bytes(html, text + i, size);
        else
            put(html, "\xEF\xBF\xBD");
    }
}

void html_begin(struct html *html)
{
    put(html, "<!DOCTYPE html>\n");
}

/* -- elements -- */

/* The name of an element may stand inside a template (template.h), so it ends with its letters. */
static size_t name_length(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");
}

bool html_is_void(const char *name)
{
    static const char *const names[] = {"base", "meta", "link", "br", "hr", "input", "img"};
    size_t length = name_length(name);
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return true;
    }
    return false;
}

static void end_tag(struct html *html)
{
    if (html->in_tag)
        put(html, ">");
    html->in_tag = false;
}

void html_open(struct html *html, const char *name)
{
    end_tag(html);
    if (html->depth == HTML_DEPTH) { /* a page with more nesting is a fault of ours */
        html_fail(html);
        return;
    }
    put(html, "<");
    put_bytes(html, name, name_length(name));
    html->open[html->depth++] = name;
    html->in_tag = true;
}

void html_open_class(struct html *html, const char *name, const char *class)
{
    html_open(html, name);
    html_attr(html, "class", class);
}

void html_attr(struct html *html, const char *name, const char *value)
{
    if (value == NULL || !html->in_tag)
        return;
    put(html, " ");
    put(html, name);
    put(html, "=\"");
    put_escaped(html, value, strlen(value));
    put(html, "\"");
}

void html_attr_number(struct html *html, const char *name, long long value)
{
    char text[NUMBER];
    snprintf(text, sizeof(text), "%lld", value);
    html_attr(html, name, text);
}

void html_attr_say(struct html *html, const char *name, const char *text)
{
    html_attr(html, name, tr(html->language, text));
}

void html_close(struct html *html)
{
    if (html->depth == 0)
        return;
    const char *name = html->open[--html->depth];
    if (html_is_void(name)) {
        put(html, "/>");
        html->in_tag = false;
        return;
    }
    end_tag(html);
    put(html, "</");
    put_bytes(html, name, name_length(name));
    put(html, ">");
}

void html_close_to(struct html *html, unsigned depth)
{
    while (html->depth > depth)
        html_close(html);
}

/* -- what is in them -- */

void html_text_part(struct html *html, const char *text, size_t length)
{
    end_tag(html);
    put_escaped(html, text, length);
}

void html_text(struct html *html, const char *text)
{
    html_text_part(html, text, strlen(text));
}

void html_number(struct html *html, long long number)
{
    char text[NUMBER];
    snprintf(text, sizeof(text), "%lld", number);
    html_text(html, text);
}

void html_say(struct html *html, const char *text)
{
    html_text(html, tr(html->language, text));
}

void html_markup(struct html *html, const char *markup, size_t length)
{
    end_tag(html);
    put_bytes(html, markup, length);
}

void html_element(struct html *html, const char *name, const char *text)
{
    html_open(html, name);
    html_text(html, text);
    html_close(html);
}

void html_element_say(struct html *html, const char *name, const char *text)
{
    html_element(html, name, tr(html->language, text));
}

static void put_arg(struct html *html, const struct html_arg *arg)
{
    char number[NUMBER];
    const char *text = arg->text;
    if (text == NULL) {
        snprintf(number, sizeof(number), "%lld", arg->number);
        text = number;
    }
    if (arg->element == NULL) {
        put_escaped(html, text, strlen(text));
        return;
    }
    html_open(html, arg->element);
    html_attr(html, "href", arg->href);
    html_text(html, text);
    html_close(html);
}

static const struct html_arg *find_arg(const struct html_arg *args, const char *place,
                                       size_t length)
{
    for (; args->place != NULL; args++) {
        if (strlen(args->place) == length && memcmp(args->place, place, length) == 0)
            return args;
    }
    return NULL;
}

static void put_phrase(struct html *html, const char *pattern, const struct html_arg *args)
{
    while (*pattern != '\0') {
        size_t before = strcspn(pattern, "{");
        put_escaped(html, pattern, before);
        pattern += before;
        size_t place = strcspn(pattern, "}");
        if (*pattern == '\0')
            break;
        const struct html_arg *arg =
            pattern[place] == '}' ? find_arg(args, pattern + 1, place - 1) : NULL;
        if (arg != NULL)
            put_arg(html, arg);
        else
            put_escaped(html, pattern, 1);
        pattern += arg != NULL ? place + 1 : 1;
    }
}

void html_phrase_args(struct html *html, const char *pattern, const struct html_arg *args)
{
    end_tag(html);
    put_phrase(html, pattern, args);
}

void html_attr_phrase(struct html *html, const char *name, const char *pattern,
                      const struct html_arg *args)
{
    if (!html->in_tag)
        return;
    put(html, " ");
    put(html, name);
    put(html, "=\"");
    put_phrase(html, pattern, args);
    put(html, "\"");
}

char *html_take(struct html *html)
{
    html_close_to(html, 0);
    char *text = html->text;
    html->text = NULL;
    html_finish(html);
    return text;
}
