// SPDX-License-Identifier: BSD-2-Clause
// The context of a verilated model, and how a model is made and freed. With -DCOVERAGE counts of
// coverage lie in the models: so they share a context, are used again behind their next reset, and
// the context writes all counts into the file COVERAGE_FILE when the program ends.
#ifndef GATEWARE_MODELS_H
#define GATEWARE_MODELS_H

#include "verilated.h"

// A member of a model, before its top: the context.
#ifdef COVERAGE
#define MODEL_CONTEXT VerilatedContext &context = shared_context()
#else
#define MODEL_CONTEXT VerilatedContext context
#endif

#ifdef COVERAGE

#include <cstdlib>
#include <cstring>
#include <vector>

#include "verilated_cov.h"

inline VerilatedContext &shared_context()
{
    static VerilatedContext context;
    static const int at_end = std::atexit([] {
        const char *const file = std::getenv("COVERAGE_FILE");

        shared_context().coveragep()->write(file ? file : "coverage.dat");
    });

    (void)at_end;
    return context;
}

template <typename Model> struct Kept {
    Model *model;
    bool used;
    std::vector<char> begin; // its state when it was new
};

template <typename Model> std::vector<Kept<Model>> &kept()
{
    static std::vector<Kept<Model>> models;

    return models;
}

template <typename Model> Model *make_model()
{
    for (Kept<Model> &k : kept<Model>()) {
        if (!k.used) {
            k.used = true;
            std::memcpy(static_cast<void *>(k.model->top.rootp), k.begin.data(), k.begin.size());
            return k.model;
        }
    }
    Model *const model = new Model;

    model->top.eval();
    const char *const root = reinterpret_cast<const char *>(model->top.rootp);

    kept<Model>().push_back({model, true, {root, root + sizeof *model->top.rootp}});
    return model;
}

template <typename Model> void free_model(Model *model)
{
    for (Kept<Model> &k : kept<Model>()) {
        if (k.model == model) {
            k.used = false;
        }
    }
}

#else

template <typename Model> Model *make_model()
{
    return new Model;
}

template <typename Model> void free_model(Model *model)
{
    delete model;
}

#endif

#endif
