/* SPDX-License-Identifier: BSD-2-Clause */
/* noct verify claims for people: a table, or with --markdown the page docs/errata.md. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "analyse/claim_kinds.h"
#include "commands.h"
#include "result/result.h"
#include "table.h"

enum { PAPERS_MAX = 5, NARROW = 60 /* the columns in which no table fits */ };

/* Words of text in columns `from` to `columns`; what stands left of them is printed already. */
static void wrap(const char *text, int from, int columns)
{
    int at = from;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (at > from && at + 1 + word > columns) {
            printf("\n%*s", from, "");
            at = from;
        }
        at += printf("%s%.*s", at > from ? " " : "", word, text);
        text += word;
        text += strspn(text, " ");
    }
    printf("\n");
}

static void show_row(const json_t *row, int columns)
{
    enum { PLACE = 9, TEXT = 36 };
    const char *place = result_text(row, "place"), *against = result_text(row, "counterexample");
    const char *verdict = result_text(row, "verdict");
    bool holds = strcmp(verdict, "holds") == 0;
    int at = printf("%-*s%s", PLACE, verdict, place);
    if (at + 1 > TEXT) {
        printf("\n");
        at = 0;
    }
    printf("%*s", TEXT - at, "");
    wrap(result_text(row, "claim"), TEXT, columns);
    if (!holds) {
        int label = printf("%*s%s: ", TEXT, "", strcmp(verdict, "fails") ? "why" : "against it");
        wrap(against, label, columns);
    }
    if (*result_text(row, "checked")) {
        printf("%*schecked: ", TEXT, "");
        wrap(result_text(row, "checked"), TEXT + 9, columns);
    }
}

static bool is_of(const json_t *row, const char *paper, unsigned kind, const char *verdict)
{
    return (!paper || strcmp(result_text(row, "paper"), paper) == 0) &&
           (kind == KINDS || strcmp(result_text(row, "kind"), claim_kinds[kind].name) == 0) &&
           (!verdict || strcmp(result_text(row, "verdict"), verdict) == 0);
}

/* How many rows are of this paper, kind and verdict; NULL, KINDS: any. */
static unsigned count_of(const json_t *result, const char *paper, unsigned kind,
                         const char *verdict)
{
    unsigned count = 0;
    json_t *row;
    size_t i;
    json_array_foreach (json_object_get(result, "claims"), i, row) {
        count += is_of(row, paper, kind, verdict);
    }
    return count;
}

/* The papers of the answer, in its order. */
static unsigned papers_of(const json_t *result, const char *paper[PAPERS_MAX])
{
    unsigned n = 0;
    json_t *row;
    size_t i;
    json_array_foreach (json_object_get(result, "claims"), i, row) {
        const char *name = result_text(row, "paper");
        if (n < PAPERS_MAX && (n == 0 || strcmp(name, paper[n - 1]) != 0)) {
            paper[n++] = name;
        }
    }
    return n;
}

static void show_table(const json_t *result)
{
    const char *paper[PAPERS_MAX];
    unsigned papers = papers_of(result, paper);
    int columns = screen_columns() < NARROW ? SCREEN_COLUMNS : (int)screen_columns();
    json_t *row;
    size_t i;
    for (unsigned p = 0; p < papers; p++) {
        for (unsigned kind = 0; kind < KINDS; kind++) {
            if (!count_of(result, paper[p], kind, NULL)) {
                continue;
            }
            printf("%s%s: %s\n\n", p + kind ? "\n" : "", paper[p], claim_kinds[kind].many);
            json_array_foreach (json_object_get(result, "claims"), i, row) {
                if (is_of(row, paper[p], kind, NULL)) {
                    show_row(row, columns);
                }
            }
        }
    }
    printf("\nclaims: %lld hold, %lld fail, %lld unclear\n", result_number(result, "holds"),
           result_number(result, "fails"), result_number(result, "unclear"));
    for (unsigned kind = 0; kind < CLAIMED; kind++) {
        printf("  %3u of %3u fail: %s\n", count_of(result, NULL, kind, "fails"),
               count_of(result, NULL, kind, NULL), claim_kinds[kind].many);
    }
    printf("observations of ours: %lld hold, %lld do not\n",
           result_number(result, "observations_hold"), result_number(result, "observations_fail"));
}

/* In a table's cell a bar would end it; elsewhere only what Markdown would take for its own. */
static void print_cell(const char *text)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '*' || (*text == '<' && isalpha((unsigned char)text[1]))) {
            putchar('\\');
        }
        putchar(*text);
    }
}

/* "name: text" as an item of a list, unless there is none. */
static void print_item(const char *name, const char *text)
{
    if (*text) {
        printf("- %s: ", name);
        print_cell(text);
        printf("\n");
    }
}

static void print_finding(const json_t *row)
{
    bool fails = strcmp(result_text(row, "verdict"), "fails") == 0;
    printf("\n### %s, ", result_text(row, "paper"));
    print_cell(result_text(row, "place"));
    printf("\n\n> ");
    print_cell(result_text(row, "claim"));
    printf("\n\n");
    print_item(fails ? "Counterexample" : "Open", result_text(row, "counterexample"));
    print_item("Checked", result_text(row, "checked"));
    if (*result_text(row, "remark")) {
        printf("\n");
        print_cell(result_text(row, "remark"));
        printf("\n");
    }
}

static void print_findings(const json_t *result, unsigned kind, const char *verdict,
                           const char *heading, const char *preface)
{
    json_t *row;
    size_t i;
    printf("\n## %s\n", heading);
    if (*preface) {
        printf("\n%s\n", preface);
    }
    json_array_foreach (json_object_get(result, "claims"), i, row) {
        if (is_of(row, NULL, kind, verdict)) {
            print_finding(row);
        }
    }
}

/* An observation without the words that set it apart in answers: its section does. */
static void print_claim(const char *text, bool ours)
{
    static const char mark[] = "Not claimed: ";
    if (ours && strncmp(text, mark, strlen(mark)) == 0) {
        text += strlen(mark);
        putchar(toupper((unsigned char)*text));
        text++;
    }
    print_cell(text);
}

/* A row of a list: place, verdict, claim, how far. A finding is told above, an observation here. */
static void print_row(const json_t *row, bool ours)
{
    const char *verdict = result_text(row, "verdict");
    bool holds = strcmp(verdict, "holds") == 0;
    printf("- **");
    print_cell(result_text(row, "place"));
    printf("** (%s%s%s). ", holds ? "" : "**", ours && !holds ? "does not hold" : verdict,
           holds ? "" : "**");
    print_claim(result_text(row, "claim"), ours);
    if (!ours && !holds) {
        printf(" See above.\n");
        return;
    }
    printf(" *Checked:* ");
    print_cell(result_text(row, "checked"));
    printf(".");
    if (!holds) {
        printf(" *Counterexample:* ");
        print_cell(result_text(row, "counterexample"));
        printf(".");
    }
    if (*result_text(row, "remark")) {
        printf(" *Remark:* ");
        print_cell(result_text(row, "remark"));
    }
    printf("\n");
}

/* The rows of these kinds of a paper. */
static void print_list(const json_t *result, const char *paper, unsigned kind)
{
    json_t *row;
    size_t i;
    json_array_foreach (json_object_get(result, "claims"), i, row) {
        if (is_of(row, paper, kind, NULL)) {
            print_row(row, kind == NOC_OURS);
        }
    }
}

static void print_lists(const json_t *result)
{
    const char *paper[PAPERS_MAX];
    unsigned papers = papers_of(result, paper);
    printf("\n## Observations, claimed by no paper\n");
    for (unsigned p = 0; p < papers; p++) {
        if (count_of(result, paper[p], NOC_OURS, NULL)) {
            printf("\n### On %s\n\n", paper[p]);
            print_list(result, paper[p], NOC_OURS);
        }
    }
    printf("\n## All claims\n");
    for (unsigned p = 0; p < papers; p++) {
        printf("\n### %s\n", paper[p]);
        for (unsigned kind = 0; kind < CLAIMED; kind++) {
            if (count_of(result, paper[p], kind, NULL)) {
                printf("\n#### %s: %s\n\n", paper[p], claim_kinds[kind].many);
                print_list(result, paper[p], kind);
            }
        }
    }
}

/* How many rows of each kind hold and fail in each paper. */
static void print_counts(const json_t *result)
{
    const char *paper[PAPERS_MAX];
    unsigned papers = papers_of(result, paper);
    printf("|  |");
    for (unsigned p = 0; p < papers; p++) {
        printf(" %s |", paper[p]);
    }
    printf("\n|---|");
    for (unsigned p = 0; p < papers; p++) {
        printf("---|");
    }
    printf("\n");
    for (unsigned kind = 0; kind < KINDS; kind++) {
        printf("| %s |", claim_kinds[kind].many);
        for (unsigned p = 0; p < papers; p++) {
            unsigned fail = count_of(result, paper[p], kind, "fails");
            unsigned open = count_of(result, paper[p], kind, "unclear");
            printf(" %u hold", count_of(result, paper[p], kind, "holds"));
            if (fail) {
                printf(", %s%u %s%s", kind < CLAIMED ? "**" : "", fail,
                       kind < CLAIMED ? "fail" : "do not", kind < CLAIMED ? "**" : "");
            }
            if (open) {
                printf(", %u open", open);
            }
            printf(" |");
        }
        printf("\n");
    }
}

static const char opening[] =
    "# What the papers claim, and what holds\n\n"
    "Nocturne implements the multicast algorithms and routings of five papers. This page takes their claims one by one,\n"
    "and says which of them a machine found true, how far it looked, and where it found a counterexample.\n\n"
    "- D. F. Robinson, *Scalable Multicast Communication in Massively Parallel Computers*, 1994, chapters 3 to 6\n"
    "- Song J., Hou Z., Shi Y., *An Optimal Multicast Algorithm for Cube-Connected Cycles*, 2000\n"
    "- R. Libeskind-Hadas, D. Mazzoni, R. Rajagopalan, *Optimal Contention-Free Unicast-Based Multicasting in\n"
    "  Switch-Based Networks of Workstations*, 1998\n"
    "- T. M. Stricker, *Message Routing on Irregular 2D-Meshes and Tori*, 1991\n"
    "- A. Y. Al-Dubai, M. Ould-Khaoua, L. M. Mackenzie, *Towards a Scalable Broadcast in Wormhole-Switched Mesh\n"
    "  Networks*, 2002\n\n";

static const char how_to_read[] =
    "\n## How to read it, and how to run it again\n\n"
    "- **Verdicts.** *Holds* means: no counterexample in what \"checked\" names, which is exhaustion of small networks and\n"
    "  random samples of large ones. It is no proof for all sizes. *Fails* means: there is a counterexample, the smallest\n"
    "  one that was met, small enough for pencil and paper. *Unclear*: checking cannot tell.\n"
    "- **Means.** Where a claim is about the mean of random sets, +- is half of its 95 % interval.\n"
    "- **Words.** Claims are in our words. A threshold that the paper leaves to words like \"small\" is ours, and is given\n"
    "  in parentheses. A slip of the pen is what is printed where the text around it shows that something else is meant.\n"
    "  An observation is ours: no paper claims it, and one that does not hold is no fault of theirs.\n"
    "- **Notation.** Nodes are numbered as in libnoc: node (i, w) of an n-dimensional CCC is w n + i, coordinate 0 of a torus\n"
    "  counts lowest, nodes of a tree have their postorder number less one, those of a graph the numbers in its links. `u>v` is a message, `u-v-w` a path or a channel.\n"
    "  m is the number of destinations. A worm of L flits that enters its first channel in cycle s holds the i-th\n"
    "  one (from 0) from cycle s + i to s + i + L - 1. From chapter 4 on multicasts have one port unless said otherwise.\n"
    "- **The four conditions** are those of Robinson's theorem 3.3 (4.1, and theorem 1 in two other papers): of two messages\n"
    "  the paths share no channel, or the senders are the same, or the later one's sender has the message through the\n"
    "  earlier one's receiver, or through a node to which the earlier one's sender sends later.\n"
    "- **Left out.** What only the drawing of a figure shows; and delays that were measured on machines or simulated with\n"
    "  their parameters (Robinson 3.5.2, 3.5.3 and 6.6, Libeskind-Hadas et al. figure 3, Al-Dubai et al. figures 5 and 6):\n"
    "  [figures.md](figures.md) judges them.\n\n"
    "```\n"
    "noct verify claims                       # every row: a few seconds\n"
    "noct verify claims --paper stricker      # one paper\n"
    "noct verify claims --deep                # further: a few minutes\n"
    "noct verify --topology cube:4 --algorithm u-cube --ports all --sets all --source all   # the conditions, one network\n"
    "noct verify --topology torus:5 --routing dor                                           # a routing's dependencies\n"
    "```\n\n"
    "The checks are the functions beside the rows, at the ends of `libnoc/claims/*.c`; most start from the papers'\n"
    "definitions, not from the code they check. This page is written by `noct verify claims --markdown`; `make generate`\n"
    "brings it up to date.\n";

/* What test_claims.c holds by verdicts. */
static const char in_short[] =
    "\n## In short\n\n"
    "- **The algorithms stand**, as far as they were checked: W-sort (Robinson, theorem 3.6), U-torus (theorem 4.4), U-CCC\n"
    "  (Song et al., theorem 3) and postorder recursive doubling (Libeskind-Hadas et al., theorem 2) meet the four\n"
    "  conditions; Stricker's routers are complete and cannot deadlock.\n"
    "- **The conditions are not sound everywhere.** They keep messages apart under dimension order with one port. They need not\n"
    "  with all ports, if steps are chosen freely (Robinson, theorem 3.3); nor over routes that are not shortest, if worms\n"
    "  and start-ups are shorter than the detour (Song et al., theorem 1); nor over paths that part and meet again (Libeskind-Hadas et al., theorem 1).\n"
    "- **One forbidden turn of each orientation does not always exclude deadlock** (Stricker, theorem 1): 4 of the 16 choices\n"
    "  leave a cycle that crosses itself. The routers of the report use others.\n"
    "- **U-mesh is contention-free on bidirectional tori** under BTR, though said not to be on tori (Robinson, 4.4). Under UTR\n"
    "  it is not.\n"
    "- **M-torus is contention-free with one port**, however its circuit is cut (Robinson, theorem 6.1). With all ports, which\n"
    "  section 6.6 has, two worms that one node starts at once can meet.\n"
    "- **All ports do not keep worms that are copied from deadlock**; a consumption context for each virtual channel does\n"
    "  (Robinson, 5.1 and theorem 5.1). With one for each link three worms wait for each other on a ring of three.\n"
    "- **Several PCP broadcasts at once can deadlock** (Al-Dubai et al., theorem 2), under any contexts, from three columns on. One cannot.\n"
    "- **Three proofs have gaps that can be closed:** two overlook that the later message may stand first in the chain\n"
    "  (Robinson, theorem 4.4; Song et al., theorem 3), one cites a condition that does not apply (Robinson, theorem 3.6).\n";

static const char contents[] =
    "\nBy weight: [theorems and properties that fail](#theorems-and-properties-that-fail),\n"
    "[proofs with a gap](#proofs-with-a-gap),\n"
    "[statements that fail](#definitions-statements-and-figures-that-fail), [slips of the pen](#slips-of-the-pen),\n"
    "[what stays open](#what-stays-open), [observations of ours](#observations-claimed-by-no-paper),\n"
    "[all claims](#all-claims).\n";

static void show_page(const json_t *result)
{
    printf("%s", opening);
    printf(
        "Of %u rows (a theorem may have several) %lld hold, %lld fail, %lld cannot be told by checking.\n\n",
        count_of(result, NULL, KINDS, NULL) - count_of(result, NULL, NOC_OURS, NULL),
        result_number(result, "holds"), result_number(result, "fails"),
        result_number(result, "unclear"));
    print_counts(result);
    printf("%s%s%s", contents, in_short, how_to_read);
    print_findings(result, NOC_RESULT, "fails", "Theorems and properties that fail", "");
    print_findings(
        result, NOC_PROOF, "fails", "Proofs with a gap",
        "A step that fails does not fell its theorem: whether that stands is said with each.");
    print_findings(result, NOC_TEXT, "fails", "Definitions, statements and figures that fail", "");
    print_findings(
        result, NOC_SLIP, "fails", "Slips of the pen",
        "Nothing depends on these once they are read as meant. The row quoted is what the print says.");
    print_findings(result, KINDS, "unclear", "What stays open", "");
    print_lists(result);
}

void show_claims(const struct options *o, const json_t *result)
{
    if (o->text[KEY_markdown]) {
        show_page(result);
    } else {
        show_table(result);
    }
}
