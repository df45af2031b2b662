/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of each paper or chapter, a file for each; a row without a place ends them. */
#ifndef LIBNOC_CLAIMS_CHAPTERS_H
#define LIBNOC_CLAIMS_CHAPTERS_H

#include "check.h"

extern const struct row robinson_hypercubes[];   /* Robinson 1994, sections 3 to 3.2 */
extern const struct row robinson_all_port[];     /* sections 3.3 to 3.5 */
extern const struct row robinson_tori[];         /* sections 4.1 to 4.3 */
extern const struct row robinson_u_torus[];      /* section 4.4 */
extern const struct row robinson_shared_links[]; /* section 4.5 */
extern const struct row robinson_utpr[];         /* chapter 5 */
extern const struct row robinson_m_torus[];      /* chapter 6 */
extern const struct row song_ccc[];              /* Song et al. 2000, sections 1 to 5 */
extern const struct row song_shared_links[];     /* section 6 */
extern const struct row libeskind_postorder[];   /* Libeskind-Hadas et al. 1998 */
extern const struct row stricker_grids[];        /* Stricker 1991 */
extern const struct row al_dubai_coded_paths[];  /* Al-Dubai et al. 2002 */

#endif
