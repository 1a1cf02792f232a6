"""Keys of a hash table fall into few buckets.

What it finds:
    An `unordered_map` or `unordered_set` whose keys come from the input.

Why it is slow:
    The table of the standard library has a known, prime number of buckets: keys that are its multiples all share
    one bucket, and every lookup walks over it.

Evidence:
    The length of the fullest bucket after the table was filled.

Example:
    #include <iostream>
    #include <unordered_map>
    using namespace std;
    int main() {
        int n, x;
        cin >> n;
        unordered_map<int, int> times;
        for (int i = 0; i < n; i++) {
            cin >> x;
            times[x]++;
        }
        cout << times.size();
    }

Not here:
    #include <iostream>
    #include <map>
    int main() {
        int n, x;
        std::cin >> n;
        std::map<int, int> times;
        for (int i = 0; i < n; i++) {
            std::cin >> x;
            times[x]++;
        }
        std::cout << times.size();
    }

False alarms:
    A table with a hash function of its own, or with few keys.

Source:
    STAB section 3.2: hash collisions; bucket counts of libstdc++.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_scope import HASHES
from slowpath.analysis.rules.cpp_view_work import aims_large, around, behind, found
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Condition, Constraint

# A large table with few keys isn't walked: that would take longer than the program on small inputs, for nothing.
_SETUP = """template <class slowpath_table> static long long slowpath_fullest(const slowpath_table &table) {
    unsigned long long most = 0;
    if (table.bucket_count() > 8 * table.size() + 1024) return 0;
    for (unsigned long long bucket = 0; bucket < table.bucket_count(); bucket++)
        most = table.bucket_size(bucket) > most ? table.bucket_size(bucket) : most;
    return (long long)most;
}"""


def _find(view: CppView) -> Iterator[Constraint]:
    for variable in view.scopes.variables:
        if variable.container not in HASHES or "custom" in variable.type:
            continue
        uses = [
            node
            for node in view.root.find("identifier")
            if node.text == variable.name
            and view.scopes.of(node) is variable
            and node.loop is not None
            and node.start != variable.node.start
        ]
        if not uses:
            continue
        loops = [
            loop
            for loop in around(view, uses[0], cases=False)
            if view.scopes.at(variable.name, loop.node.end) is variable and loop.function is uses[0].function
        ]
        if not loops:
            continue
        place = behind(view, loops[-1])[0]
        key = view.keyed_by(variable.name)
        if place is None:
            continue
        condition = Condition(f"slowpath_fullest({variable.name})", place, "1", 24.0, None, _SETUP)
        yield from found(
            "hash-buckets",
            uses[0],
            f"many keys of {variable.name} are multiples of its number of buckets",
            condition,
            "they share one bucket, which every lookup goes over",
            lines=[node.line for node in uses],
            aims=aims_large(key, part=0.2) if key is not None and key.shape != "scalar" else (),
        )


RULE = Rule("hash-buckets", "keys of a hash table fall into few buckets", "cpp", 3, _find, __doc__ or "")
