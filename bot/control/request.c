#include "request.h"

#include <string.h>

#include "base/array.h"

/* The commands, in the order of docs/control.md. */
static const struct verb {
    const char *name;
    unsigned least, most; /* arguments */
    bool (*run)(struct request *request);
} verbs[] = {
    {"status", 0, 0, look_status},    {"tables", 0, 0, look_tables},
    {"people", 0, 0, look_people},    {"say", 2, 2, direct_say},
    {"end", 1, 1, direct_end},        {"log", 0, 1, direct_log},
    {"ban", 0, 2, bans_set},          {"unban", 2, 2, bans_lift},
    {"reload", 0, 0, direct_reload},  {"backup", 1, 1, backup_begin},
    {"fleet", 0, 0, fleet_look},      {"drain", 0, 0, fleet_drain},
    {"undrain", 0, 0, fleet_undrain}, {"give", 1, 2, fleet_give},
};

enum { VERBS = ARRAY_SIZE(verbs) };

static bool read_words(struct request *request, const cJSON *list)
{
    const cJSON *word = NULL;
    if (list != NULL && !cJSON_IsArray(list))
        return false;
    cJSON_ArrayForEach(word, list)
    {
        if (!cJSON_IsString(word) || request->count == REQUEST_WORDS_MAX)
            return false;
        request->words[request->count++] = word->valuestring;
    }
    return true;
}

static bool read_after(struct request *request, const cJSON *after)
{
    if (after == NULL)
        return true;
    if (!cJSON_IsNumber(after) || after->valuedouble < 0 || after->valuedouble > 9e15)
        return false;
    request->after = (int64_t)after->valuedouble;
    return true;
}

static bool run_verb(struct request *request, const cJSON *json)
{
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "command");
    const struct verb *verb = NULL;
    if (!cJSON_IsString(name) ||
        !read_words(request, cJSON_GetObjectItemCaseSensitive(json, "arguments")) ||
        !read_after(request, cJSON_GetObjectItemCaseSensitive(json, "after"))) {
        answer_refuse(&request->answer,
                      "a request is a line of JSON with a command, and up to %d "
                      "texts as arguments",
                      REQUEST_WORDS_MAX);
        return true;
    }
    for (unsigned i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name->valuestring) == 0)
            verb = &verbs[i];
    }
    if (verb == NULL) {
        answer_refuse(&request->answer,
                      "this daemon does not know the command: talon ctl help lists all");
        return true;
    }
    if (request->count < verb->least || request->count > verb->most) {
        answer_refuse(&request->answer, "%s takes %u to %u arguments", verb->name, verb->least,
                      verb->most);
        return true;
    }
    return verb->run(request);
}

bool request_run(struct request *request, const char *line)
{
    answer_init(&request->answer);
    cJSON *json = cJSON_Parse(line);
    bool now = run_verb(request, json);
    cJSON_Delete(json);
    return now;
}
