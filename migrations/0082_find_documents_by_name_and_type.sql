-- Documents are found by a part of their name, by their type, and where they are attached to nothing, in each order of their
-- list, be they few or many.

-- Each three letters in a row of the names of documents that lists show; `is_open` of those that everybody may read.
CREATE TABLE `document_name_parts` (
	`company_id` text NOT NULL,
	`part` text NOT NULL,
	`is_open` integer NOT NULL,
	`is_archived` integer NOT NULL,
	`created_at` integer NOT NULL,
	`document_id` text NOT NULL,
	`name_key` text NOT NULL,
	PRIMARY KEY(`company_id`, `part`, `is_open`, `is_archived`, `created_at`, `document_id`, `name_key`)
) WITHOUT ROWID;
CREATE INDEX `document_name_parts_name` ON `document_name_parts` (`company_id`,`part`,`is_open`,`is_archived`,`name_key`,`document_id`);

INSERT INTO document_name_parts (company_id, part, is_open, is_archived, created_at, document_id, name_key)
SELECT DISTINCT d.company_id, substr(lower(d.display_name), j.key + 1, 3), d.open_count > 0, d.archived_at IS NOT NULL, d.created_at, d.id, lower(d.display_name)
  FROM documents d CROSS JOIN json_each('[' || substr(replace(hex(zeroblob(max(length(d.display_name) - 2, 0))), '00', ',1'), 2) || ']') j WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL;

CREATE TRIGGER `documents_parts_added` AFTER INSERT ON `documents` BEGIN
	INSERT OR IGNORE INTO document_name_parts (company_id, part, is_open, is_archived, created_at, document_id, name_key)
	SELECT new.company_id, substr(lower(new.display_name), j.key + 1, 3), new.open_count > 0, new.archived_at IS NOT NULL, new.created_at, new.id, lower(new.display_name)
	  FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.display_name) - 2, 0))), '00', ',1'), 2) || ']') j WHERE new.deleted_at IS NULL AND new.temporary_since IS NULL;
END;

CREATE TRIGGER `documents_parts_changed`
AFTER UPDATE OF `display_name`, `archived_at`, `deleted_at`, `temporary_since`, `open_count` ON `documents`
WHEN new.display_name IS NOT old.display_name OR (new.archived_at IS NULL) <> (old.archived_at IS NULL)
	OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) OR (new.temporary_since IS NULL) <> (old.temporary_since IS NULL)
	OR (new.open_count > 0) <> (old.open_count > 0) BEGIN
	DELETE FROM document_name_parts
	 WHERE company_id = old.company_id AND is_open = (old.open_count > 0) AND is_archived = (old.archived_at IS NOT NULL)
	   AND created_at = old.created_at AND document_id = old.id AND name_key = lower(old.display_name)
	   AND part IN (SELECT substr(lower(old.display_name), j.key + 1, 3) FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.display_name) - 2, 0))), '00', ',1'), 2) || ']') j);
	INSERT OR IGNORE INTO document_name_parts (company_id, part, is_open, is_archived, created_at, document_id, name_key)
	SELECT new.company_id, substr(lower(new.display_name), j.key + 1, 3), new.open_count > 0, new.archived_at IS NOT NULL, new.created_at, new.id, lower(new.display_name)
	  FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.display_name) - 2, 0))), '00', ',1'), 2) || ']') j WHERE new.deleted_at IS NULL AND new.temporary_since IS NULL;
END;

CREATE TRIGGER `documents_parts_removed` AFTER DELETE ON `documents` BEGIN
	DELETE FROM document_name_parts
	 WHERE company_id = old.company_id AND is_open = (old.open_count > 0) AND is_archived = (old.archived_at IS NOT NULL)
	   AND created_at = old.created_at AND document_id = old.id AND name_key = lower(old.display_name)
	   AND part IN (SELECT substr(lower(old.display_name), j.key + 1, 3) FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.display_name) - 2, 0))), '00', ',1'), 2) || ']') j);
END;

-- The types of documents for each of their readers, and for '+', who reads all.
CREATE TABLE `document_types` (
	`company_id` text NOT NULL,
	`reader` text NOT NULL,
	`type` text NOT NULL,
	`is_archived` integer NOT NULL,
	`created_at` integer NOT NULL,
	`document_id` text NOT NULL,
	`name_key` text NOT NULL,
	PRIMARY KEY(`company_id`, `reader`, `type`, `is_archived`, `created_at`, `document_id`, `name_key`)
) WITHOUT ROWID;
CREATE INDEX `document_types_name` ON `document_types` (`company_id`,`reader`,`type`,`is_archived`,`name_key`,`document_id`);
CREATE INDEX `document_types_document` ON `document_types` (`company_id`,`document_id`,`reader`);

INSERT INTO document_types (company_id, reader, type, is_archived, created_at, document_id, name_key)
SELECT DISTINCT d.company_id, v.reader, t.value, d.archived_at IS NOT NULL, d.created_at, d.id, lower(d.display_name)
  FROM documents d CROSS JOIN json_each(d.types) t
 CROSS JOIN (SELECT r.company_id, r.document_id, r.reader FROM document_readers r
	UNION ALL SELECT a.company_id, a.id, '+' FROM documents a) v ON v.company_id = d.company_id AND v.document_id = d.id
 WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL;

CREATE TRIGGER `documents_types_added` AFTER INSERT ON `documents` BEGIN
	INSERT OR IGNORE INTO document_types (company_id, reader, type, is_archived, created_at, document_id, name_key)
	SELECT new.company_id, v.reader, t.value, new.archived_at IS NOT NULL, new.created_at, new.id, lower(new.display_name)
	  FROM json_each(new.types) t CROSS JOIN (SELECT '+' AS reader
		UNION ALL SELECT reader FROM document_readers WHERE company_id = new.company_id AND document_id = new.id) v
	 WHERE new.deleted_at IS NULL AND new.temporary_since IS NULL;
END;

CREATE TRIGGER `documents_types_changed`
AFTER UPDATE OF `types`, `display_name`, `archived_at`, `deleted_at`, `temporary_since` ON `documents`
WHEN new.types IS NOT old.types OR new.display_name IS NOT old.display_name OR (new.archived_at IS NULL) <> (old.archived_at IS NULL)
	OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) OR (new.temporary_since IS NULL) <> (old.temporary_since IS NULL) BEGIN
	DELETE FROM document_types WHERE company_id = new.company_id AND document_id = new.id;
	INSERT OR IGNORE INTO document_types (company_id, reader, type, is_archived, created_at, document_id, name_key)
	SELECT new.company_id, v.reader, t.value, new.archived_at IS NOT NULL, new.created_at, new.id, lower(new.display_name)
	  FROM json_each(new.types) t CROSS JOIN (SELECT '+' AS reader
		UNION ALL SELECT reader FROM document_readers WHERE company_id = new.company_id AND document_id = new.id) v
	 WHERE new.deleted_at IS NULL AND new.temporary_since IS NULL;
END;

CREATE TRIGGER `documents_types_removed` AFTER DELETE ON `documents` BEGIN
	DELETE FROM document_types WHERE company_id = old.company_id AND document_id = old.id;
END;

CREATE TRIGGER `document_readers_types_added` AFTER INSERT ON `document_readers` BEGIN
	INSERT OR IGNORE INTO document_types (company_id, reader, type, is_archived, created_at, document_id, name_key)
	SELECT new.company_id, new.reader, t.value, new.is_archived, new.created_at, new.document_id, new.name_key
	  FROM documents d CROSS JOIN json_each(d.types) t WHERE d.id = new.document_id;
END;

CREATE TRIGGER `document_readers_types_removed` AFTER DELETE ON `document_readers` BEGIN
	DELETE FROM document_types
	 WHERE company_id = old.company_id AND document_id = old.document_id AND reader = old.reader;
END;

-- What a person may read is looked through by name without reading the documents.
DROP INDEX `document_readers_created`;
CREATE INDEX `document_readers_created` ON `document_readers` (`company_id`,`reader`,`is_archived`,`created_at`,`document_id`,`name_key`);

-- Those that are attached to nothing, in each order of the list; who does not read all reads their own.
DROP INDEX `documents_loose`;
CREATE INDEX `documents_loose` ON `documents` (`company_id`,`created_at`,`id`) WHERE link_count = 0 AND deleted_at IS NULL AND temporary_since IS NULL;
CREATE INDEX `documents_loose_name` ON `documents` (`company_id`,lower(`display_name`),`id`) WHERE link_count = 0 AND deleted_at IS NULL AND temporary_since IS NULL;
CREATE INDEX `documents_loose_own` ON `documents` (`company_id`,`uploaded_by_user_id`,`created_at`,`id`) WHERE link_count = 0 AND deleted_at IS NULL AND temporary_since IS NULL;
CREATE INDEX `documents_loose_own_name` ON `documents` (`company_id`,`uploaded_by_user_id`,lower(`display_name`),`id`) WHERE link_count = 0 AND deleted_at IS NULL AND temporary_since IS NULL;
