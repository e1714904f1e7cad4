#include "ways.h"

#include <inttypes.h>
#include <string.h>

#include "bot/pages/address.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/html/template.h"
#include "bot/people/network.h"
#include "bot/table/table.h"
#include "bot/text/language.h"

/* -- links out of our pages -- */

bool way_has_servers(const struct network *network)
{
    return network->adapter != NULL && network->adapter->impl->install_address != NULL;
}

bool way_join(const struct network *network, const char *channel, struct way_in *way)
{
    if (network == NULL || network->join_url == NULL || !network_hears(network))
        return false;
    *way = (struct way_in){.kind = "join",
                           .network = network->name,
                           .words = join_url_is_client(network->join_url)
                                        ? N_("Open in your IRC client")
                                    : way_has_servers(network) ? N_("Join on Discord")
                                                               : N_("Open in your browser")};
    return *join_url_write(network->join_url, channel, way->address) != '\0';
}

bool way_add(const struct network *network, struct way_in *way)
{
    if (network == NULL || !way_has_servers(network) || !network_hears(network))
        return false;
    *way =
        (struct way_in){.kind = "add", .network = network->name, .words = N_("Add to your server")};
    network->adapter->impl->install_address(network->adapter, way->address, sizeof(way->address));
    return way->address[0] != '\0';
}

void way_button(struct html *html, const struct page_frame *frame, const struct way_in *way)
{
    TEMPLATE(html, frame,
             "<a class='{class}' href='{address}' data-way='{kind}' rel='noopener'>{words} "
             "<small>{network}</small></a>",
             {"class", .text = strcmp(way->kind, "join") == 0 ? "act key" : "act"},
             {"address", .address = way->address}, {"kind", .text = way->kind},
             {"words", .say = way->words}, {"network", .text = way->network});
}

/* -- lists of them -- */

/* A list of ways. Its element is opened with the first way, so that there is no empty list. */
struct way_list {
    struct html *html;
    const struct page_frame *frame;
    bool begun;
};

static void begin_row(struct way_list *list)
{
    if (!list->begun) {
        TEMPLATE(list->html, list->frame, "<nav class='ways' aria-label='{label}'>",
                 {"label", .say = N_("Ways in")});
    }
    list->begun = true;
}

static void end_list(const struct way_list *list)
{
    if (list->begun)
        html_close(list->html);
}

static void add_network(struct way_list *list, const struct network *network, const char *channel)
{
    struct way_in way;
    if (way_join(network, channel, &way)) {
        begin_row(list);
        way_button(list->html, list->frame, &way);
    }
    if (way_add(network, &way)) {
        begin_row(list);
        way_button(list->html, list->frame, &way);
    }
}

void ways_to_channel(struct html *html, const struct page_frame *frame, struct people *people,
                     const char *network, const char *channel)
{
    struct way_list list = {html, frame, false};
    add_network(&list, network_named(people, network), channel);
    end_list(&list);
}

const char *way_to_sit(const struct page_frame *frame, const struct cJSON *table,
                       char href[ADDRESS_MAX])
{
    char page[ADDRESS_MAX];
    struct buf buf;
    buf_init(&buf, href, ADDRESS_MAX);
    buf_printf(&buf, "%s#table=%" PRId64 "&at=", frame_href(frame, "/seat", page),
               parts_number(table, "table"));
    address_escape(&buf, parts_channel_name(table));
    return buf.full ? "" : href;
}

static void add_guest(struct way_list *list, const struct cJSON *table)
{
    char href[ADDRESS_MAX];
    if (!parts_is(table, "guests"))
        return;
    begin_row(list);
    TEMPLATE(list->html, list->frame,
             "<a class='act key' href='{href}' data-way='guest'>{words}</a>",
             {"href", .address = way_to_sit(list->frame, table, href)},
             {"words", .say = N_("Sit down as a guest")});
}

void ways_to_table(struct html *html, const struct page_frame *frame, const struct tables *tables,
                   const struct cJSON *table)
{
    struct way_list list = {html, frame, false};
    const struct table *running = table_by_id(tables, parts_number(table, "table"));
    add_guest(&list, table);
    for (const struct place *place = running != NULL ? place_first(running) : NULL; place != NULL;
         place = place->next) {
        if (place->kind == PLACE_CHANNEL && !pages_have_seats(place->network->adapter))
            add_network(&list, place->network, place->channel);
    }
    end_list(&list);
}
