/* fields.h: turns a struct into JSON and back, by a table of its members (letter.c).
 *
 * Members that are zero are left out. A reader leaves members that it does not find zero, and
 * ignores names that it does not know, so processes of two versions understand each other. */
#ifndef TALON_BOT_PEOPLE_FIELDS_H
#define TALON_BOT_PEOPLE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

enum field_kind {
    FIELD_NUMBER, /* bool, or an unsigned integer of at most 32 bits */
    FIELD_SIGNED, /* long or int */
    FIELD_WIDE,   /* uint64_t */
    FIELD_CHARS,  /* char[] */
    FIELD_TEXT,   /* const char *; read: a pointer into the JSON, which must live longer */
    FIELD_RECORD, /* a struct */
    FIELD_LIST    /* an array of `most` structs or char[]; an unsigned member before it has the
                   * number of elements in use */
};

struct field {
    const char *name; /* NULL behind the last */
    enum field_kind kind;
    size_t at, size; /* offset and size of the member; FIELD_LIST: size of one element */
    unsigned most;
    size_t count_at;             /* FIELD_LIST: the member with the count */
    const struct field *members; /* FIELD_RECORD, FIELD_LIST; NULL: the elements are char[] */
};

/* Adds the members of a struct to an object. Returns false when memory is out. */
bool fields_write(const struct field *fields, const void *record, struct cJSON *object);
/* Fills a zeroed struct. A member stays zero if its value in the JSON is not of the type that the
 * table gives. */
void fields_read(const struct field *fields, const struct cJSON *object, void *record);

#endif
