#include "pictures.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/picture/poster.h"

/* A picture to draw. The one that is being drawn outlives pictures_destroy(). */
struct picture_drawing {
    struct work work; /* first member, so that a cast finds this struct */
    struct picture_drawing *next;
    struct pictures *pictures; /* NULL: nobody waits for it any more */
    uint32_t number;
    struct poster poster;
    unsigned char *data;
    size_t size;
};

struct kept_picture {
    struct body *body; /* NULL: free */
    struct poster poster;
    uint64_t used; /* value of `now` when somebody asked for it last */
};

struct pictures {
    struct loop *loop;
    size_t *sum;
    void (*drawn)(void *arg, uint32_t number, struct body *body);
    void *arg;
    struct picture_drawing *waiting; /* the first one is being drawn */
    unsigned count;
    uint64_t now; /* counts the requests for pictures */
    struct kept_picture kept[PICTURES_KEPT];
};

struct pictures *pictures_create(struct loop *loop, size_t *sum,
                                 void (*drawn)(void *arg, uint32_t number, struct body *body),
                                 void *arg)
{
    struct pictures *pictures = calloc(1, sizeof(*pictures));
    if (pictures == NULL)
        return NULL;
    pictures->loop = loop;
    pictures->sum = sum;
    pictures->drawn = drawn;
    pictures->arg = arg;
    return pictures;
}

void pictures_destroy(struct pictures *pictures)
{
    if (pictures == NULL)
        return;
    struct picture_drawing *drawing = pictures->waiting;
    if (drawing != NULL) { /* a worker has it */
        drawing->pictures = NULL;
        drawing = drawing->next;
    }
    while (drawing != NULL) {
        struct picture_drawing *next = drawing->next;
        free(drawing);
        drawing = next;
    }
    for (unsigned i = 0; i < PICTURES_KEPT; i++)
        body_release(pictures->kept[i].body);
    free(pictures);
}

/* -- those that are kept -- */

struct body *pictures_find(struct pictures *pictures, const struct poster *poster)
{
    for (unsigned i = 0; i < PICTURES_KEPT; i++) {
        struct kept_picture *kept = &pictures->kept[i];
        if (kept->body == NULL || memcmp(&kept->poster, poster, sizeof(*poster)) != 0)
            continue;
        kept->used = ++pictures->now;
        return kept->body;
    }
    return NULL;
}

/* Keeps a picture. It replaces the kept picture whose last request is the oldest. */
static void keep_picture(struct pictures *pictures, const struct poster *poster, struct body *body)
{
    struct kept_picture *oldest = &pictures->kept[0];
    for (unsigned i = 0; i < PICTURES_KEPT; i++) {
        if (pictures->kept[i].used < oldest->used)
            oldest = &pictures->kept[i];
    }
    body_release(oldest->body);
    memcpy(&oldest->poster, poster, sizeof(*poster));
    oldest->body = body_hold(body);
    oldest->used = ++pictures->now;
}

/* -- drawing -- */

static void on_work(struct work *work)
{
    struct picture_drawing *drawing = (struct picture_drawing *)work;
    drawing->data = poster_draw(&drawing->poster, &drawing->size);
}

static void on_drawn(struct work *work)
{
    struct picture_drawing *drawing = (struct picture_drawing *)work;
    struct pictures *pictures = drawing->pictures;
    if (pictures != NULL) {
        struct body *body =
            drawing->data != NULL ? body_create(drawing->data, drawing->size, pictures->sum) : NULL;
        pictures->waiting = drawing->next;
        pictures->count--;
        if (pictures->waiting != NULL)
            loop_work(pictures->loop, &pictures->waiting->work, on_work, on_drawn);
        if (body != NULL) {
            body->tried = true; /* a PNG is packed already, so do not try */
            keep_picture(pictures, &drawing->poster, body);
        }
        pictures->drawn(pictures->arg, drawing->number, body);
        body_release(body);
    }
    free(drawing->data);
    free(drawing);
}

bool pictures_draw(struct pictures *pictures, uint32_t number, const struct poster *poster)
{
    struct picture_drawing *drawing =
        pictures->count < PICTURES_WAITING ? calloc(1, sizeof(*drawing)) : NULL;
    if (drawing == NULL)
        return false;
    drawing->pictures = pictures;
    drawing->number = number;
    memcpy(&drawing->poster, poster, sizeof(*poster));
    struct picture_drawing **at = &pictures->waiting;
    while (*at != NULL)
        at = &(*at)->next;
    *at = drawing;
    if (pictures->count++ == 0)
        loop_work(pictures->loop, &drawing->work, on_work, on_drawn);
    return true;
}
