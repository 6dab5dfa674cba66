-- Forms that were sent to vendors: to whom, by whom, and what was saved before it was submitted.
CREATE TABLE `vendor_form_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`intake_submission_id` text NOT NULL,
	`intake_category_id` text NOT NULL,
	`form_version` integer NOT NULL,
	`vendor_id` text NOT NULL,
	`service_id` text,
	`recipient` text NOT NULL,
	`vendor_user_id` text,
	`email` text,
	`recipient_name` text DEFAULT '' NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`owner_user_id` text NOT NULL,
	`status` text DEFAULT 'UNSUBMITTED' NOT NULL,
	`draft_answers` text,
	`draft_notes` text,
	`draft_version` integer DEFAULT 0 NOT NULL,
	`sent_back_at` integer,
	`sent_back_message` text,
	`token_hash` text,
	`expires_at` integer,
	`source_target_id` text,
	`source_block_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`submitted_at` integer,
	`revoked_at` integer,
	`archived_at` integer,
	`deleted_at` integer
);
CREATE UNIQUE INDEX `vendor_form_invitations_submission` ON `vendor_form_invitations` (`company_id`,`intake_submission_id`);
CREATE UNIQUE INDEX `vendor_form_invitations_token` ON `vendor_form_invitations` (`token_hash`) WHERE token_hash IS NOT NULL;
CREATE INDEX `vendor_form_invitations_created` ON `vendor_form_invitations` (`company_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `vendor_form_invitations_status` ON `vendor_form_invitations` (`company_id`,`status`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `vendor_form_invitations_vendor` ON `vendor_form_invitations` (`company_id`,`vendor_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `vendor_form_invitations_owner` ON `vendor_form_invitations` (`company_id`,`owner_user_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `vendor_form_invitations_block` ON `vendor_form_invitations` (`company_id`,`source_block_id`) WHERE source_block_id IS NOT NULL;
ALTER TABLE `intake_submissions` ADD COLUMN `vendor_form_id` text;
