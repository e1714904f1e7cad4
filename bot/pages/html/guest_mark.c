#include "guest_mark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "adapters/pages.h"
#include "bot/people/people.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"

/* A name, and what stands for it. */
struct guest_name {
    char from[PERSON_NAME_MAX], to[PERSON_NAME_MAX + 16];
};

/* Returns false if the seat has no guest, or their mark is already in the reader's language. */
static bool read_guest(const struct table *table, unsigned seat, const struct language *language,
                       struct guest_name *name)
{
    const struct person *person = table->seats[seat].person;
    if (person == NULL || person->network->adapter == NULL ||
        !pages_have_seats(person->network->adapter))
        return false;
    size_t length = strlen(person->name);
    for (unsigned i = 0; language_at(i) != NULL; i++) {
        char mark[32];
        int size = snprintf(mark, sizeof(mark), " (%s)", tr(language_at(i), N_("guest")));
        if (language_at(i) == language || size <= 0 || length <= (size_t)size ||
            strcmp(person->name + length - (size_t)size, mark) != 0)
            continue;
        snprintf(name->from, sizeof(name->from), "%s", person->name);
        snprintf(name->to, sizeof(name->to), "%.*s (%s)", (int)(length - (size_t)size),
                 person->name, tr(language, N_("guest")));
        return true;
    }
    return false;
}

static unsigned count_of(const char *text, const char *what)
{
    unsigned count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + strlen(what), what))
        count++;
    return count;
}

static void replace(cJSON *item, const struct guest_name *name)
{
    const char *text = cJSON_GetStringValue(item);
    unsigned count = text != NULL ? count_of(text, name->from) : 0;
    size_t size = count > 0 ? strlen(text) + count * strlen(name->to) + 1 : 0;
    char *made = count > 0 ? malloc(size) : NULL;
    size_t length = 0;
    if (made == NULL)
        return;
    for (const char *at = text; *at != '\0';) {
        const char *next = strstr(at, name->from);
        size_t plain = next != NULL ? (size_t)(next - at) : strlen(at);
        length += (size_t)snprintf(made + length, size - length, "%.*s%s", (int)plain, at,
                                   next != NULL ? name->to : "");
        at += plain + (next != NULL ? strlen(name->from) : 0);
    }
    cJSON_SetValuestring(item, made);
    free(made);
}

/* Replaces the name in all texts, except in members "words": the page sends those back as commands.
 */
static void replace_all(cJSON *at, const struct guest_name *name)
{
    cJSON *item = NULL;
    if (at->string == NULL || strcmp(at->string, "words") != 0)
        replace(at, name);
    cJSON_ArrayForEach(item, at)
    {
        replace_all(item, name);
    }
}

void guest_mark(struct cJSON *json, const struct table *table, const struct language *language)
{
    struct guest_name name;
    for (unsigned seat = 0; json != NULL && seat < table->seat_count; seat++) {
        if (read_guest(table, seat, language, &name))
            replace_all(json, &name);
    }
}
