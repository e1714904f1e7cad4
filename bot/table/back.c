#include "back.h"

#include "bot/table/grace.h"
#include "bot/table/private_table.h"
#include "bot/table/split.h"

bool back_person(const struct person *person)
{
    bool kept = grace_back(person);
    split_back(person);
    private_table_back(person);
    return kept;
}
