#include "back.h"

#include "bot/table/seats/presence.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/seats/split.h"

bool back_person(const struct person *person)
{
    bool kept = grace_back(person);
    split_back(person);
    private_table_back(person);
    return kept;
}
