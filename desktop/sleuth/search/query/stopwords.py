"""Which words of a question say little about its answer?

Those that say nothing are in `domain.stopwords`.
"""

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
