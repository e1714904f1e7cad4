/* memory_web_query.h: web_query.h in memory. The number of a person is one more than their place
 * there.
 */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_WEB_QUERY_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_WEB_QUERY_H

struct web_query_impl;

extern const struct web_query_impl memory_web_query;

#endif
