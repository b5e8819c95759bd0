"""Which words say nothing about what is looked for?

Set aside when there are others: a question in whole sentences has words that its answer lacks.
"""

STOP_WORDS = frozenset(
    "a about am an and are as at be been being by can could did do does doing done for from had has have having he her hers"
    " herself him himself his how i if in into is it its itself may me might mine my of on or our ours shall she should so such"
    " than that the their theirs them themselves then there these they this those to us use used uses using was we were what"
    " when where which while who whom whose why will with would you your yours".split()
)
