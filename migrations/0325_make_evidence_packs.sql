-- Evidence packs of bills and requests. Their files are kept for an hour, and then the row goes with them.
CREATE TABLE `evidence_packs` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`status` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`digest` text,
	`pdf_key` text,
	`pdf_size` integer,
	`json_key` text,
	`json_size` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE INDEX `evidence_packs_person` ON `evidence_packs` (`company_id`,`user_id`,`target_id`,`created_at`);
CREATE INDEX `evidence_packs_expiry` ON `evidence_packs` (`expires_at`);
