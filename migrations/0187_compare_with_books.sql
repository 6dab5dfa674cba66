-- What the accounting system has changed or deleted of what Outlay wrote there. The accounts that an entity's bills and
-- payments are written with, and the custom fields and segments that bills use.
CREATE TABLE `erp_drifts` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`differences` text NOT NULL,
	`there` text,
	`there_version` text,
	`changed_at` text,
	`found_at` integer NOT NULL
);
CREATE INDEX `erp_drifts_found` ON `erp_drifts` (`company_id`, `found_at`, `entry_id`);
CREATE TABLE `erp_entity_settings` (
	`entity_object_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`payable_account_id` text,
	`funding_account_id` text,
	`clearing_account_id` text,
	`is_bill_synced` integer DEFAULT false NOT NULL,
	`is_payment_synced` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE INDEX `erp_entity_settings_company` ON `erp_entity_settings` (`company_id`);
CREATE TABLE `erp_bill_fields` (
	`object_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`is_on_bills` integer NOT NULL
);
CREATE INDEX `erp_bill_fields_company` ON `erp_bill_fields` (`company_id`);
