-- Earlier versions of bills are only looked up by their key, so they need no second tree for it: a row less for each
-- version that is written.
CREATE TABLE `bill_versions_kept` (
	`bill_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`content` text NOT NULL,
	`changed_by_name` text NOT NULL,
	`changed_at` integer NOT NULL,
	`approved_at` integer,
	PRIMARY KEY(`bill_id`, `version`)
) WITHOUT ROWID;
INSERT INTO `bill_versions_kept` SELECT `bill_id`, `version`, `company_id`, `content`, `changed_by_name`, `changed_at`, `approved_at` FROM `bill_versions`;
DROP TABLE `bill_versions`;
ALTER TABLE `bill_versions_kept` RENAME TO `bill_versions`;
