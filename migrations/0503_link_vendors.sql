-- Accounting vendors that are linked to vendors without anyone, or proposed, and what people said of their names.
CREATE TABLE `erp_vendor_links` (
	`object_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`vendor_id` text,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`ordinal` integer NOT NULL,
	`is_open` integer GENERATED ALWAYS AS ((state IN ('PROPOSED', 'UNKNOWN'))) VIRTUAL NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erp_vendor_links_list` ON `erp_vendor_links` (`company_id`,`is_open`,`ordinal`,`object_id`);
--> statement-breakpoint
CREATE INDEX `erp_vendor_links_vendor` ON `erp_vendor_links` (`company_id`,`vendor_id`) WHERE vendor_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `vendor_aliases` (
	`company_id` text NOT NULL,
	`name_key` text NOT NULL,
	`match_key` text NOT NULL,
	`vendor_id` text NOT NULL,
	`learned_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `name_key`)
);
--> statement-breakpoint
CREATE INDEX `vendor_aliases_match` ON `vendor_aliases` (`company_id`,`match_key`);
--> statement-breakpoint
CREATE INDEX `vendor_aliases_vendor` ON `vendor_aliases` (`company_id`,`vendor_id`);
--> statement-breakpoint
CREATE TABLE `vendor_refusals` (
	`company_id` text NOT NULL,
	`name_key` text NOT NULL,
	`vendor_id` text NOT NULL,
	`is_final` integer NOT NULL,
	`refused_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `name_key`, `vendor_id`)
);
--> statement-breakpoint
CREATE INDEX `vendor_refusals_vendor` ON `vendor_refusals` (`company_id`,`vendor_id`);
--> statement-breakpoint
CREATE TABLE `vendor_linking_off` (
	`company_id` text PRIMARY KEY NOT NULL,
	`off_at` integer NOT NULL
);
--> statement-breakpoint
-- Lines of accounting vendors that belong to no vendor yet.
CREATE INDEX `transactions_vendor_object` ON `transactions` (`company_id`,`vendor_object_id`,`is_payroll`) WHERE vendor_id IS NULL AND vendor_object_id IS NOT NULL;
--> statement-breakpoint
-- Companies that still have accounting vendors without a vendor.
CREATE INDEX `erp_object_counts_open` ON `erp_object_counts` (`company_id`) WHERE mapped_kind = 'VENDOR' AND unmapped > 0;
