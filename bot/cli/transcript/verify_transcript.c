/* talon verify --transcript: proves a round only from what the channel saw. */
#include "bot/cli/transcript/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/cli/cli.h"
#include "engine/notation.h"
#include "engine/player/player.h"
#include "engine/proof/proof.h"

enum { TRANSCRIPT_MAX = 16 << 20 }; /* bytes */

/* Returns the whole file, to be freed. NULL if it cannot be read or is too large. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *bytes = file != NULL ? malloc(TRANSCRIPT_MAX + 1) : NULL;
    bool ok = bytes != NULL;
    if (ok) {
        *size = fread(bytes, 1, TRANSCRIPT_MAX + 1, file);
        ok = ferror(file) == 0 && *size <= TRANSCRIPT_MAX;
    }
    if (file != NULL && file != stdin)
        fclose(file);
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}

static void print_cards(const char *head, const struct rules *rules, struct cards cards)
{
    char code[CARD_TEXT];
    printf("%s:", head);
    for (; !cards_empty(cards); cards_remove(&cards, cards_first(cards))) {
        printf(" %s",
               face_format(&rules->deck.face[rules->deck.face_of[cards_first(cards)]], code));
    }
    putchar('\n');
}

/* Prints the setup, so that people can compare it with the announcement. */
static void print_setup(const struct setup *setup)
{
    struct switches sheet;
    ruleset_defaults_of(setup->set, setup->rules_version, &sheet);
    printf("round %u of its match, rules: %s\n", setup->round, ruleset_name(setup->set));
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char value[64];
        if (setup->switches.value[id] != sheet.value[id] &&
            switches_format(&setup->switches, (enum switch_id)id, value, sizeof(value)) > 0)
            printf("  changed: %s %s\n", switch_info((enum switch_id)id)->name, value);
    }
    for (unsigned seat = 0; seat < setup->players; seat++) {
        const struct setup_seat *at = &setup->seats[seat];
        printf("  P%u %s%s%s\n", seat + 1, at->name, at->player != NULL ? ", computer, " : "",
               at->player != NULL ? at->player->name : "");
    }
    for (unsigned i = 0; i < setup->cut_count; i++)
        printf("  cut %u: %s said \"%s\"\n", i + 1, setup->cuts[i].name, setup->cuts[i].word);
}

/* Prints the deal in the form that tests/fair/verify.py uses, too. */
static void print_deal(const struct proof *proof)
{
    const struct rules *rules = &proof->rules;
    const struct game *game = &proof->dealt;
    char head[16];
    char code[CARD_TEXT];
    for (unsigned seat = 0; seat < game->players; seat++) {
        snprintf(head, sizeof(head), "hand P%u", seat + 1);
        print_cards(head, rules, game->hand[seat]);
    }
    printf("turned:");
    for (unsigned i = 0; i < proof->card_count && proof->cards[i].turned > 0; i++)
        printf(" %s", face_format(&rules->deck.face[proof->cards[i].face], code));
    printf("\npile:");
    for (unsigned i = game->pile_count; i > 0; i--)
        printf(" %s", face_format(&rules->deck.face[rules->deck.face_of[game->pile[i - 1]]], code));
    putchar('\n');
}

static void print_winners(const struct proof *proof)
{
    const unsigned winners = game_winners(&proof->rules, &proof->game);
    for (unsigned i = 0; i < proof->setup.players; i++) {
        if ((winners >> i & 1) != 0)
            printf("      and %s wins %d points\n", proof->setup.seats[i].name, (int)proof->points);
    }
}

static void print_moves(const struct proof *proof)
{
    char text[ACTION_TEXT];
    unsigned number = 0;
    for (const char *at = proof->record.moves; at != NULL && *at != '\0';) {
        at = proof_move(at, text, sizeof(text));
        size_t seat = strcspn(text, " "); /* skips "P1", the seat */
        if (at != NULL) {
            printf("%4u. %s:%s\n", ++number, proof->setup.seats[seat_parse(text, seat)].name,
                   text + seat);
        }
    }
    const struct game *game = &proof->game;
    if (game->phase != PHASE_ROUND_OVER)
        puts("      the round ended early");
    else if (game->winner == SEAT_NONE)
        puts("      and nobody wins");
    else
        print_winners(proof);
}

/* Prints what was checked, and what only people who were there can compare. */
static void print_checked(const struct proof *proof)
{
    printf("- Line %u announces the commitment (s0). The deal is in line %u.\n", proof->bond_line,
           proof->deal_line);
    puts("- No earlier shuffle was skipped, and every cut announced before the deal is included.");
    puts("- Seats, computer players, rules, round and dealer match the lines.");
    printf("- %u of %u cards that were played or turned up are in the text, and all match.\n",
           proof->seen, proof->card_count);
    puts("- Every move of the record is legal.");
    if (proof->untold_line > 0) {
        printf("Look at line %u: it looks like a cut, but is not included. Was it refused?\n",
               proof->untold_line);
    }
    if (proof->setup.cut_count == 0)
        puts("Nobody cut, so the host could have tried many secrets for players that it expected.");
    puts("Only you can check that the lines are those that you saw, that the words of the cuts "
         "are\nwhat people said, and that your cards were those above.");
}

static int report(const struct proof *proof)
{
    if (proof->verdict == PROOF_NONE) {
        fprintf(stderr, "talon verify: %s\n", proof->why);
        return CLI_UNJUDGED;
    }
    if (proof->verdict == PROOF_NOT) {
        if (proof->line > 0)
            fprintf(stderr, "NOT proven: line %u: %s\n", proof->line, proof->why);
        else
            fprintf(stderr, "NOT proven: %s\n", proof->why);
        return CLI_FAILED;
    }
    printf("shuffle %u: ", proof->record.shuffle);
    print_setup(&proof->setup);
    print_deal(proof);
    print_moves(proof);
    print_checked(proof);
    printf("shuffle %u is proven\n", proof->record.shuffle);
    return CLI_DONE;
}

int verify_transcript(const char *path)
{
    static struct proof proof;
    size_t size = 0;
    char *text = read_file(path, &size);
    if (text == NULL) {
        fprintf(stderr, "talon verify: cannot read %s, or it is larger than 16 MB\n", path);
        return CLI_UNJUDGED;
    }
    proof_run(text, size, &proof);
    int status = report(&proof);
    free(text);
    return status;
}
