/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms that are still there when a recording ends. Routers stamp a worm when its tail leaves, so
 * of those that stand, in a deadlock say, there is no stamp; but the routers' states (state.def)
 * show which channels they hold and what they want, as noct why has it.
 *
 * When a worm's head took a channel nobody has written down. It is worked out: not before the worm
 * before it had left that channel, and not before the head can have come there
 *
 *   from its NI          when its core gave it to that, by the core's events; and when the one
 *                        before it to the same node had left; an NI's own acknowledgement when
 *                        what it acknowledges had come
 *   by the channel       as worked out there for the same worm; or, where its tail has left
 *   before               already, when its head did, by the stamp
 *
 * (with lanes, of which stamps do not tell, there may be no such: then since the recording began);
 * where nothing else held it up that is the cycle, or the some ten instructions before it that a
 * core takes from its event to the NI's register.
 */
#ifndef NOCT_TRACE_TRACE_IN_FLIGHT_H
#define NOCT_TRACE_TRACE_IN_FLIGHT_H

#include "target/transport.h"
#include "recording.h"
#include "topology/topology.h"

/* Fill r->there; the clock stands, and all else has been read (r->end). STATUS_ENVIRONMENT: the
 * connection. STATUS_BAD: states that make no sense on this topology; all else is as it was. */
enum status trace_there(struct recording *r, struct transport *transport,
                        const struct noc_topology *t, struct error *error);

/* "1 to 6", as far as known: "? to 6". */
enum { TRACE_ENDS_TEXT = 32 };
void trace_in_flight_ends(const struct trace_in_flight *t, char text[TRACE_ENDS_TEXT]);

/* How many of them are stuck. */
size_t trace_stuck(const struct recording *r);

#endif
