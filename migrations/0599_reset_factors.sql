-- Resets of second factors of people who work with payments, which wait for a day.
CREATE TABLE `factor_resets` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`asked_by_user_id` text NOT NULL,
	`asked_by_name` text NOT NULL,
	`asked_at` integer NOT NULL,
	`effective_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `factor_resets_due` ON `factor_resets` (`effective_at`);
