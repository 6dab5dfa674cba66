-- Secrets that a company shares with outside systems, encrypted, one row for each version. A replaced one stays valid for
-- a while. The first secret of webhooks is made from the Worker's signing key and gets a row when it is replaced.
CREATE TABLE `connection_credentials` (
	`company_id` text NOT NULL,
	`provider` text NOT NULL,
	`version` integer NOT NULL,
	`key_id` text NOT NULL,
	`sealed` text NOT NULL,
	`valid_until` integer,
	`replaced_at` integer NOT NULL,
	`command_id` text,
	PRIMARY KEY(`company_id`, `provider`, `version`)
);
CREATE INDEX `connection_credentials_key` ON `connection_credentials` (`key_id`);
CREATE INDEX `connection_credentials_expiry` ON `connection_credentials` (`valid_until`) WHERE valid_until IS NOT NULL;
