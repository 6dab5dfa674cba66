-- Changes of guarded settings that wait for a second person, or for their time.
CREATE TABLE `guarded_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`operation` text NOT NULL,
	`input` text NOT NULL,
	`words` text NOT NULL,
	`asked_by_user_id` text NOT NULL,
	`asked_by_name` text NOT NULL,
	`asked_at` integer NOT NULL,
	`effective_at` integer,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`decided_by_user_id` text,
	`decided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guarded_changes_waiting` ON `guarded_changes` (`company_id`,`operation`) WHERE state = 'WAITING';
--> statement-breakpoint
CREATE INDEX `guarded_changes_due` ON `guarded_changes` (`effective_at`) WHERE state = 'WAITING' AND effective_at IS NOT NULL;
--> statement-breakpoint
-- Since when someone may work with payments. New holders count for money a day later.
ALTER TABLE `company_memberships` ADD COLUMN `payments_granted_at` integer;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `payments_granted_by_user_id` text;
