-- What happened, for one person each. What it is about is read by its id, and left out for who can't read it anymore.
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_type` text,
	`target_id` text,
	`title` text,
	`sentence` text NOT NULL,
	`path` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE INDEX `notifications_person` ON `notifications` (`company_id`,`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`company_id`,`user_id`,`created_at`,`id`) WHERE read_at IS NULL;
--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`created_at`);
--> statement-breakpoint
-- How many of them a person hasn't read.
CREATE TABLE `notification_counts` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`)
);
--> statement-breakpoint
-- What a person wants to hear nothing more of.
CREATE TABLE `notification_mutes` (
	`company_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `target_type`, `target_id`, `user_id`)
);
--> statement-breakpoint
CREATE TRIGGER `notifications_rung` AFTER INSERT ON `notifications` WHEN new.read_at IS NULL BEGIN
  INSERT OR IGNORE INTO notification_counts (company_id, user_id, unread) VALUES (new.company_id, new.user_id, 0);
  UPDATE notification_counts SET unread = unread + 1 WHERE company_id = new.company_id AND user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_marked` AFTER UPDATE OF `read_at` ON `notifications`
WHEN (old.read_at IS NULL) <> (new.read_at IS NULL) BEGIN
  UPDATE notification_counts SET unread = unread + CASE WHEN new.read_at IS NULL THEN 1 ELSE -1 END
   WHERE company_id = new.company_id AND user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `notifications_forgotten` AFTER DELETE ON `notifications` WHEN old.read_at IS NULL BEGIN
  UPDATE notification_counts SET unread = unread - 1 WHERE company_id = old.company_id AND user_id = old.user_id;
END;
