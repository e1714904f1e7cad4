#!/usr/bin/env python3
"""verify.py FILE: deals a round again from what a channel saw, by bot/FAIR.md alone.

FILE holds lines of a log with the tokens of one chain (s0=..., d1=..., t1.1/1=... and so on). The
last round that is revealed in it is checked: chain, form of the setup, hash told at the deal, cuts.
Its hands, the cards turned up and the draw pile are printed; where FILE has such lines as well (as
`talon verify --transcript` prints them), they must be the same. Exit status 0: they are; 1: not;
2: nothing is revealed. Written apart from the program; shares no code with it."""
import hashlib
import math
import re
import sys

SETS = {  # colours, special wild, and whether the sheet is one with high_card, apply and so on
    "classic": ("BGRY", None, False), "hyper": ("BGRY", "WH", False),
    "skull": ("BRGP", "WS", True), "web": ("BGRY", "WW", False),
    "minion": ("BGOY", "WM", True), "flex": ("BGRY", None, False)}
SWITCHES = """dealer first_discard first_wd4 first_special wd4_match wd4_guilty_keeps_turn last_card_draw
    uno_window score target hand_size round_limit hyper_stacks webswing_reveal skull_proclamation minion_skips flex_match
    flex_wd4_challenge stack deflect jump_in seven_zero draw_until_playable force_play no_bluff no_challenge
    uno_penalty false_uno auto_uno no_finish draw_keeps_turn multi_play mercy play_to_last two_player_reverse
    blocked_round""".split()

def need(holds, why):
    if not holds:
        raise ValueError(why)

def flex_deck():
    deck = [c + str(n) + ("^" if n in (1, 5) else "") for c in "RGBY" for n in range(1, 9)]
    sides = {"R": "YBYGGYBG", "G": "BYBRRBYR", "B": "GRGYYGRY", "Y": "RGRBBRGB"}
    deck += [f"{c}{n + 1}|{sides[c][n]}" for c in "RGBY" for n in range(8)]
    deck += [c + symbol for symbol in ("skip", "rev", "+2") for c in "RGBY"]
    for symbol, other in (("skip", "GRYB"), ("rev", "YBGR"), ("+2", "BYRG")):
        deck += [f"{c}{symbol}|{o}" for c, o in zip("RGBY", other)]
    return deck + [w for w in ("WT2", "WA2", "WF4", "WAF") for _ in range(4)]

def deck_of(name):
    colours, special, _ = SETS[name]
    if name == "flex":
        return flex_deck()
    deck = []
    for c in colours:
        deck += [c + "0"] + [c + str(n) for n in range(1, 10) for _ in range(2)]
        deck += [c + symbol for symbol in ("+2", "rev", "skip") for _ in range(2)]
    return deck + [w for w in ("W", "W4", special) if w for _ in range(4)]

class Chance:
    """The ChaCha20 key stream of a seed (RFC 8439; nonce 0, from block 0) as 32-bit words."""

    def __init__(self, seed):
        self.key = [int.from_bytes(seed[i:i + 4], "little") for i in range(0, 32, 4)]
        self.words, self.block = [], 0

    def word(self):
        if not self.words:
            first = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *self.key, self.block, 0, 0, 0]
            x = list(first)
            for step in range(80):  # ten times the columns, then the diagonals
                i, lean = step % 4, step // 4 % 2
                a, b, c, d = (4 * n + (i + n * lean) % 4 for n in range(4))
                for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[p] = (x[p] + x[q]) & 0xffffffff
                    v = x[r] ^ x[p]
                    x[r] = (v << turn | v >> (32 - turn)) & 0xffffffff
            self.words = [(a + b) & 0xffffffff for a, b in zip(x, first)]
            self.block += 1
        return self.words.pop(0)

    def below(self, *sizes):
        """Picks for several sizes out of one word, without bias."""
        while True:
            rest, picks = self.word(), []
            for n in sizes:
                picks, rest = [*picks, rest * n >> 32], rest * n & 0xffffffff
            if rest >= (1 << 32) % math.prod(sizes):
                return picks

    def shuffle(self, pile):
        left = len(pile)
        while left >= 3:
            for i, pick in enumerate(self.below(left, left - 1, left - 2)):
                pile[pick], pile[left - 1 - i] = pile[left - 1 - i], pile[pick]
            left -= 3
        if left == 2:
            pick = self.below(2)[0]
            pile[pick], pile[1] = pile[1], pile[pick]

def unescape(text):
    need(re.fullmatch(r"(?:[A-Za-z0-9_+-]|%[0-9A-F]{2})+", text), f"{text!r} is no value")
    value = bytes(int(p[1:], 16) if p[0] == "%" else ord(p) for p in re.findall("%..|.", text))
    again = "".join(chr(b) if re.match(rb"[A-Za-z0-9_+-]", bytes([b])) else f"%{b:02X}" for b in value)
    need(again == text, f"{text!r} is not written as it must be")
    return value.decode()

def read_setup(text):
    """The fields of a public text in their one order."""
    number, seat, value = r"[1-9][0-9]*", r"(?:person\.[^.,]+|computer\.[^.,]+\.[a-z]+)", r"[^.,]+"
    form = rf"talon2,set\.([a-z]+),rules\.{number}((?:,switch\.\w+\.{value})*),round\.{number}," \
           rf"dealer\.(-|P{number})((?:,{seat})+)((?:,cut\.{value}\.{value})*)"
    found = re.fullmatch(form, text)
    need(found and found[1] in SETS, "the setup cannot be read")
    names = re.findall(r",switch\.(\w+)\.", found[2])
    need(names == sorted(set(names), key=SWITCHES.index), "the switches are not in their order")
    switches = {n: unescape(v) for n, v in re.findall(rf",switch\.(\w+)\.({value})", found[2])}
    seats = [unescape(s) for s in re.findall(r",(?:person|computer)\.([^.,]+)", found[4])]
    cuts = re.findall(rf",cut\.({value}\.{value})", found[5])
    all(map(unescape, ".".join(cuts).split(".") if cuts else []))
    dealer = None if found[3] == "-" else int(found[3][1:]) - 1
    need(dealer is None or dealer < len(seats), "the dealer has no seat")
    return found[1], switches, seats, dealer, cuts

def deal(name, switches, players, dealer, chance):
    other = SETS[name][2]
    rule = {"dealer": "high_card" if other else "chosen", "hand_size": "7",
            "first_discard": "apply" if other else "ignore_non_number",
            "first_wd4": "return_and_redraw" if other else "ignored",
            "first_special": "left_names_colour" if other else "ignored", **switches}
    deck = deck_of(name)
    if dealer is None and rule["dealer"] == "high_card":
        pile, tied = list(deck), list(range(players))
        chance.shuffle(pile)
        while len(tied) > 1:
            if len(pile) < len(tied):
                pile = list(deck)
                chance.shuffle(pile)
            drawn = [pile.pop() for _ in tied]
            value = [int(c[1]) if c[0] != "W" and c[1].isdigit() else 0 for c in drawn]
            tied = [seat for seat, v in zip(tied, value) if v == max(value)]
        dealer = tied[0]
    elif dealer is None:
        dealer = chance.below(players)[0]
    pile, hands, turned = list(deck), [[] for _ in range(players)], []
    chance.shuffle(pile)
    for i in range(int(rule["hand_size"]) * players):
        hands[(dealer + 1 + i) % players].append(pile.pop())
    while pile:
        card = pile.pop()
        turned.append(card)
        symbol = card if card[0] == "W" else card[1:].split("|")[0].rstrip("^")
        if symbol in ("W4", "WF4") and rule["first_wd4"] == "return_and_redraw":
            pile.append(card)
            chance.shuffle(pile)
        elif symbol[0].isdigit() or (symbol in ("skip", "rev", "+2", "W")
                                     and rule["first_discard"] == "apply"):
            if symbol == "+2":
                hands[(dealer + 1) % players] += [pile.pop(), pile.pop()]
            break
        elif symbol not in ("skip", "rev", "+2", "W", "W4", "WF4") \
                and rule["first_special"] == "left_names_colour":
            break
    lines = [f"hand P{i + 1}: " + " ".join(sorted(h, key=deck.index)) for i, h in enumerate(hands)]
    return lines + ["turned: " + " ".join(turned), "pile: " + " ".join(reversed(pile))]

def check(log):
    log = re.sub(r"\x03\d{0,2}(,\d{1,2})?|[\x02\x0f\x16\x1d-\x1f\\*`\r]", "", log)
    form = r"(?<![A-Za-z0-9%])([sdctwm])(\d+)(?:\.(\d+)(?:/(\d+))?)?=([A-Za-z0-9_+%.,-]+)"
    tokens = [(m[1], int(m[2]), int(m[3] or 0), int(m[4] or 0), m[5].rstrip(".,") if m[1] in "sdc"
               else m[5], m.start()) for m in re.finditer(form, log)]
    if "t" not in [t[0] for t in tokens]:
        return None
    number = [t[1] for t in tokens if t[0] == "t"][-1]

    def joined(kind):
        first = max(i for i, t in enumerate(tokens) if t[:3] == (kind, number, 1))
        parts = [t for t in tokens[first:] if t[:2] == (kind, number)][:tokens[first][3]]
        need([t[2] for t in parts] == list(range(1, tokens[first][3] + 1)), "a part is missing")
        return "".join(t[4] for t in parts)
    text, who = joined("t"), joined("w")
    secret = [t for t in tokens if t[:2] == ("s", number) and len(t[4]) == 64][-1][4]
    chain = [bytes.fromhex(secret)]
    for _ in range(number):
        chain.insert(0, hashlib.sha256(chain[0]).digest())
    name, switches, seats, dealer, cuts = read_setup(text)
    need(dealer is None or number > 1 or ",round.1," not in text, "the first dealer is not left to chance")
    bonds = [t for t in tokens if t[0] == "s" and t[1] < number and len(t[4]) == 64]
    deals = [t for t in tokens if t[:2] == ("d", number)]
    told = hashlib.sha256(f"{text}\n{who}".encode()).hexdigest()
    need(deals and bonds and bonds[0][5] < deals[0][5], "no whole commitment before the deal")
    need(all(told.startswith(t[4]) for t in deals), "the setup is not the one told at the deal")
    newest = [t for t in tokens if t[:2] == ("s", 0) and t[5] < deals[0][5]][-1:] + bonds
    need(all(chain[t[1]].hex().startswith(t[4]) for t in newest), "the secret is not of that chain")
    seen = {t[1] for t in tokens if t[0] in "sd" and t[5] < deals[0][5]}
    need(set(range(bonds[0][1], number)) <= seen, "a shuffle may have been passed over")
    need([t[4] for t in tokens if t[:2] == ("c", number) and t[5] < deals[0][5]] == cuts and
         len([t for t in tokens if t[:2] == ("c", number)]) == len(cuts), "other cuts were told")
    seed = hashlib.sha256(b"talon-seed-2\n" + bytes.fromhex(secret) + text.encode()).digest()
    return deal(name, switches, len(seats), dealer, Chance(seed))

def main():
    log = open(sys.argv[1], encoding="utf-8", errors="replace").read()
    try:
        lines = check(log) or sys.exit(2)
        print("\n".join(lines))
        recorded = re.findall(r"^(?:hand P\d+|turned|pile): .*$", log, re.M)
        need(recorded in ([], lines), "other cards are recorded")
    except (ValueError, IndexError) as wrong:
        print(f"NOT proven: {wrong}")
        sys.exit(1)

main()
