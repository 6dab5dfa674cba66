-- What was read in documents: their text by page, places found in it, and summaries, each with its state. `plain` is
-- the beginning of the text, by which global search finds the document beside its name.
CREATE TABLE `document_readings` (
	`company_id` text NOT NULL,
	`document_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`result` text,
	`plain` text DEFAULT '' NOT NULL,
	`error` text,
	`provider` text,
	`requested_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`company_id`, `document_id`, `kind`)
);

-- Documents are found by name, description and text, by who may search: they see every document.
CREATE TRIGGER `documents_search_added` AFTER INSERT ON `documents` WHEN new.deleted_at IS NULL BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details)
	VALUES (new.company_id, 'DOCUMENT', new.id, char(57344) || 'DOCUMENT' || hex(new.company_id), new.display_name,
		new.description);
END;

CREATE TRIGGER `documents_search_changed` AFTER UPDATE OF `display_name`, `description` ON `documents`
WHEN new.display_name IS NOT old.display_name OR new.description IS NOT old.description BEGIN
	UPDATE search_entries SET title = new.display_name, details = new.description || ' ' || coalesce(
		(SELECT r.plain FROM document_readings r WHERE r.company_id = new.company_id AND r.document_id = new.id AND r.kind = 'TEXT'), '')
	 WHERE company_id = new.company_id AND kind = 'DOCUMENT' AND target_id = new.id;
END;

CREATE TRIGGER `documents_search_removed` AFTER UPDATE OF `deleted_at` ON `documents`
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'DOCUMENT' AND target_id = old.id;
END;

CREATE TRIGGER `document_readings_search_added` AFTER INSERT ON `document_readings`
WHEN new.kind = 'TEXT' AND new.plain <> '' BEGIN
	UPDATE search_entries SET details = coalesce((SELECT d.description FROM documents d WHERE d.id = new.document_id), '') || ' ' || new.plain
	 WHERE company_id = new.company_id AND kind = 'DOCUMENT' AND target_id = new.document_id;
END;

CREATE TRIGGER `document_readings_search_changed` AFTER UPDATE OF `plain` ON `document_readings`
WHEN new.kind = 'TEXT' AND new.plain IS NOT old.plain BEGIN
	UPDATE search_entries SET details = coalesce((SELECT d.description FROM documents d WHERE d.id = new.document_id), '') || ' ' || new.plain
	 WHERE company_id = new.company_id AND kind = 'DOCUMENT' AND target_id = new.document_id;
END;

-- What is there already.
INSERT INTO search_entries (company_id, kind, target_id, scope, title, details)
SELECT company_id, 'DOCUMENT', id, char(57344) || 'DOCUMENT' || hex(company_id), display_name, description
  FROM documents WHERE deleted_at IS NULL ORDER BY created_at, id;
