-- Alarms for the people who operate the installation: whom to tell, and which are on.
CREATE TABLE `alarm_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`emails` text DEFAULT '[]' NOT NULL,
	`webhook_url` text,
	`lane_minutes` integer DEFAULT 15 NOT NULL,
	`tick_minutes` integer DEFAULT 5 NOT NULL,
	`size_percent` integer DEFAULT 80 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_states` (
	`id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`kind` text NOT NULL,
	`cell` integer NOT NULL,
	`text` text NOT NULL,
	`began_at` integer NOT NULL,
	`quiet_since` integer,
	`ended_at` integer,
	`told_at` integer,
	`reminders` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_states_on` ON `alarm_states` (`about`) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX `alarm_states_newest` ON `alarm_states` (`began_at`);
--> statement-breakpoint
-- When each audit chain was verified, beginning with its first seal.
CREATE TABLE `audit_checks` (
	`company_id` text PRIMARY KEY NOT NULL,
	`checked_at` integer,
	`checked_by` text,
	`entries` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`walked` text,
	`due_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_checks_due` ON `audit_checks` (`due_at`);
--> statement-breakpoint
CREATE INDEX `audit_checks_broken` ON `audit_checks` (`company_id`) WHERE problem IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `audit_checks_unverified` ON `audit_checks` (`company_id`) WHERE checked_at IS NULL;
--> statement-breakpoint
INSERT INTO `audit_checks` (`company_id`) SELECT DISTINCT company_id FROM audit_seals;
--> statement-breakpoint
CREATE TRIGGER `audit_checks_begin` AFTER INSERT ON `audit_seals` WHEN NEW.sequence <= 256
BEGIN
  INSERT OR IGNORE INTO audit_checks (company_id) VALUES (NEW.company_id);
END;
--> statement-breakpoint
-- Syncs that don't end, and those that were given up.
CREATE INDEX `sync_runs_unfinished` ON `sync_runs` (`created_at`) WHERE finished_at IS NULL;
--> statement-breakpoint
CREATE INDEX `sync_runs_failed` ON `sync_runs` (`finished_at`) WHERE state = 'ERROR';
--> statement-breakpoint
ALTER TABLE `company_costs` ADD COLUMN `queries` integer NOT NULL DEFAULT 0;
