-- A search finds the name of the form too: the words of every lead are collected anew when the server starts.
DROP TABLE lead_words;
CREATE VIRTUAL TABLE lead_words USING fts5(words, columnsize = 0, tokenize = "unicode61 remove_diacritics 2");
INSERT INTO lead_words (lead_words, rank) VALUES ('secure-delete', 1);
