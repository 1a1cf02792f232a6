inline int local_double(int x) {
    return 2 * x;
}
