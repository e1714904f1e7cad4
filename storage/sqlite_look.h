/* sqlite_look.h: look.h on a SQLite database. */
#ifndef TALON_STORAGE_SQLITE_LOOK_H
#define TALON_STORAGE_SQLITE_LOOK_H

struct look_impl;

extern const struct look_impl sqlite_look;

#endif
