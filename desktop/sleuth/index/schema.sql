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
    UNIQUE (source, ref)
);
CREATE INDEX item_body ON item (body);

-- One row a body. Stemmed words, ranked.
CREATE VIRTUAL TABLE words USING fts5 (
    text, parts,
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
