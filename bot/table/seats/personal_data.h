/* personal_data.h: finds what the texts that bot/table stores say about one person, for an export
 * of their data (storage/export/export_person.h): the texts of forget.h, and bans. */
#ifndef TALON_BOT_TABLE_SEATS_PERSONAL_DATA_H
#define TALON_BOT_TABLE_SEATS_PERSONAL_DATA_H

#include "storage/export/export_person.h"

extern const struct store_person_texts personal_data_texts;

#endif
