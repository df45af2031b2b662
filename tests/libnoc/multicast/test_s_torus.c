/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "worm_checks.h"

/* Section 5.4: the H-cycle of figure 5.1, visited by one worm (figure 5.7). */
TEST(the_papers_h_cycle)
{
    struct network net = network("utorus:6x6", "utpr");
    static const uint16_t h_cycle[] = {20, 27, 29, 31, 34, 5, 6, 8, 13, 22};
    static const unsigned labels[] = {23, 25, 27, 30, 33, 5, 7, 9, 15, 19};
    struct plan p;

    figure_5_1(&p, &net, "s-torus");
    chain_is(&p, h_cycle);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(circuit_label(&net.t, p.chain[i]), labels[i]);
    }
    assert_string_equal(worms_text(&p), "1:20>27>29>31>34>5>6>8>13>22");
    free(net.path);
}
