/* picture_file.h: draws the picture of a message (adapters/picture/) as the file of a request. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_PICTURE_FILE_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_PICTURE_FILE_H

#include "adapters/discord/rest/rest.h"
#include "base/message.h"

/* Returns NULL if there is nothing to draw, or memory is out. */
struct rest_file *picture_file_of(const struct message *message);

#endif
