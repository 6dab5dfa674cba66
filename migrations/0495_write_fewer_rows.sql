-- Rows that are only looked up by their key need no second tree for it, and what is forgotten by age is found in the
-- order in which it was written.

CREATE TABLE `request_block_mails_kept` (
	`company_id` text NOT NULL,
	`target_id` text NOT NULL,
	`block_id` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `target_id`, `block_id`)
) WITHOUT ROWID;
INSERT INTO `request_block_mails_kept` SELECT `company_id`, `target_id`, `block_id`, `sent_at` FROM `request_block_mails`;
DROP TABLE `request_block_mails`;
ALTER TABLE `request_block_mails_kept` RENAME TO `request_block_mails`;

CREATE TABLE `reply_addresses_kept` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`thread_id` text,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
INSERT INTO `reply_addresses_kept` SELECT `token_hash`, `company_id`, `user_id`, `target_type`, `target_id`, `thread_id`, `expires_at` FROM `reply_addresses`;
DROP TABLE `reply_addresses`;
ALTER TABLE `reply_addresses_kept` RENAME TO `reply_addresses`;
CREATE INDEX `reply_addresses_expiry` ON `reply_addresses` (`expires_at`);

DROP INDEX `command_results_age`;
DROP INDEX `mail_calls_age`;
DROP INDEX `notifications_age`;
DROP INDEX `decision_links_expiry`;
DROP INDEX `request_participants_recent`;
