"""What the functions and methods of the C++ library do to the program's variables and to the world outside, by name."""

from __future__ import annotations

PURE = frozenset(
    (
        "abs labs llabs fabs sqrt sqrtl cbrt pow exp log log2 log10 sin cos tan atan atan2 floor ceil round min "
        "max gcd __gcd lcm strlen strcmp strncmp hypot fmod to_string stoi stoll stol stod isdigit isalpha "
        "islower isupper isalnum isspace toupper tolower __builtin_popcount __builtin_popcountll __builtin_clz "
        "__builtin_ctz __builtin_clzll __builtin_ctzll accumulate max_element min_element lower_bound "
        "upper_bound binary_search equal_range find count is_sorted equal make_pair make_tuple get begin end "
        "size next prev distance int long double float char bool size_t uint64_t int64_t uint32_t int32_t string "
        "pair tuple tie atoi llround lround count_if find_if any_of all_of none_of numeric_limits greater less "
        "setprecision setw setfill ref array complex bitset inner_product mismatch lexicographical_compare "
        "includes assert memcmp isprint exp2 trunc adjacent_find"
    ).split()
)
CHANGES_ARGUMENTS = frozenset(
    (
        "swap memset memcpy memmove fill fill_n sort stable_sort reverse unique rotate next_permutation "
        "prev_permutation iota copy nth_element partial_sort partial_sum remove remove_if replace transform "
        "merge iter_swap strcpy strcat strncpy sprintf sscanf make_heap push_heap pop_heap sort_heap swap_ranges "
        "partition stable_partition exchange set_union set_intersection set_difference inplace_merge generate "
        "advance for_each adjacent_difference move forward unique_copy copy_n copy_if back_inserter inserter"
    ).split()
)
TALKS = frozenset(
    (
        "scanf printf puts putchar getchar gets fgets fputs getline fread fwrite fscanf fprintf getchar_unlocked "
        "putchar_unlocked fflush freopen rand srand time clock exit getc putc fputc fgetc ungetc system "
        "random_shuffle shuffle perror read write"
    ).split()
)
READS_ONLY = frozenset(
    (
        "size length empty front back top count find substr c_str at begin end rbegin rend cbegin cend "
        "lower_bound upper_bound rfind compare contains find_first_of find_last_of find_first_not_of "
        "find_last_not_of capacity test any none all to_string equal_range starts_with ends_with data max_size "
        "bucket_count to_ullong real imag"
    ).split()
)
"""Methods of the standard library's types that change nothing by themselves."""
