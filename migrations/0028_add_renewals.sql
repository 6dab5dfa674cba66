-- Renewals: when a period ends and until when it can be cancelled, who is reminded of it, and private calendars of it.
--
-- A reminder is due while it is not settled: the cron reads nothing but those, from their index. Settled ones stay, so
-- that a period that is saved again is not reminded of twice.
ALTER TABLE `service_periods` ADD COLUMN `notice_days` integer;
ALTER TABLE `service_periods` ADD COLUMN `cancel_by` text;
CREATE INDEX `service_periods_end` ON `service_periods` (`company_id`,`end_date`,`id`);
CREATE INDEX `service_periods_cancel` ON `service_periods` (`company_id`,`cancel_by`,`id`) WHERE cancel_by IS NOT NULL;

CREATE TABLE `service_reminders` (
	`company_id` text NOT NULL,
	`service_id` text NOT NULL,
	`period_id` text NOT NULL,
	`remind_on` text NOT NULL,
	`settled_at` integer,
	PRIMARY KEY(`company_id`, `service_id`, `period_id`, `remind_on`)
);
CREATE INDEX `service_reminders_due` ON `service_reminders` (`remind_on`,`company_id`,`period_id`) WHERE settled_at IS NULL;

CREATE TABLE `service_reminder_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`send_to_admins` integer DEFAULT 1 NOT NULL,
	`send_to_vendor_owners` integer DEFAULT 1 NOT NULL,
	`send_to_service_owners` integer DEFAULT 1 NOT NULL,
	`send_to_department_leads` integer DEFAULT 0 NOT NULL,
	`send_to_business_unit_leads` integer DEFAULT 0 NOT NULL,
	`group_ids` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE TABLE `renewal_feeds` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`)
);
CREATE UNIQUE INDEX `renewal_feeds_token` ON `renewal_feeds` (`token_hash`);
