#include "dirty_places.h"

#include "bot/show/show_state.h"
#include "bot/table/table.h"

void dirty_places_add(struct place *place)
{
    if (place->view.shows)
        return;
    struct show *show = show_of(place->table->host);
    place->view.shows = true;
    place->view.shows_next = show->dirty;
    show->dirty = place;
}

void dirty_places_forget(struct place *place)
{
    struct place **at = &show_of(place->table->host)->dirty;
    if (!place->view.shows)
        return;
    while (*at != place)
        at = &(*at)->view.shows_next;
    *at = place->view.shows_next;
    place->view.shows = false;
}
