#include "due.h"

#include "bot/table/table.h"

void due_show(struct table *table)
{
    if (table->place.view.shows)
        return;
    table->place.view.shows = true;
    table->place.view.shows_next = table->host->shows;
    table->host->shows = table;
}

void due_forget(struct table *table)
{
    struct table **at = &table->host->shows;
    if (!table->place.view.shows)
        return;
    while (*at != table)
        at = &(*at)->place.view.shows_next;
    *at = table->place.view.shows_next;
    table->place.view.shows = false;
}
