-- A tape shows halves: 52,5 cm.
CREATE TABLE new_quote_requests (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  piece TEXT NOT NULL CHECK (piece IN ('tapis', 'bonnet', 'ensemble')),
  model TEXT NOT NULL CHECK (model IN ('elegance', 'grand_sport', 'conseil')),
  discipline TEXT NOT NULL CHECK (discipline IN ('dressage', 'obstacle', 'complet', 'loisir', 'autre')),
  quantity INTEGER DEFAULT 1 CHECK (quantity BETWEEN 1 AND 50),
  embroidery TEXT CHECK (length(embroidery) BETWEEN 1 AND 300),
  saddle TEXT CHECK (length(saddle) BETWEEN 1 AND 200),
  measure_a REAL CHECK (measure_a BETWEEN 10 AND 200),
  measure_b REAL CHECK (measure_b BETWEEN 10 AND 200),
  measure_c REAL CHECK (measure_c BETWEEN 10 AND 200),
  country TEXT CHECK (length(country) BETWEEN 1 AND 80),
  wished_date TEXT CHECK (wished_date GLOB '????-??-??'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  phone TEXT CHECK (length(phone) BETWEEN 1 AND 32),
  message TEXT CHECK (length(message) BETWEEN 1 AND 5000)
) STRICT;
INSERT INTO new_quote_requests SELECT * FROM quote_requests;
DROP TABLE quote_requests;
ALTER TABLE new_quote_requests RENAME TO quote_requests;
