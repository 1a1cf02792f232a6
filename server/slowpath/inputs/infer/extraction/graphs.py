"""What a statement says of its graph: tree, connected, simple, directed, acyclic, bipartite, weighted.

Words are read whole ("directed" isn't in "undirected") and with what denies them: "may contain multiple edges",
"not necessarily connected".
"""

from __future__ import annotations

import re

_FORBIDS = (
    r"(?:\b(?:no|without(?: any)?|not? contains?(?: any)?|contains? no|not (?:contain|have)(?: any)?|free of|nor|"
    r"neither|have no|has no|there (?:are|is) no|or)|n't (?:contain|have)(?: any)?)")
_EDGES = r"(?:edges?|roads?|arcs?|connections?|streets?|bridges?|tunnels?|flights?|cables?|pairs?)"
WAYS = (rf"(?:{_EDGES}|pipes?|pipelines?|links?|lines?|routes?|channels?|wires?|paths?|tracks?|corridors?|passages?|"
         r"ferry|trains?|bus|slides?|canals?|rails?|railways?|highways?|lifts?|doors?|portals?|wormholes?|ways?)")
_RELATIONS = r"(?:friendship|enmity|acquaintance|relation(?:ship)?|rivalry|connection)"
_FROM_ONE_TO_ANOTHER = (r"(?:\w+ )?from (?:one|any|each|every|an?|the same)\b[^.;,]{0,30}? to "
                         r"(?:another|any other|each other|every other|any|an?other|the same)\b")
_ONE_WAY = (rf"\b(?:is|are|be|exists?|has|have|contains?|by|with) at most one (?:[\w-]+ )?{WAYS} "
            rf"{_FROM_ONE_TO_ANOTHER}")
_NAMED = r"(?:(?<![\w^])[A-Za-z](?:_\w{1,3})?)"
_RULES = {
    "simple": re.compile(
        rf"\bsimple (?:\w+[ -]){{0,3}}(?:graph|digraph)\b|\bgraph is (?:\w+,? (?:and )?)?simple\b|"
        rf"{_FORBIDS}\b[^.;]{{0,60}}\b(?:multiple|parallel|multi-?|repeated|duplicate(?:d)?|"
        rf"double) ?-?{_EDGES}|{_FORBIDS} (?:multi-?edges?|multiedges?)|\bat most one {_EDGES}|"
        rf"\b(?:at most|no more than|not more than) one (?:direct |\w+ )?\w+ (?:between|connecting|joining) "
        r"(?:any|each|every|the same)"
        rf"(?: unordered)? (?:two|pair)\b|"
        rf"{_ONE_WAY}|"
        rf"\bno two {_EDGES}\b[^.;]{{0,60}}(?:connect|same|join|between)|"
        rf"\b(?:each|every) (?:unordered )?(?:pair|{WAYS}|{_RELATIONS})(?: of \w+)? (?:occurs?|appears?|(?:is|are) "
        rf"(?:listed|given|described|mentioned))\b[^.;]{{0,40}}\b(?:exactly|only|at most|no more than) once\b|"
        rf"\b(?:each|every|any) (?:unordered )?pair\b[^.;]{{0,60}}\bat most (?:one|once)|\bno (?:pair|"
        rf"{WAYS}) (?:is|appears|occurs)[^.;]{{0,40}}(?:twice|more than once)|"
        rf"\bno (?:two|pairs?) (?!adjacent|neighbou?ring|consecutive)[^.;,]{{1,60}}? (?:twice|more than once)\b|"
        rf"\ball (?:the )?(?:{_EDGES}|pairs?)(?: \([^()]{{0,30}}\))? are (?:pairwise )?(?:distinct|different)|"
        r"\(?\b([A-Za-z])_([a-z]) ?, ?([A-Za-z])_\2\)? ?!= ?\(?(?:\1_(?!\2)([a-z]) ?, ?\3_\4|"
        r"\3_(?!\2)([a-z]) ?, ?\1_\5)\b(?!_)|"
        r"\b(?:all(?: of)?(?: the)?|the)(?: \w+)? \(\w_([a-z]) ?, ?\w_\6\) are (?:pairwise )?(?:distinct|different)|"
        r"\bgiven graph is simple\b", re.I),
    "no-loops": re.compile(
        rf"{_FORBIDS}\b[^.;]{{0,60}}\b(?:self-? ?)?loops?\b|\bno {_EDGES} connects? [^.;]{{0,40}}\bitself\b|"
        rf"\b(?:two )?(?:different|distinct) (?:cities|vertices|nodes|"
        r"stations|islands|junctions|computers|planets|rooms|towns|villages|intersections)\b|\bto itself\b", re.I),
    "connected": re.compile(
        r"\bgraph is (?:\w+,? (?:and )?){0,2}connected\b|\bconnected,? (?:\w+[ -,]+){0,3}graph\b|\bit is connected\b|"
        r"\bpossible to [a-z]{2,8}[^.;]{0,70}\b(?:any|"
        r"every|each|all)\b|\b(?:any|every|each) (?:\w+ )?(?:can be|is|are) (?:reach(?:able|ed)|"
        r"connected)[^.;]{0,40}\b(?:any|every|each|all)\b|\bexists? an? path between (?:any|every|each)|"
        r"\b(?:path|route|way) between (?:any|every|each|all) (?:two|pairs?)|\bgraph will be connected\b|"
        r"\bnetwork is connected\b|"
        r"\ball (?:cities|vertices|nodes) are connected\b|"
        r"\b(?:can|may|could|able to) (?:always )?(?:reach|get|travel|go|drive|walk|move) from (?:any|every|each)\b"
        r"[^.;]{0,50}\b(?:any|every|each|all)\b|"
        r"\b(?:can|may|could|able to) (?:always )?(?:reach|get to|travel to|go to|drive to|visit) (?:any|every|each|"
        r"all)[^.;]{0,40}\b(?:from|starting)\b|"
        r"\bfrom (?:any|every|each)[^.;]{0,40}\b(?:can|may|could|possible to|able to) (?:always )?(?:reach|get to|"
        r"travel to|go to|drive to|visit) (?:any|every|each|all)\b", re.I),
    "directed": re.compile(rf"{_ONE_WAY}|"
                           r"(?<![\w-])directed\b|\bone-way\b|\b(?:uni|one-?)directional\b|\bdigraph\b|\bdag\b|"
                           r"\bfrom (?:vertex|"
                           r"node|city) \w+ to (?:vertex|node|city) \w+\b(?=[^.;]{0,40}\bdirected)", re.I),
    "ordered": re.compile(
        rf"\b(?:{_NAMED}|it|they|(?:task|course|job|step|project|package|module|file|library|event|recipe|goal)s?) "
        r"(?:directly )?(?:depends? on|(?:is|are) dependent on|requires?)\b|"
        r"\b(?:dependenc(?:y|ies)|prerequisites?)\b|"
        rf"\b(?:{_NAMED}|it) (?:must|has to|have to|needs? to|should|can only|is to) (?:always )?(?:be "
        rf"(?:done|complet|finish|perform|execut|built|taken|pass|start|ready|process|schedul|studi|learn)\w*|come|go|"
        rf"happen) (?:only )?(?:before|after) (?:\w+ ){{0,2}}{_NAMED}\b", re.I),
    "undirected": re.compile(r"\bundirected\b|\bbi-?directional(?:ly)?\b|\btwo-way\b|\bnon-?directed\b|"
                             rf"\b(?:{_EDGES}|(?:travel|driv|travers|walk|pass|cross|mov|flow)\w*|used?|go|"
                             rf"run)\b[^.;]{{0,30}}"
                             r" (?:in|along) (?:both|either) (?:directions?|ways?)\b|\bboth ways\b", re.I),
    "acyclic": re.compile(
        r"\bacyclic\b|\bDAG\b|(?:\bno|\bwithout(?: any)?|(?:\bnot|n't|\bnever) (?:contain|have|form|create|include)s?"
        r"(?: any| a)?|\bfree of) (?:directed )?(?:cycles?\b|(?:cyclic|circular) (?:dependenc|prerequisit|reference|"
        r"requirement|relation)\w+)|"
        r"\b(?:dependenc|prerequisit|requirement)\w+ (?:are|is) (?:never|not|n't) (?:cyclic|circular)\b", re.I),
    "orderable": re.compile(
        r"\b(?:guarantee\w*|assume)\b(?: that)? (?:(?:there (?:is|exists)|at least|a|an|one|such|some|valid|possible|"
        r"suitable|correct) )*(?:order(?:ing)?|schedule)\b|\b(?:order(?:ing)?|schedule)\b[^.;]{0,80}\bguaranteed "
        r"(?:that )?(?:there is|(?:at least )?one exists|such|it exists)|"
        r"\bguaranteed (?:that )?(?:it is (?:always )?possible to|you can|all [^.;]{0,30} can be) (?:be )?(?:do|"
        r"complet|finish|tak|done|perform|execut)\w*", re.I),
    "bipartite": re.compile(r"\bbipartite\b", re.I),
    "tree": re.compile(r"(?<![\w-])(?<!segment )(?<!spanning )(?<!binary search )(?<!fenwick )trees?\b(?! of )|"
                       r"\bexactly one (?:simple )?path\b|\bunique (?:simple )?path\b", re.I),
    "rooted": re.compile(r"\brooted\b|\broot(?:ed)? (?:at|is|of the tree)\b", re.I),
}
_DENIES = {
    "simple": re.compile(rf"\b(?:may|can|might|could|possibly|is allowed|are allowed)\b[^.;]{{0,60}}\b(?:multiple|"
                         rf"parallel|multi|several|duplicate|more than one)[ -]?{_EDGES}|\bmultiple (?:edges|"
                         rf"roads)\b[^.;]{{0,40}}"
                         r"\b(?:allowed|possible|permitted)|(?<!paths \()(?<!path \()(?<!cycle \()(?<!walk \()"
                         r"(?<!paths, )(?<!path, )not necessarily simple(?! (?:paths?|cycles?|walks?)\b)", re.I),
    "no-loops": re.compile(r"\b(?:may|can|might|could|possibly)(?! not)\b[^.;]{0,60}\bloops?\b|"
                           r"\bloops?\b[^.;]{0,40}\b(?:allowed|possible|permitted)|\b(?:may|"
                           r"can) [^.;]{0,40}\bto itself\b", re.I),
    "connected": re.compile(r"\bnot (?:necessarily |be |always )?(?:be )?connected|\bdisconnected\b|"
                            r"\bmay be unconnected|\bunconnected\b|\bif\b[^.;]{0,30}\bconnected", re.I),
    "bipartite": re.compile(r"\b(?:if|whether|determine|check)\b[^.;]{0,60}\bbipartite|"
                            r"not (?:necessarily )?bipartite", re.I),
    "acyclic": re.compile(r"\b(?:if|when|whether|determine|check|may(?! only| not)|find)\b[^.;]{0,60}\b"
                          r"(?:acyclic|cycles?|cyclic|circular)\b", re.I),
    "tree": re.compile(r"\b(?:if|whether|determine|check)\b[^.;]{0,60}\btrees?\b|not (?:necessarily )?a tree", re.I),
}


_ASKED = re.compile(r"\b(?:whether|determin\w+ if|check\w* if|meaning that)\b", re.I)
"""What stands before a thing that is asked or explained."""


def graph_words(sentences: list[str]) -> dict[str, str]:
    """Trait -> the sentence that states it; what some sentence denies is left out."""
    made: dict[str, str] = {}
    for trait, pattern in _RULES.items():
        denied = _DENIES.get(trait)
        if denied is not None and any(denied.search(text) for text in sentences):
            continue
        said = next((text for text in sentences for found in [pattern.search(text)]
                     if found is not None and _ASKED.search(text[:found.start()]) is None), None)
        if said is not None:
            made[trait] = said
    before, orderable = made.pop("ordered", None), made.pop("orderable", None)
    if before is not None and orderable is not None:
        made.setdefault("acyclic", orderable)  # What comes before what, and an order exists.
    if before is not None and "acyclic" in made:
        made.setdefault("directed", before)
    if "undirected" in made:
        made.pop("directed", None)
    return made


def graph_traits(sentences: list[str]) -> frozenset[str]:
    """The traits, in the words of `model.format.TRAITS`, that sentences state of a graph that isn't a tree."""
    said = set(graph_words(sentences))
    made = said & {"simple", "no-loops", "connected", "directed", "acyclic", "bipartite"}
    # A graph without multiple edges in programming contests has no loops either, unless it may have them.
    if "simple" in made and not any(_DENIES["no-loops"].search(text) for text in sentences):
        made.add("no-loops")
    if "acyclic" in made and any(re.search(r"\bDAG\b", text) for text in sentences):
        made.add("directed")
    return frozenset(made)
