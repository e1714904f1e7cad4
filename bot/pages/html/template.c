#include "template.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/text/language.h"

enum { WORD = 64 /* bytes of a name of an attribute or a place */, VALUE = 512 };

struct template_state {
    struct html *html;
    const struct page_frame *frame;
    const struct template_value *values;
    const char *at; /* in the template */
};

/* Copies `length` bytes. Returns false, and makes the writer fail, if they do not fit. */
static bool copy(struct html *html, char *out, size_t size, const char *from, size_t length)
{
    if (length >= size) {
        html_fail(html);
        return false;
    }
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

/* Returns the value of the place "{name}"; NULL: there is none. */
static const struct template_value *value_of(const struct template_state *state, const char *place,
                                             size_t length)
{
    for (const struct template_value *at = state->values; at->place != NULL; at++) {
        if (strlen(at->place) == length && memcmp(at->place, place, length) == 0)
            return at;
    }
    html_fail(state->html);
    return NULL;
}

/* True for attributes whose value a browser follows or loads. */
static bool is_link(const char *name)
{
    static const char *const names[] = {"href", "src", "action", "formaction"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

static void write_attribute(const struct template_state *state, const char *name,
                            const struct template_value *value)
{
    char href[ADDRESS_MAX];
    struct html *html = state->html;
    if (value->say != NULL)
        html_attr_say(html, name, value->say);
    else if (value->path != NULL)
        html_attr(html, name, frame_href(state->frame, value->path, href));
    else if (value->number != NULL)
        html_attr_number(html, name, *value->number);
    else if (value->address != NULL)
        html_attr(html, name, value->address);
    else if (value->text != NULL && is_link(name))
        html_fail(html);
    else
        html_attr(html, name, value->text);
}

static void write_content(const struct template_state *state, const struct template_value *value)
{
    struct html *html = state->html;
    if (value->say != NULL)
        html_say(html, value->say);
    else if (value->number != NULL)
        html_number(html, *value->number);
    else if (value->draw != NULL)
        value->draw(html, state->frame, value->arg);
    else if (value->text != NULL)
        html_text(html, value->text);
}

/* Reads " name='value'". */
static void read_attribute(struct template_state *state)
{
    char name[WORD];
    char constant[VALUE];
    size_t length = strcspn(state->at, "=");
    const char *begins = state->at + length + 2;
    if (state->at[length] != '=' || state->at[length + 1] != '\'' || strchr(begins, '\'') == NULL) {
        html_fail(state->html);
        state->at += strlen(state->at);
        return;
    }
    size_t size = strcspn(begins, "'");
    if (copy(state->html, name, sizeof(name), state->at, length)) {
        const struct template_value *value = NULL;
        if (size > 2 && *begins == '{' && begins[size - 1] == '}') {
            value = value_of(state, begins + 1, size - 2);
            if (value != NULL)
                write_attribute(state, name, value);
        } else if (copy(state->html, constant, sizeof(constant), begins, size)) {
            html_attr(state->html, name, constant);
        }
    }
    state->at = begins + size + 1;
}

static void read_start(struct template_state *state)
{
    const char *name = state->at + 1;
    html_open(state->html, name);
    state->at += strcspn(state->at, " />");
    while (*state->at == ' ') {
        state->at++;
        read_attribute(state);
    }
    bool empty = *state->at == '/';
    state->at += empty;
    if (*state->at != '>') {
        html_fail(state->html);
        state->at += strlen(state->at);
        return;
    }
    state->at++;
    if (empty || html_is_void(name))
        html_close(state->html);
}

static void read_end(struct template_state *state)
{
    struct html *html = state->html;
    const char *name = state->at + 2;
    size_t length = strcspn(name, ">");
    const char *open = html->depth > 0 ? html->open[html->depth - 1] : "";
    bool same = strncmp(open, name, length) == 0 && strcspn(open, " />") == length;
    if (same && name[length] == '>')
        html_close(html);
    else
        html_fail(html);
    state->at = name + length + (name[length] == '>');
}

static void read_place(struct template_state *state)
{
    size_t length = strcspn(state->at, "}");
    const struct template_value *value = value_of(state, state->at + 1, length - 1);
    if (value != NULL)
        write_content(state, value);
    state->at += length + (state->at[length] == '}');
}

void template_write(struct html *html, const struct page_frame *frame, const char *template,
                    const struct template_value *values)
{
    struct template_state state = {html, frame, values, template};
    while (*state.at != '\0') {
        size_t text = strcspn(state.at, "<{");
        if (text > 0)
            html_text_part(html, state.at, text);
        state.at += text;
        if (*state.at == '{')
            read_place(&state);
        else if (*state.at == '<' && state.at[1] == '/')
            read_end(&state);
        else if (*state.at == '<')
            read_start(&state);
    }
}
