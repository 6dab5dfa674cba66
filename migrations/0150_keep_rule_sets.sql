-- Rule sets: which spend requests need which approvals, and which further fields they ask for. Their rules are JSON,
-- because they are read and saved as a whole. Each saved version stays.
CREATE TABLE `rule_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`ordinal` integer NOT NULL,
	`content` text NOT NULL,
	`principal_ids` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
CREATE UNIQUE INDEX `rule_sets_name` ON `rule_sets` (`company_id`, `subject`, lower("name")) WHERE deleted_at IS NULL;
CREATE INDEX `rule_sets_order` ON `rule_sets` (`company_id`, `subject`, `ordinal`, `id`) WHERE deleted_at IS NULL;
CREATE TABLE `rule_set_versions` (
	`rule_set_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`rule_set_id`, `version`)
);
