-- How long approvers of a company have. Zero hours means no deadline, like no row.
CREATE TABLE `approval_deadlines` (
	`company_id` text PRIMARY KEY NOT NULL,
	`hours` integer NOT NULL,
	`nudge_percent` integer,
	`escalates` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
