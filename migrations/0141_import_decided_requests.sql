-- Requests that were decided in another system, from CSV files that platform staff upload.
CREATE TABLE `external_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`intake_category_id` text NOT NULL,
	`system` text NOT NULL,
	`file_name` text NOT NULL,
	`status` text DEFAULT 'CHECKED' NOT NULL,
	`headers` text NOT NULL,
	`mapping` text NOT NULL,
	`row_count` integer NOT NULL,
	`done_row` integer DEFAULT 0 NOT NULL,
	`counts` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
CREATE INDEX `external_uploads_company` ON `external_uploads` (`company_id`, `created_at`, `id`);

CREATE TABLE `external_upload_rows` (
	`company_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`cells` text NOT NULL,
	`reference` text NOT NULL,
	`outcome` text NOT NULL,
	`problems` text DEFAULT '[]' NOT NULL,
	`request_id` text,
	PRIMARY KEY(`company_id`, `upload_id`, `number`)
);
CREATE INDEX `external_upload_rows_problems` ON `external_upload_rows` (`company_id`, `upload_id`, `number`) WHERE problems <> '[]';
CREATE INDEX `external_upload_rows_reference` ON `external_upload_rows` (`company_id`, `reference`) WHERE outcome = 'CREATED';
