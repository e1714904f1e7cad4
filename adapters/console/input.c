#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static ssize_t read_block(struct input *input)
{
    ssize_t got;
    do
        got = read(input->fd, input->block, sizeof(input->block));
    while (got < 0 && errno == EINTR);
    return got;
}

static void end_line(struct input *input)
{
    if (input->length > 0 && input->text[input->length - 1] == '\r')
        input->length--;
    input->text[input->length] = '\0';
    input->line(input, input->too_long ? NULL : input->text);
    input->length = 0;
    input->too_long = false;
}

static void take_bytes(struct input *input, size_t length)
{
    for (size_t i = 0; i < length && !input->stopped; i++) {
        char c = input->block[i];
        if (c == '\n')
            end_line(input);
        else if (input->length < INPUT_LINE_MAX) {
            input->text[input->length++] =
                c != '\0' ? c : ' '; /* a NUL would hide what follows it */
        } else
            input->too_long = true;
    }
}

/* Takes the bytes of a read. Returns false at the end of the input. */
static bool take_result(struct input *input, ssize_t got)
{
    if (got > 0)
        take_bytes(input, (size_t)got);
    else if (!input->stopped && input->length > 0)
        end_line(input); /* the last line may have no line end */
    if (got <= 0 && !input->stopped) {
        input_stop(input);
        input->ended(input);
    }
    return !input->stopped;
}

static void on_readable(struct watch *watch, int events)
{
    struct input *input = (struct input *)((char *)watch - offsetof(struct input, watch));
    (void)events;
    ssize_t got = read_block(input);
    if (got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
        take_result(input, got);
}

static void on_work(struct work *work)
{
    struct input *input = (struct input *)((char *)work - offsetof(struct input, work));
    input->got = read_block(input);
}

static void on_work_done(struct work *work)
{
    struct input *input = (struct input *)((char *)work - offsetof(struct input, work));
    input->working = false;
    if (input->closed != NULL) {
        input->closed(input);
    } else if (!input->stopped && take_result(input, input->got)) {
        input->working = true;
        loop_work(input->loop, &input->work, on_work, on_work_done);
    }
}

static void on_watch_closed(struct watch *watch)
{
    struct input *input = (struct input *)((char *)watch - offsetof(struct input, watch));
    input->closed(input);
}

void input_init(struct input *input, struct loop *loop, int fd)
{
    input->loop = loop;
    input->fd = fd;
    /* libuv makes a watched descriptor non-blocking. Our output and the shell share that mode, so
     * we set it back. A single read after the loop reports data never blocks. */
    int flags = fcntl(fd, F_GETFL);
    input->watched = watch_init(loop, &input->watch, fd, on_readable);
    if (flags >= 0)
        fcntl(fd, F_SETFL, flags);
    if (input->watched) {
        watch_set(&input->watch, LOOP_READ);
    } else {
        input->working = true;
        loop_work(loop, &input->work, on_work, on_work_done);
    }
}

void input_stop(struct input *input)
{
    if (input->watched && !input->stopped)
        watch_set(&input->watch, 0);
    input->stopped = true;
}

void input_finish(struct input *input, void (*closed)(struct input *input))
{
    input_stop(input);
    input->closed = closed;
    if (input->watched)
        watch_finish(&input->watch, on_watch_closed);
    else if (!input->working)
        closed(input);
}
