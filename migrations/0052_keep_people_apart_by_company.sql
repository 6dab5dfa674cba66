-- A company has a record of its own of each person that it adds, with what it typed itself: of an address that is known
-- elsewhere nothing is shared. Who accepts the invitation joins; until then the membership says since when they are invited.
DROP INDEX `users_email`;
CREATE INDEX `users_email` ON `users` (`email`);
CREATE UNIQUE INDEX `company_memberships_address` ON `company_memberships` (`company_id`,`email_key`) WHERE email_key <> '';
ALTER TABLE `company_memberships` ADD COLUMN `invited_at` integer;
-- The platform's own staff: made as such, and never by a change of somebody else's record.
ALTER TABLE `users` ADD COLUMN `is_platform_staff` integer DEFAULT false NOT NULL;
CREATE UNIQUE INDEX `users_staff` ON `users` (`email`) WHERE is_platform_staff = 1;
CREATE TRIGGER `users_staff_kept` BEFORE UPDATE OF `email`, `is_platform_staff` ON `users` WHEN NEW.is_platform_staff IS NOT OLD.is_platform_staff OR (OLD.is_platform_staff = 1 AND NEW.email IS NOT OLD.email) BEGIN SELECT RAISE(ABORT, 'A staff account cannot be changed into another'); END;
-- A new address of a member, until whoever reads its mail confirms it.
CREATE TABLE `email_changes` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`asked_by_user_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`done_at` integer
);

CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);
-- Where a session was begun: "Firefox on Windows".
ALTER TABLE `sessions` ADD COLUMN `device` text;
ALTER TABLE `vendor_sessions` ADD COLUMN `device` text;
CREATE INDEX `sessions_impersonator` ON `sessions` (`impersonator_user_id`) WHERE impersonator_user_id IS NOT NULL;
