/* SPDX-License-Identifier: BSD-2-Clause */
/* The generator gives the published numbers of splitmix64, so that a seed means the same for ever. */
#include "base/random.h"
#include "test.h"

TEST(splitmix64)
{
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u, 4593380528125082431u,
                                        16408922859458223821u};
    uint64_t now = 1234567;
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(random_next(&now) == expected[i]);
    }
}
