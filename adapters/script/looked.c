#include "script_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A whole address beside what is in it alone, as a web server would be reached. */
static const char home[] = "/talon", origin[] = "https://cards.example",
                  assets[] = "/talon/site/0123abcd";

static void forget(struct script *script)
{
    free((char *)(uintptr_t)script->page.body);
    free((char *)(uintptr_t)script->page.type);
    script->page = (struct page){0};
}

void looked_finish(struct script *script)
{
    forget(script);
}

void looked_page(struct adapter *adapter, uint32_t number, const struct page *page)
{
    struct script *script = script_of(adapter);
    if (number != script->looked)
        return; /* nobody waits for it any more */
    forget(script);
    script->page = *page;
    script->page.type = strdup(page->type);
    char *body = malloc(page->length + 1);
    assert(script->page.type != NULL && body != NULL);
    if (page->length > 0)
        memcpy(body, page->body, page->length);
    body[page->length] = '\0';
    script->page.body = body;
    if (script->sleeps) /* as with lines: who waits looks before the loop sleeps */
        timer_set(&script->timers[TIMER_WAKE], 0);
}

const struct page *script_look(struct adapter *adapter, const char *address, const char *language,
                               unsigned milliseconds)
{
    struct script *script = script_of(adapter);
    char *path = strdup(address);
    assert(path != NULL);
    char *query = strchr(path, '?');
    if (query != NULL)
        *query++ = '\0';
    forget(script);
    struct page_request request = {
        .number = ++script->looked,
        .path = path,
        .query = query != NULL ? query : "",
        .language = language,
        .home = home,
        .origin = origin,
        .assets = assets,
    };
    bool asked = adapter->setup.ask(adapter->setup.host, adapter, &request);
    free(path);
    uint64_t deadline = script_deadline(script, milliseconds);
    while (asked && script->page.status == 0 && script_turn(script, deadline))
        ;
    return script->page.status != 0 ? &script->page : NULL;
}
