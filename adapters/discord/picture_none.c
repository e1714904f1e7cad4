/* The build has nothing to draw with. */
#include "picture.h"

bool picture_can(void)
{
    return false;
}

bool picture_prepare(void)
{
    return false;
}

bool picture_draw(const struct message *message, struct picture *picture)
{
    (void)message;
    (void)picture;
    return false;
}

unsigned picture_file(const struct picture *picture, struct form_file *file)
{
    (void)picture;
    (void)file;
    return 0;
}

void picture_finish(struct picture *picture)
{
    (void)picture;
}
