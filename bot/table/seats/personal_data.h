/* personal_data.h: what of the texts that the store keeps for us is of one person
 * (storage/export/export_person.h). They are those of forget.h, and bans. */
#ifndef TALON_BOT_TABLE_SEATS_PERSONAL_DATA_H
#define TALON_BOT_TABLE_SEATS_PERSONAL_DATA_H

#include "storage/export/export_person.h"

extern const struct store_person_texts personal_data_texts;

#endif
