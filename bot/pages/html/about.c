#include "about.h"

#include <cjson/cJSON.h>

#include "base/version.h"
#include "bot/pages/job.h"
#include "bot/text/language.h"
#include "engine/ruleset.h"

enum { ABOUT_AGE = 300 }; /* seconds */

static bool add_languages(cJSON *json)
{
    cJSON *codes = cJSON_AddArrayToObject(json, "languages");
    const struct language *language;
    for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
        if (!cJSON_AddItemToArray(codes, cJSON_CreateString(language->code)))
            return false;
    }
    return true;
}

static bool add_sets(cJSON *json)
{
    cJSON *names = cJSON_AddArrayToObject(json, "sets");
    const struct ruleset *set;
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        if (!cJSON_AddItemToArray(names, cJSON_CreateString(ruleset_name(set))))
            return false;
    }
    return true;
}

void about_api(struct page_job *job)
{
    cJSON *json = cJSON_CreateObject();
    if (cJSON_AddStringToObject(json, "talon", version_number) == NULL ||
        cJSON_AddNumberToObject(json, "rules", RULES_VERSION) == NULL || !add_languages(json) ||
        !add_sets(json)) {
        cJSON_Delete(json);
        json = NULL;
    }
    job_answer_json(job, 200, json, ABOUT_AGE);
}
