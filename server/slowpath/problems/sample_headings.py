"""Headings of samples in other languages, and longer ones, in the words that `stated_samples` reads: "样例输入 #1",
"예제 입력 1", "入力例 1", "Входные данные", "Output for the Sample Input".
"""

from __future__ import annotations

import re
from functools import partial

from slowpath.model.patterns import late_regex

_INPUTS = (
    r"예제\s*입력|입력\s*예제?|样例输入|输入样例|输入示例|示例输入|範例輸入|入力例|"
    r"пример\s+(?:входных\s+данных|ввода)|"
    r"(?:entrada|input)\s+de\s+(?:ejemplo|exemplo)|(?:ejemplo|exemplo)\s+de\s+entrada|exemple\s+d['’]entrée|"
    r"beispiel-?eingabe|przykładowe\s+wejście|contoh\s+masukan"
)
_OUTPUTS = (
    r"예제\s*출력|출력\s*예제?|样例输出|输出样例|输出示例|示例输出|範例輸出|出力例|"
    r"пример\s+(?:выходных\s+данных|вывода)|"
    r"(?:salida|saída)\s+de\s+(?:ejemplo|exemplo)|(?:ejemplo\s+de\s+salida|exemplo\s+de\s+saída)|"
    r"exemple\s+de\s+sortie|beispiel-?ausgabe|przykładowe\s+wyjście|contoh\s+keluaran|"
    r"(?:sample\s+)?output\s+for\s+(?:the\s+)?sample\s+input"
)
_PLAIN_INPUTS = r"входные\s+данные|исходные\s+данные|ввод|输入|입력|入力|entrada|entrée|eingabe|wejście"
_PLAIN_OUTPUTS = r"выходные\s+данные|результат|вывод|输出|출력|出力|salida|saída|sortie|ausgabe|wyjście"
_COPIED = r"{}\s{{0,2}}copy"
"""What Codeforces' button leaves behind a heading that is pasted: "inputCopy"."""
_SHOWN = r"примеры?|примеры?\s+тестов|样例|예제|例|サンプル|ejemplos?|exemplos?|exemples?|beispiele?"
_WORDS = (
    (_INPUTS, "Sample Input"),
    (_OUTPUTS, "Sample Output"),
    (_PLAIN_INPUTS, "Input"),
    (_PLAIN_OUTPUTS, "Output"),
    (_COPIED.format("input"), "Input"),
    (_COPIED.format("output"), "Output"),
    (_SHOWN, "Examples"),
)
_LINES = [
    (
        late_regex(
            rf"^(?P<mark>[ \t]*(?:#+[ \t]*|\*\*|[-=]{{3,}}[ \t]*)?)(?:{words})[ \t]*(?P<number>#?\d{{0,3}})"
            r"[ \t]*[:：]?(?P<end>(?:\*\*)?[ \t]*(?:[-=]{3,})?[ \t]*)$",
            re.IGNORECASE | re.MULTILINE,
        ),
        name,
    )
    for words, name in _WORDS
]


def in_english(statement: str) -> str:
    """The statement with such headings in English; all other lines stay."""
    for pattern, name in _LINES:
        statement = pattern.sub(partial(_renamed, name), statement)
    return statement


def _renamed(name: str, found: re.Match[str]) -> str:
    return f"{found['mark']}{name} {found['number']}".rstrip() + found["end"]
