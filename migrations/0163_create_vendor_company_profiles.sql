-- What a vendor company says about itself, once for all its customers, and what each customer may see of it. In the
-- directory, like the vendor companies themselves.
ALTER TABLE `vendor_company_members` ADD `invited_at` integer;
ALTER TABLE `vendor_company_members` ADD `invited_first_name` text;
ALTER TABLE `vendor_company_members` ADD `invited_last_name` text;
CREATE TABLE `vendor_company_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`vendor_company_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`address1` text NOT NULL,
	`address2` text DEFAULT '' NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`postal_code` text NOT NULL,
	`country` text NOT NULL
);

CREATE INDEX `vendor_company_addresses_company` ON `vendor_company_addresses` (`vendor_company_id`,`created_at`,`id`);
CREATE TABLE `vendor_company_contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`vendor_company_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`email` text NOT NULL,
	`memo` text DEFAULT '' NOT NULL
);

CREATE INDEX `vendor_company_contacts_company` ON `vendor_company_contacts` (`vendor_company_id`,`created_at`,`id`);
CREATE TABLE `vendor_company_payment_information` (
	`id` text PRIMARY KEY NOT NULL,
	`vendor_company_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`account_holder_name` text NOT NULL,
	`account_holder_type` text NOT NULL,
	`account_number_sealed` text NOT NULL,
	`account_number_key_id` text NOT NULL,
	`last_four` text NOT NULL,
	`routing_number` text NOT NULL,
	`bank_account_type` text NOT NULL,
	`address1` text DEFAULT '' NOT NULL,
	`address2` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`state` text DEFAULT '' NOT NULL,
	`postal_code` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`remittance_email` text DEFAULT '' NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`vendor_company_address_id` text,
	`bank_changed_at` integer NOT NULL
);

CREATE INDEX `vendor_company_payment_information_company` ON `vendor_company_payment_information` (`vendor_company_id`,`created_at`,`id`);
CREATE TABLE `vendor_company_shares` (
	`vendor_company_id` text NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`shared_at` integer NOT NULL,
	PRIMARY KEY(`vendor_company_id`, `company_id`, `kind`, `target_id`)
);
CREATE INDEX `vendor_company_payment_information_key` ON `vendor_company_payment_information` (`account_number_key_id`);
