-- Vendors' own people: their companies, whom these sell to, and their sessions, apart from those of staff.
CREATE TABLE `vendor_companies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`vendor_type` text DEFAULT 'BUSINESS' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE TABLE `vendor_company_members` (
	`vendor_company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`vendor_company_id`, `user_id`)
);

CREATE INDEX `vendor_company_members_user` ON `vendor_company_members` (`user_id`);
CREATE TABLE `vendor_company_customers` (
	`vendor_company_id` text NOT NULL,
	`company_id` text NOT NULL,
	`vendor_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`vendor_company_id`, `company_id`)
);

CREATE INDEX `vendor_company_customers_company` ON `vendor_company_customers` (`company_id`,`vendor_id`);
CREATE TABLE `vendor_login_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`vendor_company_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);

CREATE INDEX `vendor_login_tokens_expiry` ON `vendor_login_tokens` (`expires_at`);
CREATE TABLE `vendor_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`vendor_company_id` text NOT NULL,
	`company_id` text,
	`timezone` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);

CREATE INDEX `vendor_sessions_user` ON `vendor_sessions` (`user_id`);
CREATE INDEX `vendor_sessions_expiry` ON `vendor_sessions` (`expires_at`);
