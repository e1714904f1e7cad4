/* page_put.h: how page.c and page_proof.c write the bytes that a call returns (page_bytes()). */
#ifndef TALON_ENGINE_WASM_PAGE_PUT_H
#define TALON_ENGINE_WASM_PAGE_PUT_H

void put_nothing(void); /* begins a new answer */
void put_byte(unsigned byte);
void put_two(unsigned value); /* two bytes, low first */
/* Returns the length of the answer so far. */
unsigned put_text(const char *text);

#endif
