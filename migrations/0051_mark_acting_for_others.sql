-- Viewing as another member only reads; acting on their behalf has a reason, and marks what it writes.
ALTER TABLE `login_tokens` ADD COLUMN `acting_reason` text;
ALTER TABLE `sessions` ADD COLUMN `acting_reason` text;
ALTER TABLE `comments` ADD COLUMN `impersonator_user_id` text;
-- Of an object's history, what was written on somebody's behalf.
CREATE INDEX `audit_log_acted` ON `audit_log` (`company_id`,`target_type`,`target_id`,`id`) WHERE impersonator_user_id IS NOT NULL;
