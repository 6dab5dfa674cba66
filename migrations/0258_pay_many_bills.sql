CREATE TABLE `payment_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`status` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`payment_ids` text NOT NULL,
	`payment_count` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`skipped` text DEFAULT '{}' NOT NULL,
	`created_by_user_id` text NOT NULL,
	`decided_by_user_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
CREATE INDEX `payment_runs_company` ON `payment_runs` (`company_id`, `created_at`, `id`);

CREATE TABLE `payment_limits` (
	`company_id` text PRIMARY KEY NOT NULL,
	`run_limit_minor` integer NOT NULL,
	`free_below_minor` integer NOT NULL,
	`updated_at` integer NOT NULL
);
