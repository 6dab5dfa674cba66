-- What a company requires of people with addresses in its proven login domains, and who may still use the email link.
CREATE TABLE `login_requirements` (
	`company_id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`since` integer NOT NULL
) WITHOUT ROWID;
CREATE TABLE `required_login_domains` (
	`company_id` text NOT NULL,
	`domain` text NOT NULL,
	PRIMARY KEY(`company_id`, `domain`)
) WITHOUT ROWID;
CREATE TABLE `break_glass_admins` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`named_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`)
) WITHOUT ROWID;
-- What a sign-in in progress is for.
ALTER TABLE `directory_sign_on_attempts` ADD `purpose` text DEFAULT 'SIGN_IN' NOT NULL;
