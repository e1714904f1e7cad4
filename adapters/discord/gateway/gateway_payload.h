/* gateway_payload.h: the JSON that a shard writes and reads. Readers accept an item that is missing
 * (NULL) or of any type. They leave `out` as it is when they return false. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_GATEWAY_PAYLOAD_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_GATEWAY_PAYLOAD_H

#include "shard_state.h"

extern const double payload_sequence_max; /* exact in JSON */
const cJSON *payload_member(const cJSON *object, const char *name);
/* A whole number from 0 to `most`. */
bool payload_whole(const cJSON *item, double most, uint64_t *out);
/* These return a string of that name, or one that is a snowflake; NULL if there is none. */
const char *payload_text(const cJSON *object, const char *name);
const char *payload_snowflake(const cJSON *object, const char *name);
/* A string of printable ASCII without blanks. */
bool payload_word(char *out, size_t size, const cJSON *item);
/* A snowflake. */
bool payload_id(char out[SNOWFLAKE_MAX], const cJSON *item);
/* Reads an address of the gateway: scheme and host, perhaps port and path. */
bool payload_address(const struct shard *shard, char out[SHARD_ADDRESS], const cJSON *item);
/* These write a frame and return its length; 0: memory is out. */
size_t payload_identify(const struct shard *shard, char *out, size_t size);
size_t payload_resume(const struct shard *shard, char *out, size_t size);
size_t payload_heartbeat(const struct shard *shard, char *out, size_t size);
/* Writes the text for shard_export(); the shard must have a session. */
size_t payload_session(const struct shard *shard, char *out, size_t size);

#endif
