#include "targetq.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

static size_t size_of(const struct sendq_line *line)
{
    return sizeof(*line) + line->length;
}

static size_t targetq_size(const struct targetq *queue)
{
    return sizeof(*queue) + strlen(queue->name) + 1;
}

static void add_bytes(struct sendq *sendq, const struct targetq *queue, size_t size)
{
    sendq->bytes += size;
    sendq->urgent += queue->class == SENDQ_URGENT ? size : 0;
}

static void remove_bytes(struct sendq *sendq, const struct targetq *queue, size_t size)
{
    sendq->bytes -= size;
    sendq->urgent -= queue->class == SENDQ_URGENT ? size : 0;
}

struct targetq *targetq_find(const struct sendq *sendq, enum sendq_class class, const char *name)
{
    struct targetq *queue;
    HASH_FIND_STR(sendq->queues[class].named, name, queue);
    return queue;
}

struct targetq *targetq_open(struct sendq *sendq, enum sendq_class class, const char *name)
{
    struct sendq_class_queues *queues = &sendq->queues[class];
    struct targetq *queue = targetq_find(sendq, class, name);
    if (queue != NULL)
        return queue;
    size_t length = strlen(name);
    queue = calloc(1, sizeof(*queue) + length + 1);
    if (queue == NULL)
        return NULL;
    queue->class = (uint8_t) class;
    memcpy(queue->name, name, length);
    HASH_ADD_STR(queues->named, name, queue);
    if (queue->hh.tbl == NULL) {
        free(queue);
        return NULL;
    }
    DL_APPEND(queues->turn, queue);
    add_bytes(sendq, queue, targetq_size(queue));
    return queue;
}

void targetq_close(struct sendq *sendq, enum sendq_class class, struct targetq *queue)
{
    struct sendq_class_queues *queues = &sendq->queues[class];
    HASH_DEL(queues->named, queue); /* NOLINT(clang-analyzer-*): of uthash's making */
    DL_DELETE(queues->turn, queue);
    remove_bytes(sendq, queue, targetq_size(queue));
    free(queue);
}

/* Adds the bytes of a line to the count of bytes that wait for tables. Subtracts them if `more` is
 * false. */
static void count_text(struct sendq *sendq, const struct targetq *queue,
                       const struct sendq_line *line, bool more)
{
    size_t text = line->length - line->head;
    size_t *sum = queue->class == SENDQ_PRIVATE                              ? &sendq->private
                  : queue->class >= SENDQ_MOVE && queue->class != SENDQ_INFO ? &sendq->waiting
                                                                             : NULL;
    if (sum != NULL)
        *sum += more ? text : -text;
}

void targetq_put(struct sendq *sendq, struct targetq *queue, struct sendq_line *line)
{
    line->next = NULL;
    if (queue->last != NULL)
        queue->last->next = line;
    else
        queue->first = line;
    queue->last = line;
    add_bytes(sendq, queue, size_of(line));
    count_text(sendq, queue, line, true);
}

struct sendq_line *targetq_take(struct sendq *sendq, struct targetq *queue)
{
    struct sendq_line *line = queue->first;
    queue->first = line->next;
    if (line->next == NULL)
        queue->last = NULL;
    remove_bytes(sendq, queue, size_of(line));
    count_text(sendq, queue, line, false);
    return line;
}

struct sendq_line *targetq_line(const struct sendq_line *like, const char *text, size_t length)
{
    struct sendq_line *line = malloc(sizeof(*line) + length);
    if (line != NULL) {
        *line = *like;
        line->length = length;
        memcpy(line->text, text, length);
    }
    return line;
}

unsigned targetq_drop(struct sendq *sendq, struct targetq *queue, uint32_t topic)
{
    struct sendq_line *rest = queue->first;
    unsigned dropped = 0;
    queue->first = queue->last = NULL;
    while (rest != NULL) {
        struct sendq_line *line = rest;
        rest = line->next;
        remove_bytes(sendq, queue, size_of(line));
        count_text(sendq, queue, line, false);
        if (topic == 0 || line->topic == topic) {
            free(line);
            dropped++;
        } else {
            targetq_put(sendq, queue, line);
        }
    }
    if (queue->first == NULL)
        targetq_close(sendq, (enum sendq_class)queue->class, queue);
    return dropped;
}

const struct sendq_line *targetq_topic(const struct targetq *queue, uint32_t topic)
{
    const struct sendq_line *line = topic ? queue->first : NULL;
    while (line != NULL && line->topic != topic)
        line = line->next;
    return line;
}

void targetq_put_topic(struct sendq *sendq, struct targetq *queue, struct sendq_line *line,
                       bool replaces)
{
    const struct sendq_line *old = targetq_topic(queue, line->topic);
    uint32_t topic = line->topic;
    line->since = old != NULL ? old->since : line->since;
    line->topic = old != NULL && replaces ? 0 : topic; /* 0 for a moment, so that targetq_drop()
                                                        * does not free this line, too */
    targetq_put(sendq, queue, line);
    if (old != NULL && replaces) {
        targetq_drop(sendq, queue, topic);
        line->topic = topic;
    }
}
