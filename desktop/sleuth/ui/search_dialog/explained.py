"""How did a hit come to its place, in lines that a person can read? (S-48)"""

from sleuth.domain.hits import Hit


def explained(hit: Hit) -> str:
    """A line on the whole, then one a term; nothing where the search was not asked to explain."""
    found = hit.explanation
    if found is None:
        return ""
    terms = found.get("terms", [])
    scores = f"score {found.get('score')} · first stage {found.get('first_stage')} · weight of the place {found.get('boost')}"
    lines = [f"#{hit.rank} · {found.get('tier')} · {scores}"]
    for term in terms if isinstance(terms, list) else []:
        lists = ", ".join(f"{count:,} by {name}" for name, count in term["lists"].items()) or "found nowhere"
        here = f"strength {term['strength']}" if term["found"] else "not here"
        named = ", in the name" if term["in_name"] else ""
        lines.append(f"{term['term']}: {here}{named} · rarity {term['rarity']} · {lists}")
    return "\n".join(lines)
