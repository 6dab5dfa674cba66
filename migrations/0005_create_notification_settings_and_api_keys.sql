-- Who is told of what: a member's own choice, the company's switches, reminders and vendor notifications.
CREATE TABLE `notification_preferences` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`receive_email` integer DEFAULT true NOT NULL,
	`receive_slack` integer DEFAULT false NOT NULL,
	`spend_approver_level` text DEFAULT 'OWN_LEVEL' NOT NULL,
	`spend_watcher_level` text DEFAULT 'REQUESTED_AND_FULLY_APPROVED' NOT NULL,
	`requester_level` text DEFAULT 'EVERY_UPDATE' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`)
);

CREATE TABLE `notification_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`enable_email_notifications` integer DEFAULT true NOT NULL,
	`enable_slack_notifications` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE TABLE `notification_reminders` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`days_after_notification` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`checked_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "notification_reminders_days" CHECK("notification_reminders"."days_after_notification" BETWEEN 1 AND 365)
);

CREATE UNIQUE INDEX `notification_reminders_days_once` ON `notification_reminders` (`company_id`,`days_after_notification`);
CREATE INDEX `notification_reminders_due` ON `notification_reminders` (`checked_at`);
-- Whom reminders look for: those who are waited for, by since when. Only rows of people who are waited for are in it.
CREATE INDEX `request_participants_waiting` ON `request_participants` (`company_id`,`action_since`) WHERE action_since IS NOT NULL;
CREATE TABLE `vendor_notification_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`send_to_admins` integer DEFAULT true NOT NULL,
	`send_to_vendor_admins` integer DEFAULT true NOT NULL,
	`send_to_vendor_owners` integer DEFAULT true NOT NULL,
	`group_ids` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);

-- Keys of the REST API. A revoked key stays, so that the history can name it.
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`key_hash` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`flags` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`last_used_at` integer,
	`window_start` integer DEFAULT 0 NOT NULL,
	`window_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);

CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);
CREATE UNIQUE INDEX `api_keys_name` ON `api_keys` (`company_id`,lower("name")) WHERE revoked_at IS NULL;
CREATE INDEX `api_keys_company` ON `api_keys` (`company_id`,`created_at`,`id`) WHERE revoked_at IS NULL;
ALTER TABLE `audit_log` ADD `api_key_id` text;
