/* state_json.h: a state's text as a JSON tree, in memory that is freed all at once.
 *
 * A tree has a hundred nodes, and a start reads thousands of them: one allocation for each node
 * took a tenth of the time of a start. Only one tree exists at a time. The loop's thread only. */
#ifndef TALON_BOT_TABLE_SAVED_STATE_JSON_H
#define TALON_BOT_TABLE_SAVED_STATE_JSON_H

#include <cjson/cJSON.h>

/* NULL: the text is not JSON. If memory is out the process ends, since cJSON would report that like
 * a wrong text. */
cJSON *state_json_parse(const char *text);
/* Frees the tree. Do not call cJSON_Delete(). */
void state_json_free(void);

#endif
