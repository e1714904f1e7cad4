#include "said.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

enum { NUMBER = 24 };

static void add_text(cJSON *at, const char *name, const char *text, bool *good)
{
    *good = *good && cJSON_AddStringToObject(at, name, text) != NULL;
}

static void add_flag(cJSON *at, const char *name, bool flag, bool *good)
{
    *good = *good && (!flag || cJSON_AddTrueToObject(at, name) != NULL);
}

static void add_control(cJSON *list, const struct control *control, bool *good)
{
    static const char *const kinds[] = {[CONTROL_BUTTON] = "button",
                                        [CONTROL_MENU] = "menu",
                                        [CONTROL_CHOICE] = "choice",
                                        [CONTROL_WORDS] = "words"};
    cJSON *at = cJSON_CreateObject();
    if (at == NULL || !cJSON_AddItemToArray(list, at)) {
        cJSON_Delete(at);
        *good = false;
        return;
    }
    add_text(at, "kind", kinds[control->kind], good);
    add_text(at, "label", control->label, good);
    add_text(at, "words", control->words, good);
    if (*control->help != '\0')
        add_text(at, "help", control->help, good);
    if (control->tint != TINT_WILD)
        *good = *good && cJSON_AddNumberToObject(at, "tint", control->tint) != NULL;
    add_flag(at, "strong", control->strong, good);
    add_flag(at, "off", control->off, good);
    add_flag(at, "chosen", control->chosen, good);
}

char *said_write(const struct message *message)
{
    char stamp[NUMBER];
    bool good = true;
    cJSON *json = cJSON_CreateObject();
    snprintf(stamp, sizeof(stamp), "%" PRIu64, message->stamp);
    add_text(json, "type", "said", &good);
    add_text(json, "words", message->text != NULL ? message->text : "", &good);
    add_text(json, "stamp", stamp, &good);
    cJSON *list = cJSON_AddArrayToObject(json, "controls");
    good = good && list != NULL;
    for (unsigned i = 0; i < message->control_count && good; i++)
        add_control(list, &message->controls[i], &good);
    char *text = good ? cJSON_PrintUnformatted(json) : NULL;
    cJSON_Delete(json);
    return text;
}

/* Digits alone. */
static bool read_stamp(const char *text, uint64_t *stamp)
{
    char *end = NULL;
    errno = 0;
    *stamp = strtoull(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0';
}

bool said_read(const char *text, size_t length, char words[SAID_WORDS], uint64_t *stamp)
{
    cJSON *json = cJSON_ParseWithLength(text, length);
    const char *say = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "say"));
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(json, "stamp");
    bool good = say != NULL && strlen(say) < SAID_WORDS;
    *stamp = 0;
    if (good)
        snprintf(words, SAID_WORDS, "%s", say);
    if (at != NULL)
        good = good && cJSON_IsString(at) && read_stamp(at->valuestring, stamp);
    cJSON_Delete(json);
    return good;
}
