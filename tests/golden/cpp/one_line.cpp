#include <iostream>
#include <string>
int f(int x) { return x + 1; } int g(int x) { int s = 0; for (int i = 0; i < x; i++) s += f(i); return s; } struct S { int v; S() : v(3) {} ~S() { v = 0; } int get() { return v; } };
int main() { int n; std::cin >> n; for (int i = 0; i < n; i++) { if (i % 2) { S s; n -= s.get() > 5; } else while (i < n && i % 4) i++; } std::cout << g(n) << (n > 3 && g(2) || f(1) ? "a" : "b") << "\n"; }
