-- Vendors from CSV files. The rows of a file are kept, so that a run that was cut short goes on where it stopped and
-- everything an import did can be taken back.
CREATE TABLE `vendor_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`file_name` text NOT NULL,
	`status` text DEFAULT 'MAPPING' NOT NULL,
	`headers` text NOT NULL,
	`samples` text NOT NULL,
	`mapping` text NOT NULL,
	`existing` text DEFAULT 'SKIP' NOT NULL,
	`row_count` integer NOT NULL,
	`done_row` integer DEFAULT 0 NOT NULL,
	`done_count` integer DEFAULT 0 NOT NULL,
	`warning_count` integer DEFAULT 0 NOT NULL,
	`counts` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
CREATE INDEX `vendor_imports_company` ON `vendor_imports` (`company_id`,`created_at`,`id`);

CREATE TABLE `vendor_import_rows` (
	`company_id` text NOT NULL,
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`cells` text NOT NULL,
	`outcome` text DEFAULT 'NEW' NOT NULL,
	`problems` text DEFAULT '[]' NOT NULL,
	`vendor_id` text,
	`written_version` integer,
	`before` text,
	PRIMARY KEY(`company_id`, `import_id`, `number`)
);
CREATE INDEX `vendor_import_rows_outcome` ON `vendor_import_rows` (`company_id`,`import_id`,`outcome`,`number`);
CREATE INDEX `vendor_import_rows_vendor` ON `vendor_import_rows` (`company_id`,`vendor_id`) WHERE vendor_id IS NOT NULL;
