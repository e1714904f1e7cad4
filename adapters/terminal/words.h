/* words.h: the adapter's own texts. The host translates them (adapter_setup.words). */
#ifndef TALON_ADAPTERS_TERMINAL_WORDS_H
#define TALON_ADAPTERS_TERMINAL_WORDS_H

/* Marks a text for the catalogues, as bot/text/language.h does. */
#define N_(text) text

/* The n-th line of the help, in English; NULL: there are no more. */
const char *words_help(unsigned n);

#endif
