#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEFT_OUT "...\n"
enum { LEFT_OUT_LENGTH = sizeof(LEFT_OUT) - 1 };

struct output_piece {
    struct output_piece *next;
    size_t length, written;
    bool left_out; /* "..." in place of dropped pieces */
    char text[];
};

/* Opens the same terminal or pipe a second time, so that we need not change the mode of the first
 * descriptor. Returns -1 if that cannot be done, and for the master end of a pseudo-terminal:
 * opening that would make a new pseudo-terminal. */
static int open_anew(int fd)
{
    struct stat status;
    unsigned number;
    char path[40];
    if (fstat(fd, &status) < 0 || !(S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode)) ||
        ioctl(fd, TIOCGPTN, &number) == 0)
        return -1;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

static void drop_first(struct output *output)
{
    struct output_piece *piece = output->first;
    output->bytes -= piece->length - piece->written;
    output->first = piece->next;
    if (output->first == NULL)
        output->last = &output->first;
    free(piece);
}

static void break_off(struct output *output)
{
    while (output->first != NULL)
        drop_first(output);
    if (output->own)
        watch_set(&output->watch, 0);
    output->broken = true;
    output->failed(output);
}

/* Writes as much as the reader takes now. */
static void flush_output(struct output *output)
{
    while (output->first != NULL) {
        struct output_piece *piece = output->first;
        ssize_t done =
            write(output->fd, piece->text + piece->written, piece->length - piece->written);
        if (done >= 0) {
            piece->written += (size_t)done;
            output->bytes -= (size_t)done;
            if (piece->written == piece->length)
                drop_first(output);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (output->own)
                return;
            struct pollfd ready = {.fd = output->fd, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            break_off(output);
            return;
        }
    }
}

static void on_writable(struct watch *watch, int events)
{
    struct output *output = (struct output *)((char *)watch - offsetof(struct output, watch));
    (void)events;
    flush_output(output);
    if (output->first != NULL || output->broken)
        return;
    watch_set(watch, 0);
    output->drained(output);
}

void output_init(struct output *output, struct loop *loop, int fd)
{
    int own = open_anew(fd);
    output->last = &output->first;
    output->own = own >= 0 && watch_init(loop, &output->watch, own, on_writable);
    output->fd = output->own ? own : fd;
    if (own >= 0 && !output->own)
        close(own);
}

/* Drops the oldest pieces first, since the newest tell how the game stands. A piece that is partly
 * written stays. */
static void make_room(struct output *output)
{
    struct output_piece *mark = output->first;
    if (mark != NULL && mark->written > 0)
        mark = mark->next;
    if (output->bytes <= OUTPUT_MAX || mark == NULL)
        return;
    if (!mark->left_out) {
        output->bytes -= mark->length;
        output->bytes += LEFT_OUT_LENGTH;
        mark->length = LEFT_OUT_LENGTH;
        mark->left_out = true;
        memcpy(mark->text, LEFT_OUT, LEFT_OUT_LENGTH);
    }
    while (output->bytes > OUTPUT_MAX && mark->next != NULL && mark->next->next != NULL) {
        struct output_piece *piece = mark->next;
        mark->next = piece->next;
        output->bytes -= piece->length;
        free(piece);
    }
}

bool output_put(struct output *output, const char *text, size_t length)
{
    struct output_piece *piece =
        output->broken ? NULL : malloc(sizeof(*piece) + length + LEFT_OUT_LENGTH);
    bool waits = output_waits(output);
    if (piece == NULL)
        return output->broken;
    *piece = (struct output_piece){.length = length};
    memcpy(piece->text, text, length);
    *output->last = piece;
    output->last = &piece->next;
    output->bytes += length;
    if (!waits)
        flush_output(output);
    if (output->own && !waits && output->first != NULL)
        watch_set(&output->watch, LOOP_WRITE);
    make_room(output);
    return true;
}

bool output_waits(const struct output *output)
{
    return output->first != NULL;
}

static void on_watch_closed(struct watch *watch)
{
    struct output *output = (struct output *)((char *)watch - offsetof(struct output, watch));
    close(output->fd);
    output->closed(output);
}

void output_finish(struct output *output, void (*closed)(struct output *output))
{
    while (output->first != NULL)
        drop_first(output);
    output->closed = closed;
    if (output->own)
        watch_finish(&output->watch, on_watch_closed);
    else
        closed(output);
}
