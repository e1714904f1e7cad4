/* sqlite_look.h: look.h on a SQLite database. */
#ifndef TALON_STORAGE_SQLITE_LOOK_H
#define TALON_STORAGE_SQLITE_LOOK_H

#include "look.h"

struct look_impl;
struct sqlite_store;

extern const struct look_impl sqlite_look;

/* Who has that number; nobody: there is none. False: an error. */
bool sqlite_someone(struct sqlite_store *sq, int64_t person, struct store_someone *who);

#endif
