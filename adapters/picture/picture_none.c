/* The functions of emoji.h, picture.h and poster.h for a build that cannot draw. */
#include "emoji.h"
#include "picture.h"
#include "poster.h"

bool picture_can(void)
{
    return false;
}

struct picture *picture_of(const struct message *message)
{
    (void)message;
    return NULL;
}

bool picture_draw(struct picture *picture)
{
    (void)picture;
    return false;
}

void picture_destroy(struct picture *picture)
{
    (void)picture;
}

unsigned char *poster_draw(const struct poster *poster, size_t *size)
{
    (void)poster;
    *size = 0;
    return NULL;
}

unsigned emoji_count(void)
{
    return 0;
}

const char *emoji_name(unsigned n)
{
    (void)n;
    return "";
}

bool emoji_draw(unsigned n, unsigned char **png, size_t *size)
{
    (void)n;
    (void)png;
    (void)size;
    return false;
}

unsigned emoji_find(unsigned tint, const struct shown_card *card)
{
    (void)tint;
    (void)card;
    return EMOJI_NONE;
}
