-- Documents of vendors and services: what a document is attached to is counted on its row, so that lists come in order
-- from an index; a document is attached to one vendor at most.
--
-- `link_count` counts everything it is attached to, `open_count` what everybody of the company may read: vendors,
-- services, and comments about these. `temporary_since` is set on what a form uploaded ahead, until it is attached.
ALTER TABLE `documents` ADD COLUMN `version` integer DEFAULT 1 NOT NULL;
ALTER TABLE `documents` ADD COLUMN `archived_at` integer;
ALTER TABLE `documents` ADD COLUMN `link_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `documents` ADD COLUMN `open_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `documents` ADD COLUMN `temporary_since` integer;

UPDATE documents SET link_count = (SELECT count(*) FROM document_links l
  WHERE l.company_id = documents.company_id AND l.document_id = documents.id);

CREATE INDEX `documents_by_name` ON `documents` (`company_id`,lower(`display_name`),`id`);
CREATE INDEX `documents_loose` ON `documents` (`company_id`,`created_at`,`id`) WHERE link_count = 0;
CREATE INDEX `documents_open` ON `documents` (`company_id`,`created_at`,`id`) WHERE open_count > 0;
CREATE INDEX `documents_of_uploader` ON `documents` (`company_id`,`uploaded_by_user_id`,`created_at`,`id`);
CREATE INDEX `documents_temporary` ON `documents` (`temporary_since`) WHERE temporary_since IS NOT NULL;
CREATE UNIQUE INDEX `document_links_vendor` ON `document_links` (`company_id`,`document_id`) WHERE target_type = 'VENDOR';

CREATE TRIGGER `document_links_counted` AFTER INSERT ON `document_links` BEGIN
	UPDATE documents SET link_count = link_count + 1, temporary_since = NULL,
		open_count = open_count + (new.target_type IN ('VENDOR', 'SERVICE', 'OPEN_COMMENT'))
	 WHERE id = new.document_id AND company_id = new.company_id;
END;

CREATE TRIGGER `document_links_uncounted` AFTER DELETE ON `document_links` BEGIN
	UPDATE documents SET link_count = link_count - 1,
		open_count = open_count - (old.target_type IN ('VENDOR', 'SERVICE', 'OPEN_COMMENT'))
	 WHERE id = old.document_id AND company_id = old.company_id;
END;

CREATE TRIGGER `services_documents_removed` AFTER DELETE ON `services` BEGIN
	DELETE FROM document_links WHERE company_id = old.company_id AND target_type = 'SERVICE' AND target_id = old.id;
END;

CREATE TRIGGER `vendors_documents_removed` AFTER DELETE ON `vendors` BEGIN
	DELETE FROM document_links WHERE company_id = old.company_id AND target_type = 'VENDOR' AND target_id = old.id;
END;
