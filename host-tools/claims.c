/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct verify claims: what the papers claim, and whether it holds. libnoc/verify
 * checks; here the rows become JSON, a table for people, or the page docs/errata.md.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "answer.h"
#include "command.h"
#include "progress.h"
#include "verify.h"

static const char *const verdict_name[] = { "holds", "fails", "unclear" };
static const char *const paper_word[] = { "robinson", "song", "libeskind", "stricker", NULL };

/* --- the answer ---------------------------------------------------------------------- */

static enum status which_paper(const struct options *o, const char **word, struct complaint *why)
{
    *word = o->text[KEY_paper];
    for (unsigned i = 0; *word; i++) {
        if (!paper_word[i]) {
            return complain(why, STATUS_BAD,
                            "paper '%s': must be robinson, song, libeskind or stricker", *word);
        }
        if (strcmp(*word, paper_word[i]) == 0) {
            break;
        }
    }
    return STATUS_DONE;
}

static bool wanted(const struct noc_claim *claim, const char *word)
{
    return !word || strncasecmp(claim->paper, word, strlen(word)) == 0;
}

static json_t *claim_row(const struct noc_claim *claim, const struct noc_finding *f)
{
    json_t *row = json_pack("{s:s, s:s, s:s, s:s, s:s}", "paper", claim->paper, "place", claim->place,
                            "claim", claim->claim, "verdict", verdict_name[f->verdict], "checked",
                            f->checked);
    json_object_set_new(row, "counterexample",
                        f->counterexample[0] ? json_string(f->counterexample) : json_null());
    json_object_set_new(row, "remark", claim->remark ? json_string(claim->remark) : json_null());
    return row;
}

enum status ask_claims(const struct options *o, json_t **answer, struct complaint *why)
{
    const struct noc_claim *claim;
    const char *word;
    unsigned count[3] = { 0 }, claims = 0;
    struct progress progress;
    enum status status = which_paper(o, &word, why);
    if (status) {
        return status;
    }
    json_t *rows = json_array();
    while (noc_claim_at(claims)) {
        claims++;
    }
    progress_begin(&progress, "checking claims", claims);
    for (uint32_t i = 0; (claim = noc_claim_at(i)); i++) {
        struct noc_finding finding;
        progress_at(&progress, i);
        if (wanted(claim, word)) {
            noc_claim_check(claim, o->text[KEY_deep] != NULL, &finding);
            count[finding.verdict]++;
            json_array_append_new(rows, claim_row(claim, &finding));
        }
    }
    progress_end(&progress);
    *answer = json_pack("{s:i, s:o, s:i, s:i, s:i}", "schema", 1, "claims", rows, "holds",
                        (int)count[NOC_HOLDS], "fails", (int)count[NOC_FAILS], "unclear",
                        (int)count[NOC_UNCLEAR]);
    return STATUS_DONE;
}

/* --- for people ------------------------------------------------------------------------ */

static int screen_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60) {
        return size.ws_col;
    }
    return 100;
}

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
    const char *place = answer_text(row, "place"), *against = answer_text(row, "counterexample");
    const char *verdict = answer_text(row, "verdict");
    bool holds = strcmp(verdict, "holds") == 0;
    int at = printf("%-*s%s", PLACE, verdict, place);
    if (at + 1 > TEXT) {
        printf("\n");
        at = 0;
    }
    printf("%*s", TEXT - at, "");
    wrap(answer_text(row, "claim"), TEXT, columns);
    if (!holds) {
        int label = printf("%*s%s: ", TEXT, "", strcmp(verdict, "fails") ? "why" : "against it");
        wrap(against, label, columns);
    }
    if (*answer_text(row, "checked")) {
        printf("%*schecked: ", TEXT, "");
        wrap(answer_text(row, "checked"), TEXT + 9, columns);
    }
}

static void show_table(const json_t *answer)
{
    const char *paper = "";
    int columns = screen_columns();
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(answer, "claims"), i, row) {
        if (strcmp(paper, answer_text(row, "paper")) != 0) {
            paper = answer_text(row, "paper");
            printf("%s%s\n\n", i ? "\n" : "", paper);
        }
        show_row(row, columns);
    }
    printf("\n%lld claims hold, %lld fail, %lld are unclear\n", answer_number(answer, "holds"),
           answer_number(answer, "fails"), answer_number(answer, "unclear"));
}

/* --- docs/errata.md -------------------------------------------------------------------- */

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

static void print_finding(const json_t *row)
{
    const char *against = answer_text(row, "counterexample"), *remark = answer_text(row, "remark");
    printf("### ");
    print_cell(answer_text(row, "place"));
    printf("\n");
    print_cell(answer_text(row, "claim"));
    printf("\n\n");
    if (*against) {
        printf("- %s: ", strcmp(answer_text(row, "verdict"), "fails") == 0 ? "Against it" : "Unclear");
        print_cell(against);
        printf("\n");
    }
    printf("- Checked: ");
    print_cell(answer_text(row, "checked"));
    printf("\n");
    if (*remark) {
        printf("\n");
        print_cell(remark);
        printf("\n");
    }
    printf("\n");
}

static void print_findings(const json_t *answer, const char *verdict, const char *heading)
{
    const char *paper = "";
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(answer, "claims"), i, row) {
        if (strcmp(answer_text(row, "verdict"), verdict) != 0) {
            continue;
        }
        if (strcmp(paper, answer_text(row, "paper")) != 0) {
            paper = answer_text(row, "paper");
            printf("## %s: %s\n", heading, paper);
        }
        print_finding(row);
    }
}

static void print_all(const json_t *answer)
{
    const char *paper = "";
    json_t *row;
    size_t i;
    printf("## All claims\n");
    json_array_foreach(json_object_get(answer, "claims"), i, row) {
        const char *verdict = answer_text(row, "verdict");
        if (strcmp(paper, answer_text(row, "paper")) != 0) {
            paper = answer_text(row, "paper");
            printf("\n**%s**\n\n| place | claim | verdict | how far checked |\n|---|---|---|---|\n", paper);
        }
        printf("| ");
        print_cell(answer_text(row, "place"));
        printf(" | ");
        print_cell(answer_text(row, "claim"));
        printf(" | %s%s%s | ", strcmp(verdict, "holds") ? "**" : "", verdict,
               strcmp(verdict, "holds") ? "**" : "");
        print_cell(answer_text(row, "checked"));
        if (strcmp(verdict, "holds") == 0 && *answer_text(row, "remark")) {
            printf(". ");
            print_cell(answer_text(row, "remark"));
        }
        printf(" |\n");
    }
}

static void show_page(const json_t *answer)
{
    printf("# What the papers claim, and what does not hold\n\n"
           "Written by `noct verify claims --markdown`; `make generate` brings it up to date. Every theorem, lemma, quoted "
           "property\nand step of a proof in\n\n"
           "- D. F. Robinson, *Scalable Multicast Communication in Massively Parallel Computers*, 1994, chapters 3, 4 and 6,\n"
           "- Song J., Hou Z., Shi Y., *An Optimal Multicast Algorithm for Cube-Connected Cycles*, 2000,\n"
           "- R. Libeskind-Hadas, D. Mazzoni, R. Rajagopalan, *Optimal Contention-Free Unicast-Based Multicasting in "
           "Switch-Based Networks of Workstations*, 1998,\n"
           "- T. M. Stricker, *Message Routing on Irregular 2D-Meshes and Tori*, 1991,\n\n"
           "is checked by exhaustion of small networks, as far as the last column of the tables says: %lld hold, %lld fail, "
           "%lld are unclear.\n"
           "Claims are in our words. \"As printed\" tells a misprint from what is meant. \"Proof\" tells that a step of a proof is "
           "checked:\nit may fail although the theorem holds. \"Not claimed\" is ours. Nodes are numbers as in libnoc; `u>v` is a "
           "message, `u-v-w` a path or a channel.\n"
           "Multicasts of chapter 4 and later have one port unless said otherwise. In the papers' order m is the number of "
           "destinations here.\n\n",
           answer_number(answer, "holds"), answer_number(answer, "fails"),
           answer_number(answer, "unclear"));
    print_findings(answer, "fails", "What does not hold");
    print_findings(answer, "unclear", "What stays open");
    print_all(answer);
}

void show_claims(const struct options *o, const json_t *answer)
{
    if (o->text[KEY_markdown]) {
        show_page(answer);
    } else {
        show_table(answer);
    }
}
