#include "page_typist.h"

#include <stdio.h>

#include "adapters/pages.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/people/ban.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"

bool page_typist_sits(const struct network *network)
{
    return network->adapter != NULL && pages_have_seats(network->adapter);
}

bool page_typist_find(struct tables *tables, const struct pages *pages,
                      const struct chat_event *event, struct page_typist *page)
{
    unsigned number = 0;
    const struct page_seat *seat = page_seat_by_id(tables, event->user.id);
    *page = (struct page_typist){.answer_user = event->user.id};
    page->person = seat != NULL ? page_seat_person(tables, seat, &page->table, &number) : NULL;
    if (page->person == NULL)
        return false;
    const struct person *person = page->person;
    if (seat->guest)
        snprintf(page->address, sizeof(page->address), "%s", seat->peer);
    page->network = person->network;
    page->language = seat_live_language(pages, event->user.id, page->person);
    page->event = (struct chat_event){
        .kind = CHAT_MESSAGE,
        .text = event->text,
        .user = {.id = person->id != NULL ? person->id : person->key,
                 .name = person->name,
                 .account = person->verified ? person->key : NULL,
                 .host = person->host},
        .command = true,
        .stamp = event->stamp,
    };
    return !ban_of_user(page->network, &page->event.user);
}
