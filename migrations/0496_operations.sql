-- When each part of a minute's work last ended, so that one can tell when it stopped.
ALTER TABLE `tick_leases` ADD COLUMN `done_at` integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- What companies cost by day, and who is told when something needs an operator.
CREATE TABLE `company_costs` (
	`day` text NOT NULL,
	`company_id` text NOT NULL,
	`calls` integer NOT NULL,
	`ms` integer NOT NULL,
	`rows_read` integer NOT NULL,
	`rows_written` integer NOT NULL,
	PRIMARY KEY(`day`, `company_id`)
);
--> statement-breakpoint
CREATE TABLE `operator_alarms` (
	`id` integer PRIMARY KEY NOT NULL,
	`emails` text DEFAULT '' NOT NULL,
	`webhook_url` text,
	`webhook_secret` text,
	`limits` text DEFAULT '{}' NOT NULL,
	`ringing` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`dead_at`) WHERE dead_at IS NOT NULL;
