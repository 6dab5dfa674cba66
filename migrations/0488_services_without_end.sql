-- Services that run month to month: their last period ends on 9999-12-31 for lists and comparisons, and `open_until` is
-- the first month (yyyy-mm) whose cost isn't kept yet.
ALTER TABLE `services` ADD COLUMN `open_until` text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX `services_open` ON `services` (`open_until`) WHERE open_until > '';
