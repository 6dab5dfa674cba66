-- What is to be in the accounting system of each bill, payment and transfer: one row for each object there.
CREATE TABLE `ledger_syncs` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`type` text NOT NULL,
	`owner_id` text NOT NULL,
	`bill_id` text,
	`date` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`is_credit` integer NOT NULL,
	`title` text NOT NULL,
	`facts` text NOT NULL,
	`facts_at` integer NOT NULL,
	`state` text NOT NULL,
	`is_removal` integer DEFAULT false NOT NULL,
	`error` text,
	`asked_at` integer,
	`erp_id` text,
	`url` text,
	`synced_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `ledger_syncs_owner` ON `ledger_syncs` (`company_id`,`type`,`owner_id`);
CREATE INDEX `ledger_syncs_bill` ON `ledger_syncs` (`company_id`,`bill_id`) WHERE bill_id IS NOT NULL;
CREATE INDEX `ledger_syncs_date` ON `ledger_syncs` (`company_id`,`date`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `ledger_syncs_state` ON `ledger_syncs` (`company_id`,`state`,`date`,`id`) WHERE deleted_at IS NULL;
