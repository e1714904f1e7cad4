/* The functions of picture.h and poster.h for a build that cannot draw. */
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
