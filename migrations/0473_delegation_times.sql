-- A delegation begins and ends with days in the time zone of who delegates.
ALTER TABLE `delegate_approvers` ADD COLUMN `starts_at` integer;
--> statement-breakpoint
ALTER TABLE `delegate_approvers` ADD COLUMN `ends_at` integer;
