-- Which words of the search begin so. The other list of words counts the entries of each: it reads all of them.
CREATE VIRTUAL TABLE `search_index_terms` USING fts5vocab('search_index', 'instance');

-- What an entry's name begins with, and the whole name: the search had to go through all names with a word to find those
-- that begin with it. An entry has the words `scope`, U+E001 and its first word, and U+E002 and its name, if that is short.
-- It is deleted by its number alone.
CREATE VIRTUAL TABLE `search_index_names` USING fts5(
	`words`, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
CREATE VIRTUAL TABLE `search_index_beginnings` USING fts5vocab('search_index_names', 'instance');
CREATE VIEW `search_names` AS
SELECT n.id, n.kind, n.target_id, n.scope || ' ' || char(57345) || substr(n.name, 1, min(instr(n.name || ' ', ' ') - 1, 64))
       || iif(length(n.whole) <= 60, ' ' || char(57346) || hex(n.whole), '') AS words
  FROM (SELECT e.id, e.kind, e.target_id, e.scope, ltrim(e.title, ' "''([{#*-_.') AS name, lower(trim(e.title)) AS whole
          FROM search_entries e) n;

CREATE TRIGGER `search_rows_named` AFTER INSERT ON `search_rows` BEGIN
	INSERT OR REPLACE INTO search_index_names (rowid, words) SELECT n.id, n.words FROM search_names n WHERE n.id = new.id;
END;
CREATE TRIGGER `search_rows_renamed` AFTER UPDATE OF `title` ON `search_rows` WHEN new.title IS NOT old.title BEGIN
	INSERT OR REPLACE INTO search_index_names (rowid, words) SELECT n.id, n.words FROM search_names n WHERE n.id = new.id;
END;
CREATE TRIGGER `search_rows_unnamed` AFTER DELETE ON `search_rows` BEGIN
	DELETE FROM search_index_names WHERE rowid = old.id;
END;
CREATE TRIGGER `intake_submissions_search_renamed` AFTER UPDATE OF `title` ON `intake_submissions`
WHEN new.title IS NOT old.title AND new.is_draft = 0 AND new.deleted_at IS NULL BEGIN
	INSERT OR REPLACE INTO search_index_names (rowid, words)
	SELECT n.id, n.words FROM search_names n WHERE n.kind = 'REQUEST' AND n.target_id = new.id;
END;

-- The newest entries at once, the others step by step each minute. Until then they are found by their words alone.
CREATE TABLE `search_naming` (
	`id` integer PRIMARY KEY NOT NULL,
	`named_from` integer NOT NULL
);
INSERT INTO search_index_names (rowid, words)
SELECT n.id, n.words FROM search_names n WHERE n.id > (SELECT coalesce(max(id), 0) - 20000 FROM search_rows) ORDER BY n.id;
INSERT INTO search_naming (id, named_from)
SELECT 1, m.last - 19999 FROM (SELECT coalesce(max(id), 0) AS last FROM search_rows) m WHERE m.last > 20000;
