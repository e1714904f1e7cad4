/* No whisper ever reaches another than it is for (tests/fuzz/fuzz_whispers.c), however people come,
 * go and change nicks: random lives, the same each time. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIVES = 3000, LIFE = 600 };

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t last = argc > 2 ? strtoull(argv[2], NULL, 10) : argc > 1 ? first : LIVES;
    for (uint64_t life = first; life <= last; life++) {
        uint8_t data[LIFE];
        uint64_t state = life * UINT64_C(0x9e3779b97f4a7c15);
        for (unsigned i = 0; i < LIFE; i++)
            data[i] = (uint8_t)(draw(&state) >> 24);
        printf("\r%" PRIu64, life);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, LIFE);
    }
    printf(" lives\n");
    return 0;
}
