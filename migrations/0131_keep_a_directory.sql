-- Which cell a company's data is in, and which companies know an email address. Companies and members of a single
-- database are all in the first cell.
CREATE TABLE `directory_companies` (
	`id` text PRIMARY KEY NOT NULL,
	`cell` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`short_name_key` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `directory_companies_short_name` ON `directory_companies` (`short_name_key`);
CREATE INDEX `directory_companies_name` ON `directory_companies` (lower(`name`), `id`);
CREATE INDEX `directory_companies_created` ON `directory_companies` (`created_at`, `id`);
CREATE TABLE `directory_people` (
	`email` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`email`, `company_id`, `user_id`)
) WITHOUT ROWID;
CREATE INDEX `directory_people_member` ON `directory_people` (`company_id`, `user_id`);
INSERT INTO `directory_companies` (id, name, short_name_key, created_at)
SELECT id, name, lower(email_short_name), created_at FROM companies WHERE id <> 'platform-staff';
INSERT INTO `directory_people` (email, company_id, user_id)
SELECT u.email, m.company_id, m.user_id FROM company_memberships m JOIN users u ON u.id = m.user_id;
