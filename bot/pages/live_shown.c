#include "live_shown.h"

#include "adapters/pages.h"
#include "bot/people/setting_store.h"
#include "bot/table/seats/seat.h"

bool live_is_shown(const struct table *table)
{
    if (table->damaged || table->closing)
        return false;
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (!pages_have_seats(place->network->adapter) && /* the network of guests' pages has no
                                                           * setting of its own */
            (place->kind == PLACE_PRIVATE || place->web != WEB_WATCH))
            return false;
    }
    return true;
}

enum guests_level live_guests(const struct table *table)
{
    enum guests_level least = GUESTS_PAGE;
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        enum guests_level level =
            place->kind == PLACE_CHANNEL && !pages_have_seats(place->network->adapter)
                ? guests_read(setting_channel(place->network, place->channel, GUESTS_KEY))
                : GUESTS_PAGE;
        least = level < least ? level : least;
    }
    return least;
}

bool live_seats_strangers(const struct table *table)
{
    return live_is_shown(table) && live_guests(table) == GUESTS_PAGE && seats_have_room(table);
}
