-- Invitations of companies to people at vendors, in the directory, where both sides find them.
CREATE TABLE `vendor_company_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`vendor_name` text NOT NULL,
	`email` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by_user_id` text NOT NULL,
	`invited_by_name` text NOT NULL,
	`vendor_company_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`decided_at` integer
);

CREATE UNIQUE INDEX `vendor_company_invitations_token` ON `vendor_company_invitations` (`token_hash`);
CREATE UNIQUE INDEX `vendor_company_invitations_pending` ON `vendor_company_invitations` (`company_id`,`vendor_id`,`email`) WHERE status = 'PENDING';
CREATE INDEX `vendor_company_invitations_vendor` ON `vendor_company_invitations` (`company_id`,`vendor_id`,`created_at`);
CREATE INDEX `vendor_company_invitations_email` ON `vendor_company_invitations` (`email`,`created_at`) WHERE status = 'PENDING';
