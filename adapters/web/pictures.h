/* pictures.h: draws the pictures of pages (base/poster.h) as PNG, off the loop and one at a time,
 * so that much-visited pages do not take all workers. Keeps the last ones, and finds them by their
 * content, so it never returns an outdated one. */
#ifndef TALON_ADAPTERS_WEB_PICTURES_H
#define TALON_ADAPTERS_WEB_PICTURES_H

#include <stdint.h>

#include "base/loop.h"
#include "base/poster.h"
#include "body.h"

struct pictures;

enum {
    PICTURES_KEPT = 24,
    PICTURES_WAITING = 8 /* waiting to be drawn, with the one that is being drawn */
};

/* `drawn` is called in a later turn for each picture asked for. Its `body` is valid during the
 * call; `body` NULL: the picture could not be drawn. Sizes of held bodies count in `*sum`. `loop`
 * and `sum` must outlive the result. Returns NULL if memory is out. */
struct pictures *pictures_create(struct loop *loop, size_t *sum,
                                 void (*drawn)(void *arg, uint32_t number, struct body *body),
                                 void *arg);
/* No calls of `drawn` come after this. Accepts NULL. */
void pictures_destroy(struct pictures *pictures);

/* Returns a picture that was drawn before, lent; NULL: it is not kept. */
struct body *pictures_find(struct pictures *pictures, const struct poster *poster);
/* Draws a picture; `drawn` gets the same `number`. Returns false if too many wait, or memory is
 * out. */
bool pictures_draw(struct pictures *pictures, uint32_t number, const struct poster *poster);

#endif
