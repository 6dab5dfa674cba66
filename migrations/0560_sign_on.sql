-- How a session was begun, and roughly where.
ALTER TABLE `sessions` ADD `method` text DEFAULT 'EMAIL_LINK' NOT NULL;
ALTER TABLE `sessions` ADD `place` text;
ALTER TABLE `vendor_sessions` ADD `method` text DEFAULT 'EMAIL_LINK' NOT NULL;
ALTER TABLE `vendor_sessions` ADD `place` text;
ALTER TABLE `login_tokens` ADD `method` text DEFAULT 'EMAIL_LINK' NOT NULL;
ALTER TABLE `login_tokens` ADD `browser_hash` text;
ALTER TABLE `vendor_login_tokens` ADD `method` text DEFAULT 'EMAIL_LINK' NOT NULL;
ALTER TABLE `vendor_login_tokens` ADD `browser_hash` text;
-- Companies' connections to identity providers. The columns from metadata_url on are for SAML.
CREATE TABLE `sign_on_connections` (
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`domain` text,
	`client_id` text,
	`tenant_id` text,
	`metadata_url` text,
	`metadata_xml` text,
	`entity_id` text,
	`sso_url` text,
	`certificates` text,
	`metadata_read_at` integer,
	`metadata_failed_at` integer,
	`fault` text,
	`tested_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`company_id`, `kind`)
) WITHOUT ROWID;
-- Who a person of a provider is in a company.
CREATE TABLE `sign_on_identities` (
	`company_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`method` text NOT NULL,
	`email` text,
	`linked_at` integer NOT NULL,
	`last_used_at` integer,
	PRIMARY KEY(`company_id`, `issuer`, `subject`)
) WITHOUT ROWID;
CREATE INDEX `sign_on_identities_user` ON `sign_on_identities` (`user_id`,`issuer`);
CREATE INDEX `sign_on_identities_subject` ON `sign_on_identities` (`subject`,`issuer`);
-- In the directory: sign-ins in progress at a provider.
CREATE TABLE `directory_sign_on_attempts` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`portal` text NOT NULL,
	`of_company` text,
	`for_user` text,
	`nonce` text NOT NULL,
	`verifier` text NOT NULL,
	`browser_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
) WITHOUT ROWID;
CREATE INDEX `directory_sign_on_attempts_expiry` ON `directory_sign_on_attempts` (`expires_at`);
-- In the directory: the domains of companies' people. Only a proven one counts, and it is one company's.
CREATE TABLE `directory_login_domains` (
	`of_company` text NOT NULL,
	`domain` text NOT NULL,
	`token` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`proven_at` integer,
	`checked_at` integer,
	`missing_since` integer,
	PRIMARY KEY(`of_company`, `domain`)
) WITHOUT ROWID;
CREATE UNIQUE INDEX `directory_login_domains_proven` ON `directory_login_domains` (`domain`) WHERE proven_at IS NOT NULL;
