ALTER TABLE `api_keys` ADD COLUMN `scopes` text;
--> statement-breakpoint
ALTER TABLE `api_keys` ADD COLUMN `expires_at` integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE `api_keys` ADD COLUMN `end_told_at` integer;
--> statement-breakpoint
-- Keys of before get the usual time from now on.
UPDATE `api_keys` SET `expires_at` = unixepoch() * 1000 + 7776000000;
--> statement-breakpoint
CREATE INDEX `api_keys_ending` ON `api_keys` (`expires_at`) WHERE revoked_at IS NULL AND end_told_at IS NULL;
