-- What the provider says about each mail, in whatever order it says so.
CREATE TABLE `mail_outcomes` (
	`mail_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`effect_id` text NOT NULL,
	`address` text NOT NULL,
	`delivered_at` integer,
	`bounced_at` integer,
	`complained_at` integer,
	`reason` text,
	`updated_at` integer NOT NULL
);
CREATE INDEX `mail_outcomes_address` ON `mail_outcomes` (`company_id`,`address`);
CREATE INDEX `mail_outcomes_age` ON `mail_outcomes` (`updated_at`);
-- The address of the member from which the newest mail came back.
ALTER TABLE `company_memberships` ADD COLUMN `bounced_email` text;
