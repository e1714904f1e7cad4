#include "console.h"

#include "adapters/registry.h"

#include <assert.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "input.h"
#include "output.h"
#include "terminal.h"

#define PROMPT     "> "
#define CLEAR_LINE "\r\033[K"

enum {
    QUIET = 250,        /* ms of silence after which no answer is expected */
    LINGER_MAX = 10000, /* ms to wait for answers at the end */
    DRAIN_MAX = 1000,   /* ms to wait for the reader after that */
    WIDTH = 80          /* columns of a terminal that does not say how many it has */
};

static const struct setting_key console_keys[] = {
    [CONSOLE_USER] = {.name = "user", .type = SETTING_TEXT},
    {0},
};

struct console {
    struct adapter base;
    char log_name[64];
    const char *user;
    int in, out;
    bool prompts;  /* a person sits at the terminal, and gets a prompt */
    bool prompted; /* the prompt is on the screen */
    bool colours;
    bool wraps;

    bool started, ending, draining, stopped;
    const char *why; /* why the console ends */
    uint64_t end_by; /* time at which we stop waiting for answers; 0: we do not wait */

    struct post post; /* raises what console_start() caused */
    bool posted;
    struct timer timer; /* raises CHAT_STOPPED */
    uv_signal_t interrupt;
    struct input input;
    struct output output;
    unsigned open; /* handles that are not closed yet */
};

static struct console *console_of(const struct adapter *adapter)
{
    assert(adapter->impl == &console_adapter);
    return (struct console *)(uintptr_t)adapter;
}

/* Begins to shut down: ends after `linger` ms, or later (LINGER_MAX at most) if the host still owes
 * an answer. */
static void end_console(struct console *console, const char *why, uint64_t linger)
{
    if (console->ending || console->stopped)
        return;
    console->ending = true;
    console->why = why;
    console->end_by = linger > 0 ? loop_now(console->base.setup.loop) + LINGER_MAX : 0;
    input_stop(&console->input);
    timer_set(&console->timer, linger);
}

static uint64_t linger_of(const struct console *console)
{
    return isatty(console->in) ? 0 : QUIET;
}

/* Writes a text above the prompt. The text and the new prompt go out in one piece, so that the
 * screen does not flicker. */
static void print_text(struct console *console, const char *text)
{
    bool prompt = console->prompts && !console->ending && !console->stopped;
    size_t size = strlen(CLEAR_LINE) + strlen(text) + strlen(PROMPT) + 1;
    char *whole = malloc(size);
    if (whole == NULL) {
        log_error(&console->base.log, "out of memory: a line is lost");
        return;
    }
    snprintf(whole, size, "%s%s%s", console->prompted ? CLEAR_LINE : "", text,
             prompt ? PROMPT : "");
    console->prompted = prompt;
    if (!output_put(&console->output, whole, strlen(whole)))
        log_error(&console->base.log, "out of memory: a line is lost");
    free(whole);
}

static struct chat_user terminal_user(const struct console *console)
{
    /* The operating system has checked who sits at the terminal. So that person has an account
     * here, and is the operator of the table. */
    return (struct chat_user){
        .id = console->user, .name = console->user, .account = console->user, .is_operator = true};
}

static void on_line(struct input *input, const char *line)
{
    struct console *console = (struct console *)((char *)input - offsetof(struct console, input));
    console->prompted = false; /* the line end of the input took the prompt away */
    if (line == NULL) {
        log_warn(&console->base.log, "a line that is too long is left out most=%d", INPUT_LINE_MAX);
        return;
    }
    line += strspn(line, " \t");
    if (adapter_says_quit(line)) {
        end_console(console, "quit", linger_of(console));
        return;
    }
    if (*line != '\0') {
        adapter_raise(&console->base, &(struct chat_event){.kind = CHAT_MESSAGE,
                                                           .channel = CONSOLE_CHANNEL,
                                                           .text = line,
                                                           .user = terminal_user(console)});
    }
    if (!console->prompted)
        print_text(console, "");
}

static void on_ended(struct input *input)
{
    struct console *console = (struct console *)((char *)input - offsetof(struct console, input));
    end_console(console, "end of input", linger_of(console));
}

static void on_interrupt(uv_signal_t *handle, int number)
{
    (void)number;
    end_console(handle->data, "interrupted", 0);
}

static void finish_handles(struct console *console)
{
    timer_stop(&console->timer);
    uv_signal_stop(&console->interrupt);
    console->stopped = true;
    adapter_raise(&console->base, &(struct chat_event){.kind = CHAT_STOPPED, .text = console->why});
}

static void on_drained(struct output *output)
{
    struct console *console = (struct console *)((char *)output - offsetof(struct console, output));
    if (console->draining && !console->stopped)
        finish_handles(console);
}

static void on_failed(struct output *output)
{
    struct console *console = (struct console *)((char *)output - offsetof(struct console, output));
    end_console(console, "nobody reads any more", 0);
    console->end_by = 0;
    if (console->draining)
        timer_set(&console->timer, 0);
}

/* True if the host still owes an answer and there is time to wait for it. */
static bool answer_is_owed(const struct console *console)
{
    const struct adapter_setup *setup = &console->base.setup;
    return loop_now(setup->loop) < console->end_by && setup->busy != NULL &&
           setup->busy(setup->host);
}

static void on_timer(struct timer *timer)
{
    struct console *console = (struct console *)((char *)timer - offsetof(struct console, timer));
    if (!console->draining && answer_is_owed(console)) {
        timer_set(timer, QUIET);
        return;
    }
    if (console->prompted)
        output_put(&console->output, "\n", 1);
    console->prompted = false;
    if (console->draining || !output_waits(&console->output)) {
        finish_handles(console);
        return;
    }
    console->draining = true;
    timer_set(timer, DRAIN_MAX);
}

static void on_post(struct post *post)
{
    struct console *console = (struct console *)((char *)post - offsetof(struct console, post));
    console->posted = false;
    if (console->stopped)
        return;
    adapter_raise(&console->base, &(struct chat_event){.kind = CHAT_CONNECTED});
    adapter_raise(&console->base,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = CONSOLE_CHANNEL});
    adapter_raise(&console->base, &(struct chat_event){.kind = CHAT_JOIN,
                                                       .channel = CONSOLE_CHANNEL,
                                                       .user = terminal_user(console)});
    if (console->ending)
        return;
    input_init(&console->input, console->base.setup.loop, console->in);
    console->started = true;
    if (!console->prompted)
        print_text(console, "");
}

static struct adapter *console_create(const struct adapter_setup *setup, struct fault *why)
{
    struct console *console = calloc(1, sizeof(*console));
    if (console == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    adapter_init(&console->base, &console_adapter, setup);
    snprintf(console->log_name, sizeof(console->log_name), "console/%s", setup->name);
    console->base.log.name = console->log_name;
    console->user = settings_text(setup->settings, CONSOLE_USER);
    if (console->user == NULL || *console->user == '\0')
        console->user = getenv("USER");
    if (console->user == NULL || *console->user == '\0')
        console->user = "you";
    console->in = STDIN_FILENO;
    console->out = STDOUT_FILENO;
    console->post.call = on_post;
    console->input.line = on_line;
    console->input.ended = on_ended;
    console->output.drained = on_drained;
    console->output.failed = on_failed;
    timer_init(setup->loop, &console->timer, on_timer);
    uv_signal_init(loop_uv(setup->loop), &console->interrupt);
    console->interrupt.data = console;
    return &console->base;
}

static void console_start(struct adapter *adapter)
{
    struct console *console = console_of(adapter);
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool smart = term != NULL && *term != '\0' && strcmp(term, "dumb") != 0;

    console->wraps = isatty(console->out) != 0;
    console->colours = console->wraps && smart && !(no_color != NULL && *no_color != '\0');
    console->prompts = console->wraps && smart && isatty(console->in);
    /* If the reader goes away, write() must return an error: SIGPIPE would end the process. */
    signal(SIGPIPE, SIG_IGN);
    uv_signal_start(&console->interrupt, on_interrupt, SIGINT);
    output_init(&console->output, adapter->setup.loop, console->out);
    console->posted = true;
    loop_post(adapter->setup.loop, &console->post);
}

static unsigned width_of(const struct console *console)
{
    struct winsize size;
    if (!console->wraps)
        return 0;
    if (ioctl(console->out, TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
        return WIDTH;
    return size.ws_col;
}

static void send_message(struct adapter *adapter, struct message *message)
{
    struct console *console = console_of(adapter);
    const struct terminal terminal = {.width = width_of(console), .colours = console->colours};
    char *text = message->failed || console->stopped ? NULL : terminal_render(&terminal, message);
    if (text != NULL)
        print_text(console, text);
    free(text);
    message_destroy(message);
    if (console->ending && !console->draining && timer_active(&console->timer) &&
        linger_of(console) > 0) {
        uint64_t now = loop_now(adapter->setup.loop);
        uint64_t left = console->end_by > now ? console->end_by - now : 0;
        timer_set(&console->timer, left < QUIET ? left : QUIET);
    }
}

static void console_stop(struct adapter *adapter, const char *words)
{
    struct console *console = console_of(adapter);
    if (console->stopped)
        return;
    bool asked = !console->ending;
    end_console(console, "stopped", 0);
    console->end_by = 0;
    if (!console->draining)
        timer_set(&console->timer, 0);
    if (asked && words != NULL && *words != '\0') {
        print_text(console, words);
        print_text(console, "\n");
    }
}

static void release_handle(struct console *console)
{
    if (--console->open == 0)
        free(console);
}

static void on_timer_closed(struct timer *timer)
{
    release_handle((struct console *)((char *)timer - offsetof(struct console, timer)));
}

static void on_interrupt_closed(uv_handle_t *handle)
{
    release_handle(handle->data);
}

static void on_input_closed(struct input *input)
{
    release_handle((struct console *)((char *)input - offsetof(struct console, input)));
}

static void on_output_closed(struct output *output)
{
    release_handle((struct console *)((char *)output - offsetof(struct console, output)));
}

static void console_destroy(struct adapter *adapter)
{
    if (adapter == NULL)
        return;
    struct console *console = console_of(adapter);
    if (console->posted)
        loop_unpost(adapter->setup.loop, &console->post);
    console->open = console->started ? 4 : 3;
    timer_finish(&console->timer, on_timer_closed);
    uv_close((uv_handle_t *)&console->interrupt, on_interrupt_closed);
    if (console->started)
        input_finish(&console->input, on_input_closed);
    output_finish(&console->output, on_output_closed);
}

void console_use(struct adapter *adapter, int in, int out)
{
    struct console *console = console_of(adapter);
    console->in = in;
    console->out = out;
}

const struct adapter_impl console_adapter = {
    .name = "console",
    .keys = console_keys,
    .caps = {.whisper = WHISPER_LOCAL, .bare_words = true, .local = true},
    .create = console_create,
    .start = console_start,
    .send = send_message,
    .stop = console_stop,
    .destroy = console_destroy,
};
