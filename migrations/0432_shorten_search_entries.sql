-- What search finds of a request is in the request already, as are the words for ids that its index has. The entry says
-- whose it is. `search_entries` stays what triggers write and the full-text index reads, as a view.
CREATE TABLE `search_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`refs` text DEFAULT '' NOT NULL
);
INSERT INTO search_rows (id, company_id, kind, target_id, title, details, refs)
SELECT id, company_id, kind, target_id, iif(kind = 'REQUEST', '', title), iif(kind = 'REQUEST', '', details), iif(kind = 'REQUEST', '', refs)
  FROM search_entries ORDER BY id;
DROP TABLE `search_entries`;
CREATE INDEX `search_rows_target` ON `search_rows` (`target_id`);
CREATE VIEW `search_entries` AS
SELECT r.id, r.company_id, r.kind, r.target_id, char(57344) || r.kind || hex(r.company_id) AS scope, coalesce(s.title, r.title) AS title,
       iif(s.id IS NULL, r.details, s.number || ' ' || s.requestor_name) AS details,
       iif(s.id IS NULL, r.refs, char(57344) || hex(s.intake_category_id) || coalesce(' ' || char(57344) || hex(s.vendor_id), '')) AS refs
  FROM search_rows r LEFT JOIN intake_submissions s ON r.kind = 'REQUEST' AND s.id = r.target_id;
-- An object has one entry. When a company moves, its entries can be there before its objects.
CREATE TRIGGER `search_entries_added` INSTEAD OF INSERT ON `search_entries` BEGIN
	INSERT INTO search_rows (company_id, kind, target_id, title, details, refs)
	SELECT new.company_id, new.kind, new.target_id, new.title, coalesce(new.details, ''), coalesce(new.refs, '')
	 WHERE NOT EXISTS (SELECT 1 FROM search_rows r
		WHERE r.target_id = new.target_id AND r.kind = new.kind AND r.company_id = new.company_id);
END;
CREATE TRIGGER `search_entries_changed` INSTEAD OF UPDATE ON `search_entries` BEGIN
	UPDATE search_rows SET title = new.title, details = new.details, refs = new.refs WHERE id = old.id;
END;
CREATE TRIGGER `search_entries_removed` INSTEAD OF DELETE ON `search_entries` BEGIN
	DELETE FROM search_rows WHERE id = old.id;
END;

-- The full-text index follows the rows, and what it has of requests follows those.
CREATE TRIGGER `search_rows_added` AFTER INSERT ON `search_rows` WHEN new.kind <> 'REQUEST' BEGIN
	INSERT INTO search_index (rowid, scope, title, details, refs)
	VALUES (new.id, char(57344) || new.kind || hex(new.company_id), new.title, new.details, new.refs);
END;
CREATE TRIGGER `search_rows_changed` AFTER UPDATE ON `search_rows` WHEN new.kind <> 'REQUEST' BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	VALUES ('delete', old.id, char(57344) || old.kind || hex(old.company_id), old.title, old.details, old.refs);
	INSERT INTO search_index (rowid, scope, title, details, refs)
	VALUES (new.id, char(57344) || new.kind || hex(new.company_id), new.title, new.details, new.refs);
END;
CREATE TRIGGER `search_rows_removed` AFTER DELETE ON `search_rows` WHEN old.kind <> 'REQUEST' BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	VALUES ('delete', old.id, char(57344) || old.kind || hex(old.company_id), old.title, old.details, old.refs);
END;
-- Where a company's rows are deleted before its requests.
CREATE TRIGGER `search_rows_request_removed` AFTER DELETE ON `search_rows` WHEN old.kind = 'REQUEST' BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	SELECT 'delete', old.id, char(57344) || 'REQUEST' || hex(old.company_id), s.title, s.number || ' ' || s.requestor_name,
	       char(57344) || hex(s.intake_category_id) || coalesce(' ' || char(57344) || hex(s.vendor_id), '')
	  FROM intake_submissions s WHERE s.id = old.target_id AND s.is_draft = 0 AND s.deleted_at IS NULL;
END;

-- SQLite runs the newest triggers of a table first. These have to run before those that change the row again, such as
-- `intake_submissions_vendor_merged_changed`: then the index has what the row was when that one changes it.
DROP TRIGGER `intake_submissions_search_added`;
DROP TRIGGER `intake_submissions_search_shown`;
DROP TRIGGER `intake_submissions_search_hidden`;
DROP TRIGGER `intake_submissions_search_changed`;
DROP TRIGGER `intake_submissions_search_removed`;
CREATE TRIGGER `intake_submissions_search_added` AFTER INSERT ON `intake_submissions`
WHEN new.is_draft = 0 AND new.deleted_at IS NULL BEGIN
	INSERT INTO search_rows (company_id, kind, target_id) SELECT new.company_id, 'REQUEST', new.id
	 WHERE NOT EXISTS (SELECT 1 FROM search_rows r WHERE r.target_id = new.id AND r.kind = 'REQUEST');
	INSERT INTO search_index (rowid, scope, title, details, refs)
	SELECT e.id, e.scope, e.title, e.details, e.refs FROM search_entries e WHERE e.kind = 'REQUEST' AND e.target_id = new.id;
END;
CREATE TRIGGER `intake_submissions_search_shown` AFTER UPDATE OF `is_draft`, `deleted_at` ON `intake_submissions`
WHEN new.is_draft = 0 AND new.deleted_at IS NULL AND (old.is_draft = 1 OR old.deleted_at IS NOT NULL) BEGIN
	INSERT INTO search_rows (company_id, kind, target_id) SELECT new.company_id, 'REQUEST', new.id
	 WHERE NOT EXISTS (SELECT 1 FROM search_rows r WHERE r.target_id = new.id AND r.kind = 'REQUEST');
	INSERT INTO search_index (rowid, scope, title, details, refs)
	SELECT e.id, e.scope, e.title, e.details, e.refs FROM search_entries e WHERE e.kind = 'REQUEST' AND e.target_id = new.id;
END;
CREATE TRIGGER `intake_submissions_search_hidden` AFTER UPDATE OF `is_draft`, `deleted_at` ON `intake_submissions`
WHEN (new.is_draft = 1 OR new.deleted_at IS NOT NULL) AND old.is_draft = 0 AND old.deleted_at IS NULL BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	SELECT 'delete', r.id, char(57344) || 'REQUEST' || hex(r.company_id), old.title, old.number || ' ' || old.requestor_name,
	       char(57344) || hex(old.intake_category_id) || coalesce(' ' || char(57344) || hex(old.vendor_id), '')
	  FROM search_rows r WHERE r.kind = 'REQUEST' AND r.target_id = old.id;
	DELETE FROM search_rows WHERE kind = 'REQUEST' AND target_id = old.id;
END;
CREATE TRIGGER `intake_submissions_search_changed`
AFTER UPDATE OF `title`, `number`, `requestor_name`, `intake_category_id`, `vendor_id` ON `intake_submissions`
WHEN new.is_draft = 0 AND new.deleted_at IS NULL AND old.is_draft = 0 AND old.deleted_at IS NULL
	AND (new.title IS NOT old.title OR new.number IS NOT old.number OR new.requestor_name IS NOT old.requestor_name
		OR new.intake_category_id IS NOT old.intake_category_id OR new.vendor_id IS NOT old.vendor_id) BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	SELECT 'delete', r.id, char(57344) || 'REQUEST' || hex(r.company_id), old.title, old.number || ' ' || old.requestor_name,
	       char(57344) || hex(old.intake_category_id) || coalesce(' ' || char(57344) || hex(old.vendor_id), '')
	  FROM search_rows r WHERE r.kind = 'REQUEST' AND r.target_id = old.id;
	INSERT INTO search_index (rowid, scope, title, details, refs)
	SELECT e.id, e.scope, e.title, e.details, e.refs FROM search_entries e WHERE e.kind = 'REQUEST' AND e.target_id = new.id;
END;
CREATE TRIGGER `intake_submissions_search_removed` AFTER DELETE ON `intake_submissions` BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	SELECT 'delete', r.id, char(57344) || 'REQUEST' || hex(r.company_id), old.title, old.number || ' ' || old.requestor_name,
	       char(57344) || hex(old.intake_category_id) || coalesce(' ' || char(57344) || hex(old.vendor_id), '')
	  FROM search_rows r WHERE r.kind = 'REQUEST' AND r.target_id = old.id;
	DELETE FROM search_rows WHERE kind = 'REQUEST' AND target_id = old.id;
END;
