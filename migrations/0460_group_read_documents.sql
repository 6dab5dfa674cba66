-- People who can read some of the documents have them by type and vendor from an index, too.
ALTER TABLE `document_readers` ADD COLUMN `types` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `document_readers` ADD COLUMN `vendor_key` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE document_readers SET types = d.types, vendor_key = d.vendor_key FROM documents d
 WHERE d.id = document_readers.document_id AND (d.types <> '[]' OR d.vendor_key <> '');
--> statement-breakpoint
CREATE INDEX `document_readers_type` ON `document_readers` (`company_id`,`reader`,`is_archived`,`types`,`document_id`);
--> statement-breakpoint
CREATE INDEX `document_readers_vendor` ON `document_readers` (`company_id`,`reader`,`is_archived`,`vendor_key`,`document_id`);
--> statement-breakpoint
CREATE TRIGGER `document_readers_grouped` AFTER INSERT ON `document_readers` BEGIN
	UPDATE document_readers SET types = d.types, vendor_key = d.vendor_key FROM documents d
	 WHERE document_readers.company_id = new.company_id AND document_readers.reader = new.reader
	   AND document_readers.document_id = new.document_id AND d.id = new.document_id AND (d.types <> '[]' OR d.vendor_key <> '');
END;
--> statement-breakpoint
CREATE TRIGGER `documents_readers_grouped` AFTER UPDATE OF `types`, `vendor_key` ON `documents`
WHEN new.types IS NOT old.types OR new.vendor_key IS NOT old.vendor_key BEGIN
	UPDATE document_readers SET types = new.types, vendor_key = new.vendor_key WHERE company_id = new.company_id AND document_id = new.id;
END;
