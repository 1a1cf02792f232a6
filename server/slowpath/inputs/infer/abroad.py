"""Sentences of Russian, Chinese, Korean and Japanese statements in the few English words that the readers know.

No translation: what bounds, counts, orders or describes a line is named, in the order of the original, and all other
words are left out. Judges write these sentences much alike.
"""

from __future__ import annotations

import re

_FOREIGN = re.compile(r"[а-яёА-ЯЁ\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_LETTER = r"а-яёА-ЯЁ\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
_N = (r"(-?\s?(?:(?<!\d)(?<!\d,)\d[\d,]*(?:\s?\*\s?10\s?\^\s?\d+|\s?\^\s?\d+)?|[A-Za-z](?:_\w+)?)"
      r"(?:\s?[-+*]\s?(?:\d+|[A-Za-z]))?)")
_NAME = r"([A-Za-z](?:_\w+)?)"
_OTHER = r"[-\d|A-Za-z]"
"""What something is compared with begins so."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_RULES: list[tuple[str, str]] = [
    (r"第\s?[ijk]\s?(?=[行个条次项])|\b[ijk](?:-\w{1,3}|\s?번째)", " "),  # "the i-th"
    # Russian
    (rf"[Сс]умм\w+ (?:\w+ )?{_NAME}(?![\w^])", r" sum of \1 "), (r"[Сс]умм\w+", " sum "),
    (rf"по модулю не (?:превос\w+|превыш\w+|больше|более) {_N}", r" <= \1 in absolute value "),
    (rf"не (?:превос\w+|превыш\w+|больш\w+|более) по (?:модулю|абсолютной величине) {_N}",
     r" <= \1 in absolute value "),
    (r"не (?:превос\w+|превыш\w+|больш\w+|более)", " <= "), (r"не (?:меньш\w+|менее)", " >= "),
    (rf"(?<![а-яё])(?:строго )?меньше(?: чем)?(?=\s?{_OTHER})", " < "),
    (rf"(?<![а-яё])(?:строго )?больше(?: чем)?(?=\s?{_OTHER})", " > "),
    (rf"от {_N} до {_N}", r" between \1 and \2 "),
    *((rf"[Вв]о? {word} строке(?: входн\w+ \w+)?", f" The {ordinal} line contains ")
      for word, ordinal in zip(("первой", "второй", "третьей", "четв[её]ртой", "пятой"), _ORDINALS, strict=True)),
    (rf"[Вв] (?:следующих|последующих|очередных) {_N} строках", r" Each of the next \1 lines contains "),
    (rf"[Дд]алее (?:в|следу\w+|ид\w+) {_N} строк\w*", r" Each of the next \1 lines contains "),
    (r"(?:[Вв] )?(?:[Кк]ажд\w+|[Сс]ледующ\w+) строк\w+", " Each line contains "),
    (r"[Вв]се (?:\w+ )?(?:числа|значения|элементы|координаты)", " all numbers "), (r"[Ее]сли", " if "),
    (r"неотрицательн\w+", " non-negative "), (r"натуральн\w+|положительн\w+", " positive "),
    (r"цел\w+ (?:\w+ )?чис\w+|чис[ле]\w*", " integers "),
    (r"строчн\w+ (?:латинск\w+|английск\w+) букв\w*|маленьк\w+ (?:латинск\w+|английск\w+) букв\w*",
     " lowercase English letters "),
    (r"(?:заглавн|прописн|больш)\w+ (?:латинск\w+|английск\w+) букв\w*", " uppercase English letters "),
    (r"(?<![а-яё])[Дд]ерев(?:о|а|у|е|ом|ья|ьев|ьям|ьями|ьях)(?![а-яё])", " tree "),
    (r"(?<![а-яё])(?:[Рр][её]бр(?:о|а|у|е|ом|ам|ах|ами)|[Рр][её]бер|[Дд]орог(?:а|и|у|е|ам|ах|ами)?)(?![а-яё])",
     " edges "),
    (r"(?<![а-яё])[Оо]твет\w*", " answer "), (r"(?<![а-яё])[Нн]айд\w+", " find "),
    (r"(?<![а-яё])[Вв]ывед\w+", " print "),
    (r"символ\w*", " characters "), (r"длин\w+", " length "), (r"строк[аиу]", " string "),
    (r"[Гг]арантируется", " it is guaranteed "),
    # Chinese
    (rf"在?\s*{_N}\s*(?:到|至|和|与|~)\s*{_N}\s*(?:之间|范围内)", r" integers between \1 and \2 "),
    (rf"{_NAME}\s*的?(?:总和|之和|和)(?=\s*(?:均|都)?(?:不超过|不大于|小于))", r" sum of \1 "),
    (r"总和|之和|和(?=\s*(?:均|都)?(?:不超过|不大于|小于))", " sum "),
    (rf"绝对值(?:均|都)?(?:不超过|不大于|小于等于)\s*{_N}", r" <= \1 in absolute value "),
    (r"不超过|不大于|不多于|小于等于|小于或等于|至多|最多", " <= "),
    (r"不小于|不少于|不低于|大于等于|大于或等于|至少|最少", " >= "), (r"小于", " < "), (r"大于", " > "),
    *((rf"(?:输入的?)?第{word}行(?:有|包含|包括|为|是|输入|给出|表示)?", f" The {ordinal} line contains ")
      for word, ordinal in zip("一二三四五", _ORDINALS, strict=True)),
    (rf"(?:接下来|随后|以下|之后|然后|下面|后面)(?:的|有|是)?\s*{_N}\s*行,?\s*(?:每行|每一行)?",
     r" Each of the next \1 lines contains "),
    (r"每(?:一)?行", " Each line contains "), (r"答案|结果", " answer "),
    (r"所有(?:的)?(?:整?数(?!据|组|列)|(?:输入|数据)(?=\s*(?:均|都)?\s*(?:为|是|不|在|[<>≤≥小大])))|"
     r"每个(?:整)?数(?!据|组|列)", " all numbers "),
    (r"如果|若", " if "), (r"(?<=一个)非负整?数", " non-negative integer "), (r"(?<=一个)正整数", " positive integer "),
    (r"(?<=一个)整数", " integer "), (r"非负整?数", " non-negative integers "), (r"正整数", " positive integers "),
    (r"整数", " integers "),
    (r"一(?=个)", " one "), (r"两|二(?=个)", " two "), (r"三(?=个)", " three "),
    (r"小写(?:英文|拉丁)?字母", " lowercase English letters "),
    (r"大写(?:英文|拉丁)?字母", " uppercase English letters "), (r"字符串", " string "),
    (r"长度(?:为|是)?", " length "), (r"(?<!决策)(?<!线段)树", " tree "), (r"保证", " it is guaranteed "),
    # Korean
    (r"두 [^.]{0,40}같은 (?:경우|것)는 없", " no two pairs are the same "),
    (rf"{_NAME}\s*의\s*(?:총\s*)?합(?:은|이)?", r" sum of \1 "), (r"(?:총\s*)?합(?=[은이])", " sum "),
    (rf"{_N}\s*이상,?\s*{_N}\s*이하", r" between \1 and \2 "),
    (rf"{_N}\s*보다\s*(?:작거나\s*같|크지\s*않)", r" <= \1 "),
    (rf"{_N}\s*보다\s*(?:크거나\s*같|작지\s*않)", r" >= \1 "),
    (rf"{_N}\s*을?\s*(?:넘지\s*않|초과하지\s*않)", r" <= \1 "), (rf"{_N}\s*이하", r" <= \1 "),
    (rf"{_N}\s*이상", r" >= \1 "), (rf"{_N}\s*미만", r" < \1 "), (rf"{_N}\s*초과", r" > \1 "),
    *((rf"(?:입력의\s*)?{word}\s*줄(?:에는|에|은)?", f" The {ordinal} line contains ")
      for word, ordinal in zip((r"첫(?:째|\s*번째)", r"(?:둘째|두\s*번째)", r"(?:셋째|세\s*번째)",
                                r"(?:넷째|네\s*번째)", "다섯째"), _ORDINALS, strict=True)),
    (rf"(?:다음|이어서|그\s*다음|이후|둘째\s*줄부터)(?:부터)?\s*{_N}\s*개(?:의)?\s*줄(?:에는|에|에\s*걸쳐)?",
     r" Each of the next \1 lines contains "),
    (r"각\s*줄(?:에는|에|은)?", " Each line contains "), (r"만약", " if "),
    (r"(?<![가-힣])(?:정답|답|결과)(?=[은이의])", " answer "),
    (r"모든\s*(?:정?수(?![가-힣])|정?수(?=[는가])|입력(?=[은이]|\s*값))", " all numbers "),
    (r"개의\s*음이\s*아닌\s*정수", " non-negative integers "), (r"음이\s*아닌\s*정수", " non-negative integer "),
    (r"개의\s*(?:자연수|양의\s*정수|양수)", " positive integers "), (r"자연수|양의\s*정수|양수", " positive integer "),
    (r"개의\s*정수", " integers "), (r"정수", " integer "),
    (r"(?:알파벳\s*)?소문자", " lowercase English letters "),
    (r"(?:알파벳\s*)?대문자", " uppercase English letters "), (r"문자열", " string "), (r"길이(?:가|는)?", " length "),
    (r"트리", " tree "), (r"절[댓대]값", " absolute value "), (r"간선|도로", " edges "),
    # Japanese
    (rf"{_N}\s*以上\s*{_N}\s*以下", r" between \1 and \2 "), (rf"{_N}\s*以下", r" <= \1 "),
    (rf"{_N}\s*以上", r" >= \1 "), (rf"{_N}\s*未満", r" < \1 "),
    (r"正の整数|自然数", " positive integers "), (r"非負整数", " non-negative integers "),
    (r"英小文字", " lowercase English letters "), (r"英大文字", " uppercase English letters "),
    (r"文字列", " string "),
    (r"長さ", " length "), (r"木(?=で|を|が)", " tree "),
]
_COMPILED = [(re.compile(pattern), replacement) for pattern, replacement in _RULES]
_MOST = 2_000


def in_english(text: str) -> str:
    """A plain sentence with such words in English; as it is where it has no foreign letter."""
    if _FOREIGN.search(text) is None:
        return text
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text[:_MOST])
    text = re.sub(rf"[{_LETTER}]+", " ", text)
    return re.sub(r"[ \t]+", " ", text).strip()
