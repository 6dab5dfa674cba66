-- When a member's next digest of a morning leaves. Null for people who don't want one.
ALTER TABLE `notification_preferences` ADD `digest_at` integer;
--> statement-breakpoint
CREATE INDEX `notification_preferences_digest` ON `notification_preferences` (`digest_at`) WHERE `digest_at` IS NOT NULL;
