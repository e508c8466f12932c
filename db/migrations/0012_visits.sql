-- How much the site is read, as sums of a day: no row is about one person, and nothing of a person is kept.
CREATE TABLE visits (
  -- In Paris.
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- visit: an arrival from elsewhere; page: a page that was opened; host: the site that an arrival came from;
  -- reached: a page opened that holds a form; sent: a form stored.
  what TEXT NOT NULL CHECK (what IN ('visit', 'page', 'host', 'reached', 'sent')),
  -- Path of the page, host of the other site, name of the form; '' for the visits.
  name TEXT NOT NULL CHECK (length(name) <= 200),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, what, name)
) STRICT, WITHOUT ROWID;
