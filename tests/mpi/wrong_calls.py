#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes a C program that makes every call of MPI with one wrong argument after the other.

usage: wrong_calls.py mpi_calls.def mpi_file_calls.def >FILE.c

Each call is made once for each wrong value of each of its arguments, all others being right. WRONG
says by an argument's type and name what is wrong, and what the sentence of the error has to name;
what else a value can be is in RIGHT. Where a handle is given that points to nothing, handles that were
freed are given, too: of each kind, also after others were made since (STALE). A call, or an argument, that neither knows is an error, so that
a new call of mpi_calls.def is looked at here. Of files each call fails once, whatever it is given.
"""

import re
import sys

# They begin, end, or have nothing that could be wrong.
NOT_CALLED = {"Init", "Init_thread", "Finalize", "Abort", "Wtime", "Wtick", "Pcontrol", "Aint_add",
              "Aint_diff", "Buffer_flush", "Free_mem", "Comm_call_errhandler", "Win_call_errhandler"}

HANDLES = {"MPI_Comm": "communicator", "MPI_Datatype": "datatype", "MPI_Op": "operation",
           "MPI_Group": "group", "MPI_Request": "request", "MPI_Win": "window",
           "MPI_Message": "message", "MPI_Errhandler": "handler", "MPI_Info": "info",
           "MPI_File": "file"}
NULL = ("NULL", "NULL")

# Handles that were freed: how many there are of each kind in wrong_calls.c, and of keys.
STALE = {"comm": 4, "group": 4, "type": 4, "op": 4, "request": 4, "win": 4, "handler": 4, "info": 3,
         "message": 3}
STALE_KEYS = 2
SHORT = {"MPI_Comm": "comm", "MPI_Datatype": "type", "MPI_Op": "op", "MPI_Group": "group",
         "MPI_Request": "request", "MPI_Win": "win", "MPI_Message": "message",
         "MPI_Errhandler": "handler", "MPI_Info": "info"}


def junk(handle):
    """What points to none, of any kind."""
    return [(f"({handle})&nothing", HANDLES[handle]), (f"({handle})3", HANDLES[handle])]


def handle(name):
    """The null handle, where it is wrong, and what is none."""
    legal = name == "MPI_Info"
    return ([] if legal else [(f"({name})0", HANDLES[name])]) + junk(name)


# Argument as in mpi_calls.def, or its type: its value, and [(wrong value, what the sentence names)].
# A name alone has precedence over a type.
ARGUMENTS = {
    "int count": ("1", [("-1", "count|-1|nodes")]),
    "int tag": ("0", [("-5", "tag"), ("0x7fffffff", "tag")]),
    "int from_tag": ("0", [("-5", "tag")]),
    "int to": ("0", [("7", "destination"), ("-9", "destination")]),
    "int from": ("0", [("7", "source"), ("-9", "source")]),
    "int root": ("0", [("7", "root"), ("-9", "root")]),
    "int rank": ("0", [("7", "rank|target"), ("-9", "rank|target")]),
    "int to_count": ("1", [("-1", "count")]),
    "int target_count": ("1", [("-1", "count")]),
    "int result_count": ("1", [("-1", "count")]),
    "int key": ("0", []),
    "int color": ("0", [("-7", "color")]),
    "int assertion": ("0", [("1 << 20", "assertion")]),
    "int keyval": ("user_key", [("-5", "key"), ("12345", "key"), ("MPI_KEYVAL_INVALID", "key")]),
    "int unit": ("1", [("0", "unit"), ("-1", "unit")]),
    "int bytes": ("64", [("-1", "bytes|place")]),
    "int code": ("MPI_ERR_COMM", [("-1", "code"), ("12345", "code")]),
    "int error_class": ("user_class", [("-1", "class"), ("12345", "class")]),
    "int length": ("1", [("-1", "length")]),
    "int stride": ("1", []),
    "int dims": ("1", [("0", "dimension"), ("-1", "dimension")]),
    "int order": ("MPI_ORDER_C", [("77", "order")]),
    "int size": ("1", [("77", "size|rank"), ("-1", "size|rank")]),
    "int type_class": ("MPI_TYPECLASS_INTEGER", [("77", "class")]),
    "int type": ("MPI_COMM_TYPE_SHARED", [("77", "type|kind|split")]),
    "int max_integers": ("64", [("-1", "room|integers"), ("0", "room|integers")]),
    "int max_addresses": ("64", [("-1", "room|addresses")]),
    "int max_types": ("64", [("-1", "room|types"), ("0", "room|types")]),
    "int max_in": ("4", [("-1", "neighbour|less|count")]),
    "int max_out": ("4", [("-1", "neighbour|less|count")]),
    "int max_index": ("4", [("-1", "room|nodes|count|index")]),
    "int max_edges": ("4", [("-1", "room|edges|count")]),
    "int nodes": ("1", [("-1", "node"), ("7", "node")]),
    "int in": ("1", [("-1", "source|less|count|-1")]),
    "int out": ("1", [("-1", "destination|less|count|-1")]),
    "int n": ("0", [("-1", "key"), ("77", "key")]),
    "int argc": ("0", [("-1", "argument|-1")]),
    "int direction": ("0", [("-1", "dimension"), ("1", "dimension")]),
    "int steps": ("1", []),
    "int local_leader": ("0", [("7", "leader"), ("-1", "leader")]),
    "int remote_leader": ("0", [("7", "leader"), ("-1", "leader")]),
    "int flag": ("1", []),
    "int high": ("1", []),
    "int commutes": ("1", []),
    "int reorder": ("0", []),
    "MPI_Aint bytes": ("64", [("-1", "bytes")]),
    "MPI_Aint lb": ("0", []),
    "MPI_Aint extent": ("4", []),
    "MPI_Aint stride": ("4", []),
    "MPI_Aint displacement": ("0", [("-1", "displacement"), ("1 << 20", "displacement")]),
    "MPI_Count count": ("1", [("-1", "count")]),
    "MPI_Info info": ("MPI_INFO_NULL", junk("MPI_Info")),
    "MPI_Status *status": ("&status", []),
    "MPI_Status statuses[]": ("statuses", []),
    "MPI_Request requests[]": ("requests", [NULL, ("junk_requests", "request")]),
    "void *extra": ("NULL", []),
    "const void *location": ("memory", []),
    "void *location": ("memory", []),
    "void *value": ("&attribute", []),
    "void *base": ("memory", [NULL]),
    "MPI_Grequest_query_function *query": ("query", [NULL]),
    "MPI_Grequest_free_function *release": ("release", [NULL]),
    "MPI_Grequest_cancel_function *cancel": ("cancel", [NULL]),
    "const char representation[]": ('"external32"', [NULL, ('"native"', "external32")]),
    "const char *key": ('"key"', [NULL]),
    "const char *name": ('"name"', [NULL]),
    "const char *value": ('"value"', [NULL]),
    "const char *string": ('"string"', [NULL]),
    "char *argv[]": ("NULL", []),
    "const MPI_Datatype types[]": ("types", [NULL, ("junk_types", "datatype")]),
    "const MPI_Datatype to_types[]": ("types", [NULL, ("junk_types", "datatype")]),
    "const int counts[]": ("ones", [NULL, ("less", "count")]),
    "const int to_counts[]": ("ones", [NULL, ("less", "count")]),
    "const int displacements[]": ("zeros", [NULL]),
    "const int to_displacements[]": ("zeros", [NULL]),
    "const MPI_Aint displacements[]": ("places", [NULL]),
    "const MPI_Aint to_displacements[]": ("places", [NULL]),
    "MPI_Aint displacements[]": ("places", [NULL]),
    "const int lengths[]": ("ones", [NULL, ("less", "length|block")]),
    "int lengths[]": ("ones", [NULL, ("less", "length|block")]),
    "const int ranks[]": ("zeros", [NULL, ("less", "rank"), ("far_ranks", "rank"), ("twos", "rank")]),
    "int ranges[][3]": ("ranges", [NULL, ("bad_ranges", "rank"), ("next_range", "rank")]),
    "const int dims[]": ("ones", [NULL, ("less", "dimension|width|size")]),
    "const int periods[]": ("ones", [NULL]),
    "const int remain[]": ("ones", [NULL]),
    "const int coordinates[]": ("zeros", [NULL]),
    "const int index[]": ("ones", [NULL, ("less", "index|edge|node")]),
    "const int edges[]": ("zeros", [NULL, ("less", "edge|node|rank|neighbour"),
                                    ("ones", "edge|node|rank|neighbour")]),
    "const int sources[]": ("zeros", [NULL, ("less", "source|rank"), ("twos", "source|rank")]),
    "const int destinations[]": ("zeros", [NULL, ("less", "destination|rank"),
                                           ("twos", "destination|rank")]),
    "const int degrees[]": ("ones", [NULL, ("less", "degree")]),
    "const int weights[]": ("ones", [NULL]),
    "const int source_weights[]": ("ones", [NULL]),
    "const int destination_weights[]": ("ones", [NULL]),
    "const int sizes[]": ("ones", [NULL, ("less", "dimension")]),
    "const int subsizes[]": ("ones", [NULL, ("less", "dimension")]),
    "const int starts[]": ("zeros", [NULL, ("less", "dimension")]),
    "const int distributions[]": ("none", [NULL, ("less", "dimension|distribute")]),
    "const int arguments[]": ("defaults", [NULL]),
    "const int processes[]": ("ones", [NULL, ("less", "process|dimension")]),
    "int dims[]": ("zeroed", [NULL]),
}

# Arguments that are ranks: the first that there is not is the number of ranks. That is 2, but for calls
# whose communicator, or window, is of one.
RANKS = {"int to", "int from", "int root", "int rank", "int local_leader", "int remote_leader"}
OF_ONE = {"Cart_coords", "Graph_neighbors", "Graph_neighbors_count", "Win_shared_query"}

# By type alone, where the name does not matter.
POINTERS = {
    "int *": "&number", "MPI_Aint *": "&aint", "MPI_Count *": "&big", "char *": "text",
    "const void *": "memory", "void *": "memory2", "int []": "numbers", "MPI_Aint []": "aints",
    "MPI_Datatype []": "types", "const MPI_Status *": "&status",
}

# Where a call differs: {call: {argument's name: (value, wrong)}}; None keeps what there is.
NOTHING_WRONG = {
    "Comm_set_attr": ["value"], "Type_set_attr": ["value"], "Win_set_attr": ["value"],
    "Attr_put": ["value"], "Comm_split_type": ["key"], "Get_address": ["location"],
    "Info_create_env": ["argc", "argv"],
}
SPECIAL = {
    "Type_create_darray": {"size": ("1", [("2", "process"), ("-1", "process")]),
                                        "rank": ("0", [("1", "rank"), ("-1", "rank")])},
    "Type_match_size": {"size": ("4", [("3", "size|bytes"), ("-1", "size|bytes")])},
    "Get_count": {"status": ("&status", [NULL])}, "Get_elements": {"status": ("&status", [NULL])},
    "Get_elements_x": {"status": ("&status", [NULL])},
    "Status_set_elements": {"status": ("&status", [NULL])},
    "Status_set_elements_x": {"status": ("&status", [NULL])},
    "Status_set_cancelled": {"status": ("&status", [NULL])},
    "Test_cancelled": {"status": ("&status", [NULL])},
    "Topo_test": {"status": ("&number", [NULL])},
    "Intercomm_create": {"peer": ("MPI_COMM_WORLD", handle("MPI_Comm"))},
    "Intercomm_merge": {"comm": ("inter", handle("MPI_Comm") + [("MPI_COMM_WORLD", "inter")])},
    "Comm_remote_size": {"comm": ("inter", handle("MPI_Comm") + [("MPI_COMM_WORLD", "inter")])},
    "Comm_remote_group": {"comm": ("inter", handle("MPI_Comm") + [("MPI_COMM_WORLD", "inter")])},
    "Win_lock": {"type": ("MPI_LOCK_SHARED", [("77", "lock")])},
    "Win_unlock": {"rank": ("0", [("7", "rank"), ("-9", "rank"), ("0", "lock")])},
    "Graph_neighbors_count": {"comm": ("graph", handle("MPI_Comm") + [("cart", "topology")])},
    "Graph_neighbors": {"comm": ("graph", handle("MPI_Comm") + [("cart", "topology")])},
    "Graphdims_get": {"comm": ("graph", handle("MPI_Comm") + [("cart", "topology")])},
    "Graph_get": {"comm": ("graph", handle("MPI_Comm") + [("cart", "topology")])},
    "Dist_graph_neighbors": {"comm": ("dist", handle("MPI_Comm") + [("cart", "topology")])},
    "Dist_graph_neighbors_count": {"comm": ("dist", handle("MPI_Comm") + [("cart", "topology")])},
    "Comm_free_keyval": {"keyval": ("&key_copy", [NULL, ("&number", "key")])},
    "Type_free_keyval": {"keyval": ("&key_copy", [NULL, ("&number", "key")])},
    "Win_free_keyval": {"keyval": ("&key_copy", [NULL, ("&number", "key")])},
    "Keyval_free": {"keyval": ("&key_copy", [NULL, ("&number", "key")])},
    "Type_get_contents": {"type": ("vector", handle("MPI_Datatype") + [("MPI_INT", "datatype")])},
    "Win_attach": {"win": ("dynamic", handle("MPI_Win") + [("win", "window")]),
                   "base": ("memory", [("NULL", "memory"), ("(void *)16", "memory")])},
    "Win_detach": {"win": ("dynamic", handle("MPI_Win") + [("win", "window")]),
                   "base": ("memory", [("NULL", "memory"), ("(void *)16", "memory")])},
    "Buffer_attach": {"buffer": ("memory", [NULL])},
    "Start": {"request": ("&idle", [NULL, ("&no_request", "request"),
                                                             ("&junk_request", "request")])},
    "Startall": {"requests": ("&idle", [NULL, ("junk_requests", "request"),
                                        ("no_requests", "request")])},
    "Request_free": {"request": ("&idle", [NULL, ("&no_request", "request"),
                                           ("&junk_request", "request")])},
    "Cancel": {"request": ("&idle", [NULL, ("&no_request", "request"),
                                     ("&junk_request", "request")])},
    "Wait": {"request": ("&idle", [NULL, ("&junk_request", "request")])},
    "Test": {"request": ("&idle", [NULL, ("&junk_request", "request")])},
    "Request_get_status": {"request": ("idle", junk("MPI_Request"))},
    "Grequest_complete": {"request": ("idle", handle("MPI_Request") + [("idle", "request")])},
    "Mrecv": {"message": ("&message", [NULL, ("&no_message", "message"),
                                       ("&junk_message", "message")])},
    "Imrecv": {"message": ("&message", [NULL, ("&no_message", "message"),
                                        ("&junk_message", "message")])},
    "Comm_free": {"comm": ("&copy", [NULL, ("&no_comm", "communicator"),
                                     ("&junk_comm", "communicator"),
                                     ("&world", "from the start")])},
    "Comm_disconnect": {"comm": ("&copy", [NULL, ("&no_comm", "communicator"),
                                           ("&junk_comm", "communicator"),
                                           ("&world", "from the start")])},
    "Group_free": {"group": ("&group", [NULL, ("&no_group", "group"), ("&junk_group", "group")])},
    "Win_free": {"win": ("&win", [NULL, ("&no_win", "window"), ("&junk_win", "window")])},
    "Op_free": {"op": ("&op", [NULL, ("&no_op", "operation"), ("&junk_op", "operation"),
                               ("&sum", "predefined")])},
    "Info_free": {"info": ("&hints", [NULL, ("&no_info", "info"), ("&junk_info", "info")])},
    "Errhandler_free": {"handler": ("&handler", [NULL, ("&no_handler", "handler"),
                                                 ("&junk_handler", "handler")])},
    "Type_commit": {"type": ("&vector", [NULL, ("&no_type", "datatype"),
                                         ("&junk_type", "datatype")])},
    "Type_free": {"type": ("&vector", [NULL, ("&no_type", "datatype"), ("&junk_type", "datatype"),
                                       ("&int_type", "predefined")])},
    "Error_string": {"code": ("1", [("-1", "code"), ("12345", "code")])},
    "Add_error_string": {"code": ("user_class", [("-1", "code"), ("12345", "code"),
                                                 ("MPI_ERR_COMM", "code|class")])},
    "Alloc_mem": {"base": ("&pointer", [NULL]), "bytes": ("64", [("-1", "bytes")])},
    "Win_allocate": {"base": ("&pointer", [NULL])},
    "Win_allocate_shared": {"base": ("&pointer", [NULL]),
                            "comm": ("MPI_COMM_SELF", handle("MPI_Comm"))},
    "Win_shared_query": {"base": ("&pointer", [NULL]), "win": ("shared", handle("MPI_Win") +
                                                               [("win", "window")])},
    "Comm_get_attr": {"value": ("&pointer", [NULL])}, "Type_get_attr": {"value": ("&pointer", [NULL])},
    "Win_get_attr": {"value": ("&pointer", [NULL])}, "Attr_get": {"value": ("&pointer", [NULL])},
    "Buffer_detach": {"buffer": ("&pointer", [NULL])},
    "Info_get": {"length": ("16", [("-1", "length|less|-1")]), "value": ("text", [NULL])},
    "Info_get_string": {"length": ("&number", [NULL]), "value": ("text", [])},
    "Info_set": {"key": ('"key"', [NULL, ("long_text", "key"), ('""', "key")]),
                 "value": ('"value"', [NULL, ("long_text", "value")])},
    "Info_delete": {"key": ('"key"', [NULL, ('"none"', "key")])},
    "Reduce_local": {"in": ("memory", [NULL]), "inout": ("memory2", [NULL])},
    "Dims_create": {"nodes": ("1", [("-1", "nodes"), ("0", "nodes")])},
    "Unpack": {"bytes": ("64", [("-1", "place|bytes"), ("0", "bytes")])},
    "Pack": {"bytes": ("64", [("-1", "place|bytes"), ("0", "bytes")])},
    "Pack_external": {"bytes": ("64", [("-1", "bytes"), ("0", "bytes")])},
    "Unpack_external": {"bytes": ("64", [("-1", "bytes"), ("0", "bytes")])},
    "Type_get_attr": {"value": ("&pointer", [NULL])},
    "Cart_rank": {"coordinates": ("zeros", [NULL])},
    "Cart_coords": {"count": ("1", [("0", "dimension"), ("-1", "dimension|count")])},
    "Cart_get": {"count": ("1", [("0", "dimension"), ("-1", "dimension|count")])},
    "Cart_create": {"count": ("1", [("-1", "dimension|count")])},
    "Fetch_and_op": {"type": ("MPI_INT", handle("MPI_Datatype"))},
}
INTRA = {"Cart_create", "Graph_create", "Dist_graph_create", "Dist_graph_create_adjacent", "Scan",
         "Exscan", "Iscan", "Iexscan", "Win_create", "Win_allocate", "Win_create_dynamic",
         "Comm_create_group", "Cart_map", "Graph_map"}
UNCOMMITTED = re.compile(r"(Type_|Get_|Status_|Pack_external_size)")


def with_stale(call, one, wrong):
    """The wrong values, and for each that points to nothing those that were freed."""
    found = list(wrong)
    for value, named in wrong:
        nothing = re.fullmatch(r"\((MPI_\w+)\)&nothing", value)
        place = re.fullmatch(r"(&junk_|junk_)(\w+?)s?", value)
        if nothing and nothing[1] in SHORT:
            short = SHORT[nothing[1]]
            found += [(f"stale_{short}[{i}]", named) for i in range(STALE[short])]
        elif place:
            found += [(f"&stale_{place[2]}[{i}]", named) for i in range(STALE[place[2]])]
    if one.endswith("keyval") and "create" not in call:
        of = call.partition("_")[0].lower()
        of = of if of in ("type", "win") else "comm"
        reference = "&" if "*" in one else ""
        # What is attached may be deleted by a key that was freed (6.7.2), but here nothing is.
        found += [(f"{reference}stale_{of}_key[{i}]", "key") for i in range(STALE_KEYS)]
    return found


def calls(path):
    """(name, [(declaration, type, name)]) of each call."""
    with open(path, encoding="utf-8") as definitions:
        text = re.sub(r"/\*.*?\*/", "", definitions.read(), flags=re.S)
    for _, name, arguments in re.findall(r"MPI_CALL\((\w+),\s*(\w+),\s*\((.*?)\)\)", text, re.S):
        if name in NOT_CALLED:
            continue
        found = []
        for one in arguments.split(","):
            one = " ".join(one.split())
            parts = re.fullmatch(r"(.*?)(\w+)((?:\[\d*\])*)", one)
            found.append((one, (parts[1] + parts[3]).strip(), parts[2]))
        yield name, [] if arguments == "void" else found


def topology_of(name):
    """The communicator that the call is for."""
    if name.startswith(("Cart_", "Cartdim")) and name not in ("Cart_create", "Cart_map"):
        return "cart", [("MPI_COMM_WORLD", "topology|grid|cart")]
    if "eighbor_" in name:
        return "cart", [("MPI_COMM_WORLD", "topology")]
    more = [("inter", "intercommunicator")] if name in INTRA else []
    return "MPI_COMM_WORLD", more


def value_of(call, one, kind, name):
    """The right value, and the wrong ones."""
    found = SPECIAL.get(call, {}).get(name) or ARGUMENTS.get(one)
    if one in RANKS and call != "Type_create_darray":
        right, wrong = found
        found = right, wrong + [("1" if call in OF_ONE else "2", wrong[0][1])]
    if call.startswith("Info_") and one == "MPI_Info info":
        return "hints", handle(kind) + [("MPI_INFO_NULL", "info")]
    if name in NOTHING_WRONG.get(call, []):
        return found[0] if found else "memory", []
    if found:
        return found
    if kind == "MPI_Comm":
        right, more = topology_of(call)
        return right, handle(kind) + more
    if kind == "MPI_Datatype":
        loose = [] if UNCOMMITTED.match(call) or name == "old" else [("loose", "committed")]
        return "MPI_INT", handle(kind) + loose
    if kind in HANDLES:
        return {"MPI_Op": "MPI_SUM", "MPI_Group": "group", "MPI_Win": "win", "MPI_Request": "idle",
                "MPI_Errhandler": "handler", "MPI_Info": "hints"}[kind], handle(kind) + \
               ([("MPI_INFO_NULL", "info")] if kind == "MPI_Info" else [])
    if kind.endswith("_function *"):
        wrong = [NULL] if name == "function" else []
        return {"copy": "NULL", "remove": "NULL"}.get(name, f"a_{kind[4:-2].lower()}"), wrong
    if kind in POINTERS:
        return POINTERS[kind], [NULL]
    if re.fullmatch(r"MPI_\w+ \*", kind):
        return f"&made_{kind[4:-2].lower()}", [NULL]
    if re.fullmatch(r"(const )?(\w+) ?\[\]", kind):
        return "numbers", [NULL]
    sys.exit(f"wrong_calls.py: MPI_{call}: nothing is known of the argument {one}")


def write_files(path, table):
    """The calls of files, each with nothing."""
    for name, arguments in calls(path):
        given = ", ".join("0" for _ in arguments)
        print(f"static int call_{name}(int wrong)\n{{\n    (void)wrong;\n"
              f"    return MPI_{name}({given});\n}}\n")
        table.append(f'    {{"MPI_{name}", call_{name}, 0, "everything", "0", "files"}},')


def write(path, files):
    """The program."""
    table = []
    print('/* Written by wrong_calls.py. */\n#include "wrong_calls.h"\n')
    for name, arguments in calls(path):
        wrong = []
        print(f"static int call_{name}(int wrong)\n{{")
        for one, kind, argument in arguments:
            right, others = value_of(name, one, kind, argument)
            others = with_stale(name, one, others)
            local = argument + "_"  # the values have such names as well
            before = one[:one.rindex(argument)]
            if one.endswith("[][3]"):
                declaration = f"int (*{local})[3]"
            else:
                declaration = before + ("*" if one.endswith("[]") else "") + local
            cast = "(void *)" if "*" in declaration and "function" not in kind else ""
            print(f"    {declaration} = {cast}{right};")
            for value, named in others:
                wrong.append((argument, value, f"{local} = {cast}{value};", named))
        print("\n    switch (wrong) {")
        for i, (_, _, statement, _) in enumerate(wrong):
            print(f"    case {i}:\n        {statement}\n        break;")
        print("    default:\n        break;\n    }")
        given = ", ".join(argument + "_" for _, _, argument in arguments)
        print(f"    return MPI_{name}({given});\n}}\n")
        for i, (argument, value, _, named) in enumerate(wrong):
            shown = value.replace('"', "'")
            table.append(f'    {{"MPI_{name}", call_{name}, {i}, "{argument}", "{shown}", "{named}"}},')
    write_files(files, table)
    print("const struct wrong_call wrong_calls[] = {")
    print("\n".join(table))
    print("};\nconst int wrong_calls_count = sizeof(wrong_calls) / sizeof(wrong_calls[0]);")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: wrong_calls.py mpi_calls.def mpi_file_calls.def >FILE.c")
    write(*sys.argv[1:])
