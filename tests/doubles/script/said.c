/* Messages on the double: the slow line, its faults and the record; and documents. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script_private.h"

/* -- lines that arrived -- */

static void keep_line(struct script *script, char *line)
{
    if (line == NULL)
        return;
    if (script->line_count == script->line_room) {
        size_t room = script->line_room ? script->line_room * 2 : 64;
        char **lines = realloc(script->lines, room * sizeof(*lines));
        if (lines == NULL) {
            log_error(&script->base.log, "out of memory: a line is lost");
            free(line);
            return;
        }
        script->lines = lines;
        script->line_room = room;
    }
    script->lines[script->line_count++] = line;
    if (script->sleeps) /* who waits for it looks before the loop sleeps */
        timer_set(&script->timers[TIMER_WAKE], 0);
}

static void arrive(struct script *script, const char *line)
{
    if (faults_happen(&script->faults, script_setting(script, SCRIPT_SAY_DROP)))
        return;
    bool twice = faults_happen(&script->faults, script_setting(script, SCRIPT_SAY_DUPLICATE));
    if (script->late != NULL) {
        keep_line(script, strdup(line));
        keep_line(script, script->late);
        script->late = NULL;
    } else if (faults_happen(&script->faults, script_setting(script, SCRIPT_SAY_REORDER))) {
        script->late = strdup(line);
        script_arm(script);
    } else {
        keep_line(script, strdup(line));
    }
    if (twice)
        keep_line(script, strdup(line));
}

static void write_span(FILE *out, const struct message *message, const struct span *span)
{
    static const char *const styles[] = {"plain", "strong", "name", "mention", "card", "command"};
    static const char *const tints[] = {"wild",   "red",    "green", "blue",
                                        "yellow", "purple", "orange"};
    const char *text = message->text + span->start;
    if (span->style == STYLE_PLAIN || (span->style == STYLE_CARD && message->mono))
        fprintf(out, "%.*s", (int)span->length, text);
    else {
        fprintf(out, "{%s|%.*s}",
                span->style == STYLE_CARD ? tints[span->tint] : styles[span->style],
                (int)span->length, text);
    }
}

/* "board|", "hand 7|", "7|"; nothing before a line that answers nothing. */
static void write_purpose(const struct message *message, char *out, size_t size)
{
    static const char *const names[] = {"", "hand", "board", "panel", "choices"};
    const char *name = names[message->purpose];
    if (message->answers != 0)
        snprintf(out, size, "%s%s%u|", name, *name != '\0' ? " " : "", (unsigned)message->answers);
    else
        snprintf(out, size, "%s%s", name, *name != '\0' ? "|" : "");
}

/* All in a line of their own. */
static void write_controls(FILE *out, const struct message *message)
{
    static const char *const kinds[] = {"button", "menu", "choice", "words"};
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct control *control = &message->controls[i];
        fprintf(out, "%s{%s%s%s %s", i == 0 ? "\n" : " ", kinds[control->kind],
                control->strong ? "*" : "", control->off ? "-" : "", control->label);
        fprintf(out, "%s%s}", *control->words != '\0' ? "=" : "", control->words);
    }
}

/* The text, with its styles if they are asked for. Freed by the caller; NULL when memory is out. */
static char *render(const struct script *script, const struct message *message)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    if (settings_switch(script->base.setup.settings, SCRIPT_STYLES)) {
        if (message->way != WAY_ANY)
            fputs(message->way == WAY_NOTICE ? "{notice}" : "{talk}", out);
        for (unsigned i = 0; i < message->span_count; i++)
            write_span(out, message, &message->spans[i]);
    } else {
        fputs(message->text, out);
    }
    write_controls(out, message);
    fclose(out);
    return text;
}

/* Takes the message over. */
static void deliver(struct script *script, struct message *message)
{
    char *text = render(script, message);
    char purpose[32];
    write_purpose(message, purpose, sizeof(purpose));
    if (message->user != NULL && script_people_is_deaf(&script->stage, message->user)) {
        script_failed(script, message);
    } else if (message->user != NULL || script_people_inside(&script->stage, message->channel)) {
        char *rest;
        for (char *line = text; line != NULL; line = rest) {
            rest = strchr(line, '\n');
            if (rest != NULL)
                *rest++ = '\0';
            size_t size = strlen(line) + 256;
            char *whole = malloc(size);
            if (whole != NULL) {
                snprintf(whole, size, "%s%s: %s%s", message->user ? "@" : "",
                         message->user ? message->user : message->channel, purpose, line);
                arrive(script, whole);
            }
            free(whole);
        }
    }
    free(text);
    pressed_keep(script, message);
}

void said_drop_held(struct script *script)
{
    while (script->held != NULL) {
        struct held *held = script->held;
        script->held = held->next;
        message_destroy(held->message);
        free(held);
    }
}

static void hold(struct script *script, struct message *message)
{
    struct held *held = calloc(1, sizeof(*held));
    if (held == NULL) {
        message_destroy(message);
        return;
    }
    held->message = message;
    struct held **at = &script->held;
    while (*at != NULL && (*at)->message->urgency <= message->urgency)
        at = &(*at)->next;
    held->next = *at;
    *at = held;
}

void said_next(struct timer *timer)
{
    struct script *script = timer->uv.data;
    struct held *held = script->held;
    if (held == NULL)
        return;
    script->held = held->next;
    deliver(script, held->message);
    free(held);
    timer_set(timer, (uint64_t)script_setting(script, SCRIPT_THROTTLE));
}

void said_keep(struct script *script, struct message *message)
{
    struct timer *throttle = &script->timers[TIMER_THROTTLE];
    if (timer_active(throttle)) {
        hold(script, message);
        return;
    }
    deliver(script, message);
    if (script_setting(script, SCRIPT_THROTTLE) > 0)
        timer_set(throttle, (uint64_t)script_setting(script, SCRIPT_THROTTLE));
}

void said_late(struct script *script)
{
    keep_line(script, script->late);
    script->late = NULL;
}

static void forget_page(struct script *script)
{
    free((char *)(uintptr_t)script->page.body);
    free((char *)(uintptr_t)script->page.type);
    free((struct poster *)(uintptr_t)script->page.poster);
    script->page = (struct page){0};
}

void said_finish(struct script *script)
{
    said_drop_held(script);
    script_forget(&script->base);
    forget_page(script);
    free(script->late);
    free(script->lines);
}

/* -- what was said -- */

const char *script_line(const struct adapter *adapter, size_t n)
{
    const struct script *script = script_of(adapter);
    return n < script->line_count ? script->lines[n] : NULL;
}

size_t script_lines(const struct adapter *adapter)
{
    return script_of(adapter)->line_count;
}

void script_forget(struct adapter *adapter)
{
    struct script *script = script_of(adapter);
    for (size_t i = 0; i < script->line_count; i++)
        free(script->lines[i]);
    script->line_count = 0;
}

/* Runs one turn of the loop, which sleeps until `deadline` at most. False after that time. */
static bool turn(struct script *script, uint64_t deadline)
{
    struct loop *loop = script->base.setup.loop;
    uv_update_time(loop_uv(loop));
    if (loop_now(loop) >= deadline)
        return false;
    timer_set(&script->timers[TIMER_WAKE], deadline - loop_now(loop));
    script->sleeps = true;
    uv_run(loop_uv(loop), UV_RUN_ONCE);
    script->sleeps = false;
    timer_stop(&script->timers[TIMER_WAKE]);
    return true;
}

static uint64_t deadline_of(const struct script *script, unsigned milliseconds)
{
    uv_update_time(loop_uv(script->base.setup.loop));
    return loop_now(script->base.setup.loop) + milliseconds;
}

const char *script_wait(struct adapter *adapter, size_t *from, const char *part,
                        unsigned milliseconds)
{
    struct script *script = script_of(adapter);
    uint64_t deadline = deadline_of(script, milliseconds);
    do {
        while (*from < script->line_count) {
            const char *line = script->lines[(*from)++];
            if (strstr(line, part) != NULL)
                return line;
        }
    } while (turn(script, deadline));
    return NULL;
}

bool script_settle(struct adapter *adapter, unsigned milliseconds)
{
    struct script *script = script_of(adapter);
    uint64_t deadline = deadline_of(script, milliseconds);
    for (;;) {
        bool waits = script->first != NULL || script->late != NULL || script->held != NULL;
        if (!waits && (script->connected || script->stopped))
            return true;
        if (!turn(script, deadline))
            return false;
    }
}

/* -- documents -- */

/* The whole address of a path, as a web server has it. */
static const char home[] = "/talon", origin[] = "https://cards.example",
                  assets[] = "/talon/site/0123abcd";

void said_page(struct adapter *adapter, uint32_t number, const struct page *page)
{
    struct script *script = script_of(adapter);
    if (number != script->looked)
        return; /* nobody waits for it any more */
    forget_page(script);
    script->page = *page;
    script->page.type = strdup(page->type);
    char *body = malloc(page->length + 1);
    assert(script->page.type != NULL && body != NULL);
    if (page->length > 0)
        memcpy(body, page->body, page->length);
    body[page->length] = '\0';
    script->page.body = body;
    if (page->poster != NULL) {
        struct poster *poster = malloc(sizeof(*poster));
        assert(poster != NULL);
        memcpy(poster, page->poster, sizeof(*poster));
        script->page.poster = poster;
    }
    if (script->sleeps) /* as with lines: who waits looks before the loop sleeps */
        timer_set(&script->timers[TIMER_WAKE], 0);
}

void script_cannot_draw(struct adapter *adapter)
{
    script_of(adapter)->cannot_draw = true;
}

const struct page *script_look(struct adapter *adapter, const char *address, const char *language,
                               unsigned milliseconds)
{
    struct script *script = script_of(adapter);
    char *path = strdup(address);
    assert(path != NULL);
    char *query = strchr(path, '?');
    if (query != NULL)
        *query++ = '\0';
    forget_page(script);
    struct page_request request = {
        .number = ++script->looked,
        .path = path,
        .query = query != NULL ? query : "",
        .language = language,
        .home = home,
        .origin = origin,
        .assets = assets,
        .draws = !script->cannot_draw,
    };
    bool asked = adapter->setup.pages->ask(adapter->setup.host, adapter, &request);
    free(path);
    uint64_t deadline = deadline_of(script, milliseconds);
    while (asked && script->page.status == 0 && turn(script, deadline))
        ;
    return script->page.status != 0 ? &script->page : NULL;
}
