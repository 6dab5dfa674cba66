-- Changes of purchase orders, with approvals of their own. Rows are written by the projections of their objects.
CREATE TABLE `purchase_order_change_runs` (
	`purchase_order_id` text NOT NULL,
	`run` integer NOT NULL,
	`company_id` text NOT NULL,
	`base_version` integer NOT NULL,
	`content` text NOT NULL,
	`reason` text NOT NULL,
	`changed_by_name` text NOT NULL,
	`changed_by_user_id` text,
	`changed_at` integer NOT NULL,
	`status` text NOT NULL,
	`completed_at` integer,
	`applied_version` integer,
	`problem` text,
	PRIMARY KEY(`purchase_order_id`, `run`)
);
CREATE INDEX `purchase_order_change_runs_company` ON `purchase_order_change_runs` (`company_id`);
CREATE TABLE `purchase_order_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`requestor_user_id` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`vendor_name` text NOT NULL,
	`total_minor` integer NOT NULL,
	`company_minor` integer,
	`currency` text NOT NULL,
	`version` integer NOT NULL,
	`run` integer NOT NULL,
	`plan` text NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`last_event` text NOT NULL,
	`last_event_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`projected_sequence` integer NOT NULL
);
