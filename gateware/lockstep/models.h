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

template <typename Model> std::vector<Model *> &freed()
{
    static std::vector<Model *> models;

    return models;
}

template <typename Model> Model *make_model()
{
    if (freed<Model>().empty()) {
        return new Model;
    }
    Model *const model = freed<Model>().front();

    freed<Model>().erase(freed<Model>().begin());
    return model;
}

template <typename Model> void free_model(Model *model)
{
    freed<Model>().push_back(model);
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
