-- Plans, and what they name: departments, vendors and so on, by the names of the imported table.
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`start_month` text NOT NULL,
	`end_month` text NOT NULL,
	`currency` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `plans_name` ON `plans` (`company_id`, lower(`name`), `id`);
CREATE INDEX `plans_start` ON `plans` (`company_id`, `start_month`, `id`);
CREATE INDEX `plans_created` ON `plans` (`company_id`, `created_at`, `id`);
CREATE TABLE `plan_items` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
CREATE UNIQUE INDEX `plan_items_plan` ON `plan_items` (`company_id`, `plan_id`, `kind`, `name_key`);
CREATE INDEX `plan_items_name` ON `plan_items` (`company_id`, `kind`, `name_key`, `id`);

-- What they are in the company.
CREATE TABLE `plan_unit_links` (
	`company_id` text NOT NULL,
	`item_id` text NOT NULL,
	`unit_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `item_id`, `unit_id`)
);
CREATE INDEX `plan_unit_links_unit` ON `plan_unit_links` (`company_id`, `unit_id`, `item_id`);
CREATE TABLE `plan_vendor_links` (
	`company_id` text NOT NULL,
	`item_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `item_id`, `vendor_id`)
);
CREATE INDEX `plan_vendor_links_vendor` ON `plan_vendor_links` (`company_id`, `vendor_id`, `item_id`);

-- The amounts, one for each month of the plan, and what they sum to.
CREATE TABLE `plan_lines` (
	`company_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`type` text NOT NULL,
	`department_item_id` text NOT NULL,
	`business_unit_item_id` text NOT NULL,
	`category_item_id` text NOT NULL,
	`location_item_id` text NOT NULL,
	`vendor_item_id` text NOT NULL,
	`amounts` text NOT NULL,
	PRIMARY KEY(`company_id`, `plan_id`, `type`, `department_item_id`, `business_unit_item_id`, `category_item_id`, `location_item_id`, `vendor_item_id`)
);
CREATE INDEX `plan_lines_business_unit` ON `plan_lines` (`company_id`, `plan_id`, `type`, `business_unit_item_id`);
CREATE INDEX `plan_lines_category` ON `plan_lines` (`company_id`, `plan_id`, `type`, `category_item_id`);
CREATE INDEX `plan_lines_location` ON `plan_lines` (`company_id`, `plan_id`, `type`, `location_item_id`);
CREATE INDEX `plan_lines_vendor` ON `plan_lines` (`company_id`, `plan_id`, `type`, `vendor_item_id`);
CREATE TABLE `plan_sums` (
	`company_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`type` text NOT NULL,
	`dimension` text NOT NULL,
	`item_id` text NOT NULL,
	`total_minor` integer NOT NULL,
	`amounts` text NOT NULL,
	PRIMARY KEY(`company_id`, `plan_id`, `type`, `dimension`, `item_id`)
);
CREATE INDEX `plan_sums_total` ON `plan_sums` (`company_id`, `plan_id`, `type`, `dimension`, `total_minor`, `item_id`);
