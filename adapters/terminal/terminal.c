#include "terminal.h"

#include "adapters/registry.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "draw.h"
#include "late_log.h"
#include "screen.h"
#include "words.h"

enum {
    ESCAPE_WAIT = 50, /* ms after which an Escape begins no sequence any more */
    BUSY_WAIT = 40    /* ms after which a terminal that took nothing is tried again */
};

static const struct setting_key terminal_keys[] = {
    [TERMINAL_USER] = {.name = "user", .type = SETTING_TEXT},
    {0},
};

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT};

struct table_terminal {
    struct adapter base;
    char log_name[64];
    const char *user;

    bool started, ending, stopped;
    const char *why; /* why the terminal ends */
    struct post post;
    bool posted;
    struct watch input;
    bool watched;
    struct timer redraw, escape, end;
    uv_signal_t signals[ARRAY_SIZE(signals)];
    unsigned open; /* handles that are not closed yet */

    struct keys keys;
    struct ui ui;
    struct cell_grid grid;
    uint32_t asked; /* the number of the last event, which its answers carry */
};

static struct table_terminal *terminal_of(const struct adapter *adapter)
{
    assert(adapter->impl == &terminal_adapter);
    return (struct table_terminal *)(uintptr_t)adapter;
}

static struct chat_user terminal_user(const struct table_terminal *terminal)
{
    /* The operating system has checked who sits at the terminal. So that person has an account
     * here, and is the operator of the table. */
    return (struct chat_user){.id = terminal->user,
                              .name = terminal->user,
                              .account = terminal->user,
                              .is_operator = true};
}

/* -- the screen -- */

static void draw_soon(struct table_terminal *terminal)
{
    if (terminal->started && !terminal->stopped && !timer_active(&terminal->redraw))
        timer_set(&terminal->redraw, 0);
}

static void on_redraw(struct timer *timer)
{
    struct table_terminal *terminal =
        (struct table_terminal *)((char *)timer - offsetof(struct table_terminal, redraw));
    struct prompt_cursor cursor;
    if (!terminal->started || terminal->stopped)
        return;
    draw_all(&terminal->ui, &terminal->grid, &cursor);
    if (!screen_show(&terminal->grid, &cursor))
        timer_set(timer, BUSY_WAIT);
}

static void fit_screen(struct table_terminal *terminal)
{
    unsigned rows = 0;
    unsigned columns = 0;
    screen_size(STDOUT_FILENO, &rows, &columns);
    if (grid_size(&terminal->grid, rows, columns))
        screen_resize(rows, columns);
    draw_soon(terminal);
}

static const char *translate(void *arg, const char *text)
{
    struct table_terminal *terminal = arg;
    const struct adapter_setup *setup = &terminal->base.setup;
    return setup->words != NULL ? setup->words(setup->host, &terminal->base, TERMINAL_CHANNEL, text)
                                : text;
}

/* -- what the person does -- */

static void end_terminal(struct table_terminal *terminal, const char *why)
{
    if (terminal->ending || terminal->stopped)
        return;
    terminal->ending = true;
    terminal->why = why;
    timer_set(&terminal->end, 0);
}

static void carry_out(struct table_terminal *terminal, const struct ui_outcome *outcome)
{
    struct chat_event event = {.kind = CHAT_MESSAGE,
                               .channel = TERMINAL_CHANNEL,
                               .text = outcome->words,
                               .user = terminal_user(terminal),
                               .stamp = outcome->stamp,
                               .answers = ++terminal->asked};
    switch (outcome->wish) {
    case WISH_NOTHING:
        return;
    case WISH_QUIT:
        end_terminal(terminal, "quit");
        return;
    case WISH_SAY:
        adapter_raise(&terminal->base, &event);
        return;
    case WISH_SUGGEST:
        event.kind = CHAT_SUGGEST;
        adapter_raise(&terminal->base, &event);
    }
}

static void take_presses(struct table_terminal *terminal, bool ended)
{
    struct press press;
    struct ui_outcome outcome;
    while (!terminal->ending && keys_next(&terminal->keys, ended, &press)) {
        if (press.kind == PRESS_CONTROL && press.text[0] == 'L')
            screen_forget();
        ui_press(&terminal->ui, &press, &outcome);
        carry_out(terminal, &outcome);
    }
    if (keys_wait(&terminal->keys))
        timer_set(&terminal->escape, ESCAPE_WAIT);
    draw_soon(terminal);
}

static void on_escape(struct timer *timer)
{
    take_presses((struct table_terminal *)((char *)timer - offsetof(struct table_terminal, escape)),
                 true);
}

static void on_readable(struct watch *watch, int events)
{
    struct table_terminal *terminal =
        (struct table_terminal *)((char *)watch - offsetof(struct table_terminal, input));
    char bytes[4096];
    ssize_t got = 0;
    (void)events;
    do
        got = read(STDIN_FILENO, bytes, sizeof(bytes));
    while (got < 0 && errno == EINTR);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return;
    if (got <= 0) {
        watch_set(watch, 0);
        end_terminal(terminal, "end of input");
        return;
    }
    timer_stop(&terminal->escape);
    keys_add(&terminal->keys, bytes, (size_t)got);
    take_presses(terminal, false);
}

/* -- signals -- */

static void suspend(struct table_terminal *terminal)
{
    screen_suspend();
    raise(SIGSTOP); /* until SIGCONT */
    screen_resume();
    fit_screen(terminal);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct table_terminal *terminal = handle->data;
    struct ui_outcome outcome;
    switch (number) {
    case SIGINT:
        ui_interrupt(&terminal->ui, &outcome);
        carry_out(terminal, &outcome);
        draw_soon(terminal);
        break;
    case SIGTSTP:
        suspend(terminal);
        break;
    case SIGCONT:
        screen_resume();
        fit_screen(terminal);
        break;
    case SIGWINCH:
        fit_screen(terminal);
        break;
    default:
        end_terminal(terminal, "terminated");
    }
}

/* -- begin and end -- */

static void on_end(struct timer *timer)
{
    struct table_terminal *terminal =
        (struct table_terminal *)((char *)timer - offsetof(struct table_terminal, end));
    if (terminal->stopped)
        return;
    terminal->stopped = true;
    screen_close();
    late_log_end();
    if (terminal->watched)
        watch_set(&terminal->input, 0);
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        uv_signal_stop(&terminal->signals[i]);
    adapter_raise(&terminal->base,
                  &(struct chat_event){.kind = CHAT_STOPPED, .text = terminal->why});
}

static void begin_input(struct table_terminal *terminal)
{
    /* uv makes a watched descriptor non-blocking. The shell shares that mode, so we set it back. A
     * single read after the loop reports data never blocks. */
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    terminal->watched =
        watch_init(terminal->base.setup.loop, &terminal->input, STDIN_FILENO, on_readable);
    if (flags >= 0)
        fcntl(STDIN_FILENO, F_SETFL, flags);
    if (terminal->watched)
        watch_set(&terminal->input, LOOP_READ);
}

static void on_post(struct post *post)
{
    struct table_terminal *terminal =
        (struct table_terminal *)((char *)post - offsetof(struct table_terminal, post));
    terminal->posted = false;
    if (terminal->stopped || terminal->ending)
        return;
    late_log_begin();
    if (!screen_open(STDIN_FILENO, STDOUT_FILENO)) {
        end_terminal(terminal, "the terminal cannot be used");
        return;
    }
    terminal->started = true;
    screen_keys(&terminal->keys);
    terminal->grid.ascii = !screen_unicode();
    fit_screen(terminal);
    begin_input(terminal);
    model_note(&terminal->ui.model,
               translate(terminal, N_("Arrows choose a card, Enter plays it. ? shows all keys.")));
    adapter_raise(&terminal->base, &(struct chat_event){.kind = CHAT_CONNECTED});
    adapter_raise(&terminal->base,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = TERMINAL_CHANNEL});
    adapter_raise(&terminal->base, &(struct chat_event){.kind = CHAT_JOIN,
                                                        .channel = TERMINAL_CHANNEL,
                                                        .user = terminal_user(terminal)});
}

/* Writes the name under which the host shows the person: cleaned in the same way as the host does
 * it. */
static void name_self(struct table_terminal *terminal)
{
    struct buf buf;
    buf_init(&buf, terminal->ui.model.self, sizeof(terminal->ui.model.self));
    text_clean(&buf, terminal->user, strlen(terminal->user));
}

static struct adapter *terminal_create(const struct adapter_setup *setup, struct fault *why)
{
    struct table_terminal *terminal = NULL;
    if (!screen_suits(STDIN_FILENO, STDOUT_FILENO, why))
        return NULL;
    terminal = calloc(1, sizeof(*terminal));
    if (terminal == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    adapter_init(&terminal->base, &terminal_adapter, setup);
    snprintf(terminal->log_name, sizeof(terminal->log_name), "terminal/%s", setup->name);
    terminal->base.log.name = terminal->log_name;
    terminal->user = settings_text(setup->settings, TERMINAL_USER);
    if (terminal->user == NULL || *terminal->user == '\0')
        terminal->user = "you";
    name_self(terminal);
    terminal->ui.words = translate;
    terminal->ui.words_arg = terminal;
    terminal->post.call = on_post;
    timer_init(setup->loop, &terminal->redraw, on_redraw);
    timer_init(setup->loop, &terminal->escape, on_escape);
    timer_init(setup->loop, &terminal->end, on_end);
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
        uv_signal_init(loop_uv(setup->loop), &terminal->signals[i]);
        terminal->signals[i].data = terminal;
    }
    return &terminal->base;
}

static void terminal_start(struct adapter *adapter)
{
    struct table_terminal *terminal = terminal_of(adapter);
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        uv_signal_start(&terminal->signals[i], on_signal, signals[i]);
    terminal->posted = true;
    loop_post(adapter->setup.loop, &terminal->post);
}

static void terminal_send(struct adapter *adapter, struct message *message)
{
    struct table_terminal *terminal = terminal_of(adapter);
    bool late = message->purpose == PURPOSE_CHOICES && message->answers != terminal->asked;
    if (!terminal->stopped && !late)
        ui_take(&terminal->ui, message);
    message_destroy(message);
    draw_soon(terminal);
}

static void terminal_stop(struct adapter *adapter, const char *words)
{
    struct table_terminal *terminal = terminal_of(adapter);
    (void)words; /* the screen is closed now, so nobody would see the words */
    end_terminal(terminal, "stopped");
}

static void release_handle(struct table_terminal *terminal)
{
    if (--terminal->open > 0)
        return;
    ui_finish(&terminal->ui);
    grid_finish(&terminal->grid);
    free(terminal);
}

static void on_redraw_closed(struct timer *timer)
{
    release_handle(
        (struct table_terminal *)((char *)timer - offsetof(struct table_terminal, redraw)));
}

static void on_escape_closed(struct timer *timer)
{
    release_handle(
        (struct table_terminal *)((char *)timer - offsetof(struct table_terminal, escape)));
}

static void on_end_closed(struct timer *timer)
{
    release_handle((struct table_terminal *)((char *)timer - offsetof(struct table_terminal, end)));
}

static void on_signal_closed(uv_handle_t *handle)
{
    release_handle(handle->data);
}

static void on_input_closed(struct watch *watch)
{
    release_handle(
        (struct table_terminal *)((char *)watch - offsetof(struct table_terminal, input)));
}

static void terminal_destroy(struct adapter *adapter)
{
    if (adapter == NULL)
        return;
    struct table_terminal *terminal = terminal_of(adapter);
    if (terminal->posted)
        loop_unpost(adapter->setup.loop, &terminal->post);
    screen_close();
    terminal->stopped = true;
    terminal->open = 3 + ARRAY_SIZE(signals) + terminal->watched;
    timer_finish(&terminal->redraw, on_redraw_closed);
    timer_finish(&terminal->escape, on_escape_closed);
    timer_finish(&terminal->end, on_end_closed);
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        uv_close((uv_handle_t *)&terminal->signals[i], on_signal_closed);
    if (terminal->watched)
        watch_finish(&terminal->input, on_input_closed);
}

const struct adapter_impl terminal_adapter = {
    .name = "terminal",
    .keys = terminal_keys,
    .caps = {.whisper = WHISPER_LOCAL,
             .multiline = true,
             .bare_words = true,
             .local = true,
             .boards = true,
             .controls = true},
    .create = terminal_create,
    .start = terminal_start,
    .send = terminal_send,
    .stop = terminal_stop,
    .destroy = terminal_destroy,
};
