#include "embed.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "content.h"

/* Discord wants a name for each field. */
#define NO_NAME "\xe2\x80\x8b"
/* A blank that Discord keeps at the beginning and end of a text, where it strips others. */
#define PAD "\xc2\xa0"

enum {
    UNIT_BYTES = 3, /* bytes of UTF-8 for one UTF-16 unit, at most */
    ROW_UNITS =
        600 /* enough for the cells (ASCII), and a name of which every character is escaped */
};

/* An embed as it grows. */
struct embed_growth {
    cJSON *embed, *fields;
    size_t room;
    bool good; /* all fitted so far */
    size_t length, units;
    char value[EMBED_VALUE * UNIT_BYTES + 1]; /* value of the field that is being filled */
};

static void take_units(struct embed_growth *growth, size_t units)
{
    growth->good = growth->good && units <= growth->room;
    growth->room -= growth->good ? units : 0;
}

static void add_field(struct embed_growth *growth, const char *name, bool beside)
{
    char words[EMBED_NAME * UNIT_BYTES + 1];
    take_units(growth,
               content_words(*name != '\0' ? name : NO_NAME, EMBED_NAME, words) + growth->units);
    bool fits = growth->good && cJSON_GetArraySize(growth->fields) < EMBED_FIELDS;
    cJSON *field = fits ? cJSON_CreateObject() : NULL;
    growth->good = field != NULL && cJSON_AddItemToArray(growth->fields, field) &&
                   cJSON_AddStringToObject(field, "name", words) != NULL &&
                   cJSON_AddStringToObject(field, "value", growth->value) != NULL &&
                   cJSON_AddBoolToObject(field, "inline", beside) != NULL;
    growth->length = growth->units = 0;
}

/* -- facts that stand for themselves -- */

static void add_facts(struct embed_growth *growth, const struct facts *facts)
{
    for (unsigned i = 0; growth->good && i < facts->count; i++) {
        const char *cell = facts->at[i].cells[0];
        growth->units = content_words(*cell != '\0' ? cell : NO_NAME, EMBED_VALUE, growth->value);
        add_field(growth, facts->at[i].name, true);
    }
}

/* -- lists -- */

/* One line, in units. */
struct row {
    size_t length, units;
    char text[ROW_UNITS * UNIT_BYTES + 1];
};

static void put_text(struct row *row, const char *text, size_t length, size_t units)
{
    if (length < sizeof(row->text) - row->length) {
        memcpy(row->text + row->length, text, length);
        row->length += length;
        row->units += units;
        row->text[row->length] = '\0';
    }
}

/* Writes a cell at the right edge of its column. Replaces backquotes, which would end the code
 * span. */
static void put_cell(struct row *row, const char *cell, size_t width)
{
    size_t length = strlen(cell);
    for (size_t columns = text_width(cell, length); columns < width; columns++)
        put_text(row, PAD, strlen(PAD), 1);
    for (size_t i = 0; i < length; i++) {
        bool first = ((unsigned char)cell[i] & 0xc0) != 0x80;
        put_text(row, cell[i] == '`' ? "'" : cell + i, 1,
                 first + (size_t)((unsigned char)cell[i] >= 0xf0));
    }
}

static void make_row(struct row *row, const struct fact *fact, const size_t widths[FACT_CELLS])
{
    char name[2 * FACT_NAME * UNIT_BYTES + 1]; /* each of its letters may be escaped */
    row->length = row->units = 0;
    for (unsigned i = 0; i < FACT_CELLS; i++) {
        if (widths[i] > 0) {
            put_text(row, row->length > 0 ? PAD PAD : "`", row->length > 0 ? 2 * strlen(PAD) : 1,
                     row->length > 0 ? 2 : 1);
            put_cell(row, fact->cells[i], widths[i]);
        }
    }
    put_text(row, row->length > 0 ? "` " : "", row->length > 0 ? 2 : 0, row->length > 0 ? 2 : 0);
    size_t units = content_words(fact->name, 2 * FACT_NAME, name);
    put_text(row, name, strlen(name), units);
}

static void add_list(struct embed_growth *growth, const struct facts *facts)
{
    struct row row;
    size_t widths[FACT_CELLS] = {0};
    const char *head = facts->head;
    for (unsigned i = 0; i < facts->count * FACT_CELLS; i++) {
        const char *cell = facts->at[i / FACT_CELLS].cells[i % FACT_CELLS];
        size_t width = text_width(cell, strlen(cell));
        widths[i % FACT_CELLS] = width > widths[i % FACT_CELLS] ? width : widths[i % FACT_CELLS];
    }
    for (unsigned i = 0; growth->good && i < facts->count; i++) {
        make_row(&row, &facts->at[i], widths);
        if (growth->units > 0 && growth->units + 1 + row.units > EMBED_VALUE) {
            add_field(growth, head, false);
            head = "";
        }
        if (growth->units > 0) {
            growth->value[growth->length++] = '\n';
            growth->units++;
        }
        memcpy(growth->value + growth->length, row.text, row.length + 1);
        growth->length += row.length;
        growth->units += row.units;
    }
    add_field(growth, head, false);
}

/* -- the whole -- */

static void add_title(struct embed_growth *growth, const char *title)
{
    char words[EMBED_TITLE * UNIT_BYTES + 1];
    take_units(growth, content_words(title, EMBED_TITLE, words));
    growth->good = growth->good && cJSON_AddStringToObject(growth->embed, "title", words) != NULL;
}

static void add_address(struct embed_growth *growth, const char *address)
{
    growth->good = growth->good && (*address == '\0' ||
                                    cJSON_AddStringToObject(growth->embed, "url", address) != NULL);
}

/* Discord reads no Markdown there. */
static void add_note(struct embed_growth *growth, const char *note)
{
    cJSON *footer = *note != '\0' ? cJSON_AddObjectToObject(growth->embed, "footer") : NULL;
    take_units(growth, strlen(note));
    growth->good =
        growth->good && (*note == '\0' ||
                         (footer != NULL && cJSON_AddStringToObject(footer, "text", note) != NULL));
}

cJSON *embed_make(const struct facts *facts, size_t *room)
{
    struct embed_growth growth = {.embed = cJSON_CreateObject(), .room = *room};
    growth.fields = growth.embed != NULL ? cJSON_AddArrayToObject(growth.embed, "fields") : NULL;
    growth.good = growth.fields != NULL && facts->count > 0;
    add_title(&growth, facts->title);
    add_address(&growth, facts->address);
    if (*facts->head != '\0')
        add_list(&growth, facts);
    else
        add_facts(&growth, facts);
    add_note(&growth, facts->note);
    if (!growth.good) {
        cJSON_Delete(growth.embed);
        return NULL;
    }
    *room = growth.room;
    return growth.embed;
}
