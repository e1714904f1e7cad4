/* house_form.h: the house rules of a table as forms, on networks that have them
 * (adapter_caps.forms).
 *
 * A form shows what holds now, and changes everything in it at once. There are two: the first has
 * the rules that people ask for most, the second some more. A filled form comes back as the words
 * "settings house N", then "RULE VALUE" for each rule of which one value is chosen, and for each
 * box that is ticked. */
#ifndef TALON_BOT_SHOW_HOUSE_FORM_H
#define TALON_BOT_SHOW_HOUSE_FORM_H

#include <stdbool.h>

struct language;
struct message;
struct switches;
struct table;

enum { HOUSE_FORMS = 2 };

/* Fills a message with form `number` of 1 to HOUSE_FORMS. */
void house_form_write(const struct table *table, const struct language *language, unsigned number,
                      struct message *message);
/* Turns off every rule that has a box in that form. The ticked ones are then set by their words. */
void house_form_untick(unsigned number, struct switches *switches);

#endif
