/* SPDX-License-Identifier: BSD-2-Clause */
#define BUILD 1
#include "told.h"
