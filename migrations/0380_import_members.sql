-- Members from CSV files. The rows of a file are kept, so that everything an import did can be listed and undone.
CREATE TABLE `member_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`file_name` text NOT NULL,
	`status` text DEFAULT 'MAPPING' NOT NULL,
	`headers` text NOT NULL,
	`samples` text NOT NULL,
	`mapping` text NOT NULL,
	`creates_departments` integer DEFAULT false NOT NULL,
	`unknown_departments` text DEFAULT '[]' NOT NULL,
	`created_departments` text DEFAULT '[]' NOT NULL,
	`row_count` integer NOT NULL,
	`counts` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
CREATE INDEX `member_imports_company` ON `member_imports` (`company_id`,`created_at`,`id`);

CREATE TABLE `member_import_rows` (
	`company_id` text NOT NULL,
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`cells` text NOT NULL,
	`outcome` text DEFAULT 'NEW' NOT NULL,
	`problems` text DEFAULT '[]' NOT NULL,
	`user_id` text,
	`written_version` integer,
	PRIMARY KEY(`company_id`, `import_id`, `number`)
);
CREATE INDEX `member_import_rows_problems` ON `member_import_rows` (`company_id`,`import_id`,`number`) WHERE problems <> '[]';
