-- The rest of the organisation: kinds of categories, revenue categories, spend by month.
ALTER TABLE `spend_categories` ADD `type` text DEFAULT 'OPEX' NOT NULL;
ALTER TABLE `spend_categories` ADD `is_enabled_for_spend_requests` integer DEFAULT true NOT NULL;
CREATE TABLE `revenue_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text DEFAULT 'REVENUE' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `revenue_categories_name` ON `revenue_categories` (`company_id`,lower("name"));
CREATE TABLE `unit_spend_months` (
	`company_id` text NOT NULL,
	`unit_kind` text NOT NULL,
	`unit_id` text NOT NULL,
	`month` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `unit_kind`, `unit_id`, `month`),
	CONSTRAINT "unit_spend_months_month" CHECK("unit_spend_months"."month" GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]')
);

CREATE INDEX `company_memberships_location` ON `company_memberships` (`company_id`,`location_id`) WHERE location_id IS NOT NULL;
