-- An entry of the log repeats ids of 24 characters: of its company, its object and its people. They are numbered, so that
-- entries and their indexes have numbers instead. The view `audit_log` is the log with all that is read of it, as before.
CREATE TABLE `word_numbers` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`word` text NOT NULL
);
CREATE UNIQUE INDEX `word_numbers_word` ON `word_numbers` (`company_id`,`word`);
CREATE TABLE `object_numbers` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`kind` integer NOT NULL,
	`object_id` text NOT NULL
);
CREATE INDEX `object_numbers_object` ON `object_numbers` (substr(`object_id`, -8));
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`object` integer NOT NULL,
	`company` integer NOT NULL,
	`kind` integer NOT NULL,
	`sequence` integer,
	`change_key` text,
	`actor` integer,
	`impersonator` integer,
	`api_key_id` text,
	`action` text NOT NULL,
	`message` text NOT NULL,
	`change_data` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`entry_hash` text NOT NULL,
	`is_short` integer
);
-- What there is. Each statement reads the log once, in order, and keeps no more of it than the different ids.
INSERT OR IGNORE INTO word_numbers (company_id, word) SELECT DISTINCT company_id, '' FROM audit_log;
INSERT OR IGNORE INTO word_numbers (company_id, word)
SELECT DISTINCT company_id, target_type FROM audit_log WHERE target_type <> 'INTAKE_SUBMISSION';
INSERT OR IGNORE INTO word_numbers (company_id, word)
SELECT DISTINCT company_id, actor_user_id FROM audit_log WHERE actor_user_id IS NOT NULL;
INSERT OR IGNORE INTO word_numbers (company_id, word)
SELECT DISTINCT company_id, impersonator_user_id FROM audit_log WHERE impersonator_user_id IS NOT NULL;
INSERT INTO object_numbers (company, kind, object_id)
SELECT c.id, coalesce(k.id, 0), t.target_id FROM (SELECT DISTINCT company_id, target_type, target_id FROM audit_log) t
 CROSS JOIN word_numbers c ON c.company_id = t.company_id AND c.word = ''
  LEFT JOIN word_numbers k ON k.company_id = t.company_id AND k.word = nullif(t.target_type, 'INTAKE_SUBMISSION');
INSERT INTO audit_entries (id, object, company, kind, change_key, actor, impersonator, api_key_id, action, message,
	change_data, occurred_at, entry_hash, is_short)
SELECT l.id, o.id, c.id, o.kind, l.change_key, a.id, i.id, l.api_key_id, l.action, l.message, l.change_data, l.occurred_at,
       l.entry_hash, l.is_short
  FROM audit_log l
 CROSS JOIN word_numbers c ON c.company_id = l.company_id AND c.word = ''
  LEFT JOIN word_numbers k ON k.company_id = l.company_id AND k.word = nullif(l.target_type, 'INTAKE_SUBMISSION')
  LEFT JOIN word_numbers a ON a.company_id = l.company_id AND a.word = l.actor_user_id
  LEFT JOIN word_numbers i ON i.company_id = l.company_id AND i.word = l.impersonator_user_id
 CROSS JOIN object_numbers o ON substr(o.object_id, -8) = substr(l.target_id, -8) AND o.object_id = l.target_id
   AND o.company = c.id AND o.kind = coalesce(k.id, 0)
 ORDER BY l.id;
DROP TABLE `audit_log`;
CREATE UNIQUE INDEX `audit_entries_change` ON `audit_entries` (`change_key`) WHERE change_key IS NOT NULL;
CREATE INDEX `audit_entries_object` ON `audit_entries` (`object`);
CREATE INDEX `audit_entries_company` ON `audit_entries` (`company`);
-- Most entries are about requests. They are in an index by time, and the others in one by time and in one by kind.
CREATE INDEX `audit_entries_requests` ON `audit_entries` (`company`,`occurred_at`) WHERE kind = 0;
CREATE INDEX `audit_entries_others` ON `audit_entries` (`company`,`occurred_at`) WHERE kind <> 0;
CREATE INDEX `audit_entries_kind` ON `audit_entries` (`kind`,`occurred_at`) WHERE kind <> 0;
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`actor`,`occurred_at`) WHERE actor IS NOT NULL;
CREATE INDEX `audit_entries_impersonator` ON `audit_entries` (`impersonator`,`occurred_at`) WHERE impersonator IS NOT NULL;
CREATE INDEX `audit_entries_acted` ON `audit_entries` (`object`) WHERE impersonator IS NOT NULL;
-- Entries are only added. What they name by numbers can't change either.
CREATE TRIGGER `audit_entries_no_update` BEFORE UPDATE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER `audit_entries_no_delete` BEFORE DELETE ON `audit_entries`
WHEN NOT EXISTS (SELECT 1 FROM word_numbers w CROSS JOIN company_locks l ON l.company_id = w.company_id
	WHERE w.id = old.company AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'audit_log is append-only');
END;
-- Every change leaves an entry in the same batch, so this stops all changes of a company that moves.
CREATE TRIGGER `audit_entries_locked` BEFORE INSERT ON `audit_entries`
WHEN EXISTS (SELECT 1 FROM word_numbers w CROSS JOIN company_locks l ON l.company_id = w.company_id
	WHERE w.id = new.company AND l.state IN ('LEAVING', 'GONE')) BEGIN
	SELECT RAISE(ABORT, 'company_locks: the company is moving');
END;
CREATE TRIGGER `object_numbers_no_update` BEFORE UPDATE ON `object_numbers` BEGIN SELECT RAISE(ABORT, 'object_numbers is append-only'); END;
CREATE TRIGGER `object_numbers_no_delete` BEFORE DELETE ON `object_numbers`
WHEN NOT EXISTS (SELECT 1 FROM word_numbers w CROSS JOIN company_locks l ON l.company_id = w.company_id
	WHERE w.id = old.company AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'object_numbers is append-only');
END;
CREATE TRIGGER `word_numbers_no_update` BEFORE UPDATE ON `word_numbers` BEGIN SELECT RAISE(ABORT, 'word_numbers is append-only'); END;
CREATE TRIGGER `word_numbers_no_delete` BEFORE DELETE ON `word_numbers`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'word_numbers is append-only');
END;
CREATE VIEW `audit_log` AS
SELECT e.id, e.change_key, e.sequence, c.company_id, a.word AS actor_user_id, i.word AS impersonator_user_id, e.action,
       coalesce(k.word, 'INTAKE_SUBMISSION') AS target_type, o.object_id AS target_id, e.message, e.change_data, e.occurred_at,
       e.entry_hash, e.api_key_id, e.is_short, e.object, e.company,
       iif(e.is_short, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(e.action, char(2), 'intake-submission.'), char(3), 'spend-request.'), char(4), 'block-approved'), char(5), 'block-rejected'), char(6), ' submitted the request'), char(7), 'The request was approved'), char(8), 'The request was '), char(11), 'The spend request was '), char(12), ' approved “'), char(14), ' rejected “'), char(15), ' on behalf of '), char(16), '{"blockId":"'), char(17), '","label":"'), char(18), '","comment":""}'), char(19), '","comment":"'), char(20), '{"workflow":{"label":"'), char(21), '","version":'), char(22), '},"blocks":[{"label":"'), char(23), '","level":'), char(24), ',"reason":"Always"},{"label":"'), char(25), ',"reason":"Always"}]}'), char(26), ',"reason":"'), char(27), '"},{"label":"'), char(28), 'submitted'), char(29), 'approved'), char(30), 'null'), char(1), o.object_id), e.action) AS full_action,
       iif(e.is_short, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(e.message, char(2), 'intake-submission.'), char(3), 'spend-request.'), char(4), 'block-approved'), char(5), 'block-rejected'), char(6), ' submitted the request'), char(7), 'The request was approved'), char(8), 'The request was '), char(11), 'The spend request was '), char(12), ' approved “'), char(14), ' rejected “'), char(15), ' on behalf of '), char(16), '{"blockId":"'), char(17), '","label":"'), char(18), '","comment":""}'), char(19), '","comment":"'), char(20), '{"workflow":{"label":"'), char(21), '","version":'), char(22), '},"blocks":[{"label":"'), char(23), '","level":'), char(24), ',"reason":"Always"},{"label":"'), char(25), ',"reason":"Always"}]}'), char(26), ',"reason":"'), char(27), '"},{"label":"'), char(28), 'submitted'), char(29), 'approved'), char(30), 'null'), char(1), o.object_id), e.message) AS full_message,
       iif(e.is_short, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(e.change_data, char(2), 'intake-submission.'), char(3), 'spend-request.'), char(4), 'block-approved'), char(5), 'block-rejected'), char(6), ' submitted the request'), char(7), 'The request was approved'), char(8), 'The request was '), char(11), 'The spend request was '), char(12), ' approved “'), char(14), ' rejected “'), char(15), ' on behalf of '), char(16), '{"blockId":"'), char(17), '","label":"'), char(18), '","comment":""}'), char(19), '","comment":"'), char(20), '{"workflow":{"label":"'), char(21), '","version":'), char(22), '},"blocks":[{"label":"'), char(23), '","level":'), char(24), ',"reason":"Always"},{"label":"'), char(25), ',"reason":"Always"}]}'), char(26), ',"reason":"'), char(27), '"},{"label":"'), char(28), 'submitted'), char(29), 'approved'), char(30), 'null'), char(1), o.object_id), e.change_data) AS full_data
  FROM audit_entries e
  JOIN object_numbers o ON o.id = e.object
  JOIN word_numbers c ON c.id = e.company
  LEFT JOIN word_numbers k ON k.id = e.kind
  LEFT JOIN word_numbers a ON a.id = e.actor
  LEFT JOIN word_numbers i ON i.id = e.impersonator;
-- An entry is added to the view, with whole ids. The same event of an object is never recorded twice.
CREATE TRIGGER `audit_log_added` INSTEAD OF INSERT ON `audit_log` BEGIN
	INSERT OR IGNORE INTO word_numbers (company_id, word)
	SELECT new.company_id, j.value
	  FROM json_each(json_array('', nullif(new.target_type, 'INTAKE_SUBMISSION'), new.actor_user_id, new.impersonator_user_id)) j
	 WHERE j.value IS NOT NULL
	   AND NOT EXISTS (SELECT 1 FROM word_numbers w WHERE w.company_id = new.company_id AND w.word = j.value);
	INSERT INTO object_numbers (company, kind, object_id)
	SELECT c.id, coalesce(k.id, 0), new.target_id
	  FROM word_numbers c LEFT JOIN word_numbers k ON k.company_id = new.company_id AND k.word = nullif(new.target_type, 'INTAKE_SUBMISSION')
	 WHERE c.company_id = new.company_id AND c.word = '' AND NOT EXISTS (SELECT 1 FROM object_numbers o
		WHERE substr(o.object_id, -8) = substr(new.target_id, -8) AND o.object_id = new.target_id AND o.company = c.id
		  AND o.kind = coalesce(k.id, 0));
	INSERT INTO audit_entries (object, company, kind, sequence, change_key, actor, impersonator, api_key_id, action, message,
		change_data, occurred_at, entry_hash, is_short)
	SELECT o.id, c.id, o.kind, new.sequence, new.change_key,
	       (SELECT w.id FROM word_numbers w WHERE w.company_id = new.company_id AND w.word = new.actor_user_id),
	       (SELECT w.id FROM word_numbers w WHERE w.company_id = new.company_id AND w.word = new.impersonator_user_id),
	       new.api_key_id, new.action, new.message, new.change_data, new.occurred_at, new.entry_hash, new.is_short
	  FROM word_numbers c LEFT JOIN word_numbers k ON k.company_id = new.company_id AND k.word = nullif(new.target_type, 'INTAKE_SUBMISSION')
	 CROSS JOIN object_numbers o ON substr(o.object_id, -8) = substr(new.target_id, -8) AND o.object_id = new.target_id
	   AND o.company = c.id AND o.kind = coalesce(k.id, 0)
	 WHERE c.company_id = new.company_id AND c.word = ''
	   AND (new.sequence IS NULL
	        OR NOT EXISTS (SELECT 1 FROM audit_entries e WHERE e.object = o.id AND e.sequence = new.sequence));
END;
