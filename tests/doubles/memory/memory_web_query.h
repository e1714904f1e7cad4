/* memory_web_query.h: web_query.h from memory. A person's number is one more than their place in
 * the list. */
#ifndef TALON_TESTS_DOUBLES_MEMORY_MEMORY_WEB_QUERY_H
#define TALON_TESTS_DOUBLES_MEMORY_MEMORY_WEB_QUERY_H

struct web_query_impl;

extern const struct web_query_impl memory_web_query;

#endif
