/* The build has nothing to draw with. */
#include "picture.h"

bool picture_can(void)
{
    return false;
}

struct rest_file *picture_of(const struct message *message)
{
    (void)message;
    return NULL;
}
