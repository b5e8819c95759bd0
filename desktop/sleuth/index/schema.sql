-- The whole index. Its version is kept in user_version; another version is dropped and rebuilt (S-02).

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value
) WITHOUT ROWID;

-- What every search needs of the whole index, made when a scan ends and dropped when one starts to write:
-- reading 80,000 rows for it would cost a fresh process a fifth of a second.
CREATE TABLE summary (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL                 -- zstd
) WITHOUT ROWID;

-- A text, once, however many items hold it (S-22). The full-text tables' rowid is its id.
CREATE TABLE body (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE,        -- of kind, sections and text
    text BLOB NOT NULL,                 -- UTF-8, zstd with its checksum
    text_bytes INTEGER NOT NULL,
    starts BLOB NOT NULL,               -- int32: where each chunk starts, in code points
    sections TEXT,                      -- JSON [[start, label], …]
    profile TEXT                        -- JSON: a table's columns
);

CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    ref NOT NULL,                       -- TEXT, or BLOB where the name is not UTF-8
    title NOT NULL,                     -- likewise
    kind TEXT NOT NULL,
    language TEXT,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    read_ns INTEGER NOT NULL,           -- when it was examined; see domain.items.ItemRecord
    hidden INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,                        -- why it is unreadable, or a notice about its text
    standing INTEGER NOT NULL,          -- domain.standing.Standing
    name_words INTEGER NOT NULL,        -- how many words its name has
    chunk_count INTEGER NOT NULL,
    text_bytes INTEGER NOT NULL,        -- of its body
    body INTEGER REFERENCES body (id),
    chat INTEGER REFERENCES chat (id),  -- of a message
    number INTEGER,                     -- of a message: which of its chat's it is, from 1
    UNIQUE (source, ref)
);
CREATE INDEX item_body ON item (body);
CREATE INDEX item_chat ON item (chat) WHERE chat IS NOT NULL;

-- A file or database of an agent's, and how far it was read.
CREATE TABLE place (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    key NOT NULL,                       -- TEXT, or BLOB where the path is not UTF-8
    path NOT NULL,                      -- likewise: where it lies now, compressed or not
    stamp TEXT NOT NULL,                -- of the last reading that came to its end
    mark BLOB,                          -- JSON, zstd: what the agent's reader goes on from
    passed_over TEXT NOT NULL,          -- JSON: records that were not understood, by type
    problem TEXT,                       -- why it could not be read
    UNIQUE (agent, key)
);

-- A session, as one place holds it.
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL REFERENCES place (id),
    session TEXT NOT NULL,
    about TEXT NOT NULL,                -- JSON: domain.chats.Session
    title TEXT NOT NULL,                -- as it is shown
    changed INTEGER,                    -- the first position at which its items are to be looked at again; NULL if nowhere
    UNIQUE (place, session)
);

-- A message of one. Its text is a body of its own, since what it is found by depends on its neighbours too.
CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    chat INTEGER NOT NULL REFERENCES chat (id),
    key TEXT NOT NULL,                  -- the agent's, the same in every copy
    position INTEGER NOT NULL,          -- orders them
    role TEXT NOT NULL,
    at_ms INTEGER,
    body INTEGER NOT NULL REFERENCES body (id),
    item INTEGER REFERENCES item (id),  -- NULL where it counts in another session
    made_of BLOB,                       -- digest of what the item was made of
    UNIQUE (chat, key)
);
CREATE INDEX message_key ON message (key, chat);
CREATE INDEX message_item ON message (item);
CREATE INDEX message_order ON message (chat, position);

-- One row a body, those of messages apart. Stemmed words, ranked.
CREATE VIRTUAL TABLE words USING fts5 (
    text, parts,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co So'''
);

-- One row a message's body: so much shorter than the others that they would bend each other's ranking. `around` are the
-- words of the two messages before and the one after.
CREATE VIRTUAL TABLE said USING fts5 (
    text, parts, around,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co So'''
);

-- One row an item: what it is called and where it lies.
CREATE VIRTUAL TABLE names USING fts5 (
    name, folder,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co So'''
);

-- One row a body. Words as typed, for the dictionary that finds substrings.
CREATE VIRTUAL TABLE exact USING fts5 (
    text,
    content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 0 categories ''L* N* Co So'''
);

-- The words of `exact`, sorted, with the number of bodies that hold each: part 0 of all, 1 of what came since.
-- The numbers come first: what stands behind a large blob is found only by way of all its pages.
CREATE TABLE dictionary (
    part INTEGER PRIMARY KEY,
    covers INTEGER NOT NULL,            -- the highest body.id it knows
    bodies INTEGER NOT NULL,            -- how many there were up to it
    words BLOB NOT NULL,                -- zstd: "\n" word "\n" word … "\n"
    counts BLOB NOT NULL                -- zstd: int32, in the words' order
);

-- A repository of the workspace's, and how far its history was read.
CREATE TABLE repository (
    id INTEGER PRIMARY KEY,
    folder NOT NULL UNIQUE,             -- git's own; TEXT, or BLOB where the path is not UTF-8
    inside NOT NULL,                    -- where it lies in the workspace, and the workspace in it, likewise
    state TEXT NOT NULL,                -- of its branches and tags when they were last looked at
    tips BLOB NOT NULL,                 -- zstd: hashes, what these led to then
    shallow BLOB NOT NULL,              -- likewise: commits whose parents were not there
    is_whole INTEGER NOT NULL,          -- whether all that the tips lead to is here
    problem TEXT                        -- why not
);

-- A commit. Slim, its text apart: many are looked at, few are shown.
CREATE TABLE revision (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    repository INTEGER NOT NULL REFERENCES repository (id),
    author INTEGER NOT NULL REFERENCES person (id),
    at_ns INTEGER NOT NULL,             -- when it was committed
    text_bytes INTEGER NOT NULL,
    starts BLOB                         -- int32: where each chunk of its text starts; NULL where there is one
);
CREATE TABLE revision_text (
    first INTEGER PRIMARY KEY,          -- the lowest revision.id in it
    texts BLOB NOT NULL                 -- zstd: index.commit_texts
);

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE           -- with the address
);

-- Which commits changed a path, as seen from the workspace.
CREATE TABLE changed_path (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    blocked INTEGER NOT NULL            -- whether rules keep it from being named
);
CREATE TABLE touched (
    path INTEGER NOT NULL REFERENCES changed_path (id),
    revision INTEGER NOT NULL REFERENCES revision (id),
    PRIMARY KEY (path, revision)
) WITHOUT ROWID;

-- What a search needs of every commit: of so many by id, a row.
CREATE TABLE revision_block (
    number INTEGER PRIMARY KEY,
    columns BLOB NOT NULL               -- zstd: int64, index.history.COLUMNS one after the other
);

-- One row a commit, apart from `words`, so that the ranking of files stays as it is when commits come.
CREATE VIRTUAL TABLE history USING fts5 (
    subject, message, people, paths, parts,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co So'''
);
CREATE VIRTUAL TABLE history_exact USING fts5 (
    text,
    content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 0 categories ''L* N* Co So'''
);

-- As `dictionary`; what came later has a part of its own each time, until there are many.
CREATE TABLE history_dictionary (
    part INTEGER PRIMARY KEY,
    covers INTEGER NOT NULL,            -- the highest revision.id it knows
    revisions INTEGER NOT NULL,         -- how many there were up to it
    words BLOB NOT NULL,
    counts BLOB NOT NULL
);

-- Which texts were read for what they declare (S-19), and what that is.
CREATE TABLE declaring (
    body INTEGER PRIMARY KEY REFERENCES body (id),
    language TEXT NOT NULL,             -- what it was read as
    symbols INTEGER NOT NULL,
    words INTEGER NOT NULL,             -- of all its symbols
    ids BLOB NOT NULL,                  -- zstd: int64, of its symbols in their order (index.symbols)
    spans BLOB NOT NULL,                -- zstd: int32, start and stop of each name, in code points
    told BLOB NOT NULL,                 -- zstd: JSON, of each what is shown
    problem TEXT                        -- why not all of it was read
);

-- One row a symbol. Its words as index.symbol_words cuts and stems them; the key is those of its name, run together.
CREATE VIRTUAL TABLE declared USING fts5 (
    name, other, key,
    content = '', contentless_delete = 1,
    tokenize = 'ascii'
);
