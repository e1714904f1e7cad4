/* pictures.h: pictures of pages (base/poster.h) as PNG, drawn off the loop, one after the
 * other: what is looked at most must not take the workers that others need. Those that were drawn
 * last are kept, and found again by what they show, so that an old one is never given. */
#ifndef TALON_ADAPTERS_WEB_PICTURES_H
#define TALON_ADAPTERS_WEB_PICTURES_H

#include <stdint.h>

#include "base/loop.h"
#include "base/poster.h"
#include "body.h"

struct pictures;

enum {
    PICTURES_KEPT = 24,
    PICTURES_WAITING = 8 /* that are to be drawn, with the one that is */
};

/* `drawn` is told of each that was asked for, in a later turn: its body, lent for the call, whose
 * bytes count in `*sum` for as long as it is held; NULL: it could not be drawn. Both outlive it.
 * NULL: memory is out. */
struct pictures *pictures_create(struct loop *loop, size_t *sum,
                                 void (*drawn)(void *arg, uint32_t number, struct body *body),
                                 void *arg);
/* Nobody is told any more. Accepts NULL. */
void pictures_destroy(struct pictures *pictures);

/* One that was drawn before, lent; NULL: it is not kept. */
struct body *pictures_find(struct pictures *pictures, const struct poster *poster);
/* Draws it; `number` comes back. False: too many wait, or memory is out. */
bool pictures_draw(struct pictures *pictures, uint32_t number, const struct poster *poster);

#endif
