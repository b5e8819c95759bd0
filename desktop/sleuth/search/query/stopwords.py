"""Which words of a question say nothing about its answer?

Set aside when there are others: a question in whole sentences has words that its answer lacks.
"""

STOP_WORDS = frozenset(
    "a about am an and are as at be been being by can could did do does doing done for from had has have having he her hers"
    " herself him himself his how i if in into is it its itself may me might mine my of on or our ours shall she should so such"
    " than that the their theirs them themselves then there these they this those to us use used uses using was we were what"
    " when where which while who whom whose why will with would you your yours".split()
)

# What requests and commit messages say about code rather than in it: verbs of change, and nouns so general
# that what they describe seldom has them. Half a word each, and not required.
WEAK_WORDS = frozenset(
    "add added adds adding fix fixed fixes fixing update updated updates updating remove removed removes removing improve"
    " improved improves improvement improvements implement implements implemented implementing implementation handle"
    " handles handled handling replace replaced replaces replacing rename renamed renames renaming refactor refactored"
    " refactoring ensure ensures ensured ensuring correct corrected corrects correctly properly bump bumped revert reverted"
    " work works working minor related previously issue issues bug bugs helper helpers utility utilities management"
    " functionality behavior behaviour generation usage".split()
)
