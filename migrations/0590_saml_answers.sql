-- What a SAML provider answered, checked, until the browser that asked fetches it.
ALTER TABLE `directory_sign_on_attempts` ADD `answer` text;
-- Assertions that were taken, until they would no longer be.
CREATE TABLE `saml_assertions` (
	`company_id` text NOT NULL,
	`assertion_id` text NOT NULL,
	`valid_until` integer NOT NULL,
	PRIMARY KEY(`company_id`, `assertion_id`)
) WITHOUT ROWID;
CREATE INDEX `saml_assertions_end` ON `saml_assertions` (`valid_until`);
