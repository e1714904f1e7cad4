#include "markup.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

enum { DEPTH = 40, NAME = 24 };

struct reader {
    struct markup *markup;
    const char *at;
    char open[DEPTH][NAME];
    unsigned depth;
    size_t length, room; /* of the text */
};

static void wrong(const struct reader *reader, const char *why)
{
    print_error("%s at: %.80s\n", why, reader->at);
    fail();
}

static void put(struct reader *reader, const char *bytes, size_t length)
{
    struct markup *markup = reader->markup;
    if (reader->length + length + 1 > reader->room) {
        reader->room = (reader->room + length + 1) * 2;
        markup->text = realloc(markup->text, reader->room);
        assert_non_null(markup->text);
    }
    memcpy(markup->text + reader->length, bytes, length);
    reader->length += length;
    markup->text[reader->length] = '\0';
}

/* Reads one character, or what stands for one; gives its bytes. */
static size_t read_character(struct reader *reader, char out[4])
{
    static const struct {
        const char *entity;
        char c;
    } entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    size_t size = 1;
    for (unsigned i = 0; *reader->at == '&' && i < 5; i++) {
        size_t length = strlen(entities[i].entity);
        if (strncmp(reader->at, entities[i].entity, length) == 0) {
            reader->at += length;
            out[0] = entities[i].c;
            return 1;
        }
    }
    if (*reader->at == '&' || *reader->at == '<' || *reader->at == '>')
        wrong(reader, "not escaped");
    size_t left = strlen(reader->at);
    bool joiner = strncmp(reader->at, "\xE2\x80\x8C", 3) == 0 || /* of letters, of emoji */
                  strncmp(reader->at, "\xE2\x80\x8D", 3) == 0;
    if (joiner || text_mark(reader->at, left) > 0)
        size = 3;
    else if (*reader->at != '\n' && !text_shows(reader->at, left, &size))
        wrong(reader, "a character that does not show");
    memcpy(out, reader->at, size);
    reader->at += size;
    return size;
}

static void read_name(struct reader *reader, char name[NAME])
{
    size_t length = 0;
    while (isalpha((unsigned char)*reader->at) || isdigit((unsigned char)*reader->at) ||
           *reader->at == '-' || *reader->at == ':') {
        if (length + 1 == NAME)
            wrong(reader, "a long name");
        name[length++] = *reader->at++;
    }
    name[length] = '\0';
    if (length == 0)
        wrong(reader, "no name");
}

static void keep(char ***list, size_t *count, const char *value)
{
    *list = realloc(*list, (*count + 1) * sizeof(**list));
    assert_non_null(*list);
    (*list)[*count] = strdup(value);
    assert_non_null((*list)[*count]);
    ++*count;
}

static void read_attribute(struct reader *reader)
{
    char name[NAME], value[4096];
    size_t length = 0;
    read_name(reader, name);
    if (strncmp(reader->at, "=\"", 2) != 0)
        wrong(reader, "no quoted value");
    for (reader->at += 2; *reader->at != '"';) {
        if (*reader->at == '\0' || length + 5 > sizeof(value))
            wrong(reader, "an open value");
        length += read_character(reader, value + length);
    }
    reader->at++;
    value[length] = '\0';
    if (strcmp(name, "href") == 0 || strcmp(name, "src") == 0)
        keep(&reader->markup->hrefs, &reader->markup->href_count, value);
    if (strcmp(name, "id") != 0)
        return;
    if (markup_has_id(reader->markup, value))
        wrong(reader, "an id that is there already");
    keep(&reader->markup->ids, &reader->markup->id_count, value);
}

static void read_tag(struct reader *reader)
{
    char name[NAME];
    bool closes = reader->at[1] == '/';
    reader->at += closes ? 2 : 1;
    read_name(reader, name);
    put(reader, "\n", 1);
    if (closes) {
        if (reader->depth == 0 || strcmp(reader->open[reader->depth - 1], name) != 0)
            wrong(reader, "closes what is not open");
        reader->depth--;
    } else {
        reader->markup->elements++;
        while (*reader->at == ' ') {
            reader->at++;
            read_attribute(reader);
        }
        if (*reader->at == '/') {
            reader->at++;
        } else {
            assert_true(reader->depth < DEPTH);
            memcpy(reader->open[reader->depth++], name, NAME);
        }
    }
    if (*reader->at++ != '>')
        wrong(reader, "no end of a tag");
}

void markup_read_part(struct markup *markup, const char *part)
{
    struct reader reader = {.markup = markup, .at = part};
    *markup = (struct markup){0};
    put(&reader, "", 0);
    while (*reader.at != '\0') {
        char bytes[4];
        if (*reader.at == '<')
            read_tag(&reader);
        else
            put(&reader, bytes, read_character(&reader, bytes));
    }
    assert_int_equal(reader.depth, 0);
}

void markup_read(struct markup *markup, const char *page)
{
    static const char doctype[] = "<!DOCTYPE html>\n";
    assert_memory_equal(page, doctype, sizeof(doctype) - 1);
    markup_read_part(markup, page + sizeof(doctype) - 1);
}

static void finish_list(char **list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

void markup_finish(struct markup *markup)
{
    free(markup->text);
    finish_list(markup->hrefs, markup->href_count);
    finish_list(markup->ids, markup->id_count);
}

bool markup_says(const struct markup *markup, const char *words)
{
    return strstr(markup->text, words) != NULL;
}

bool markup_has_id(const struct markup *markup, const char *id)
{
    for (size_t i = 0; i < markup->id_count; i++) {
        if (strcmp(markup->ids[i], id) == 0)
            return true;
    }
    return false;
}

unsigned markup_count(const char *page, const char *name)
{
    char tag[NAME + 1];
    unsigned count = 0;
    int length = snprintf(tag, sizeof(tag), "<%s", name);
    for (const char *at = page; (at = strstr(at, tag)) != NULL; at += length)
        count += strchr(" >/", at[length]) != NULL;
    return count;
}
