/* SPDX-License-Identifier: BSD-2-Clause */
#define BUILD 2
#include "told.h"
