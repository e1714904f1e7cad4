/* json_read.h: reads a document strictly: a member that is not there fails the test. */
#ifndef TALON_TESTS_BOT_PAGES_JSON_READ_H
#define TALON_TESTS_BOT_PAGES_JSON_READ_H

#include <cjson/cJSON.h>

const cJSON *json_member(const cJSON *at, const char *key);
/* "": the member is no text. */
const char *json_text_of(const cJSON *at, const char *key);
int json_number_of(const cJSON *at, const char *key);

#endif
