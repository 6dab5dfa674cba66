CREATE TABLE `vendor_bank_details` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`state` text NOT NULL,
	`account_holder_name` text NOT NULL,
	`account_holder_type` text NOT NULL,
	`account_number_sealed` text NOT NULL,
	`account_number_key_id` text NOT NULL,
	`last_four` text NOT NULL,
	`routing_number` text NOT NULL,
	`bank_account_type` text NOT NULL,
	`address1` text NOT NULL,
	`address2` text NOT NULL,
	`city` text NOT NULL,
	`address_state` text NOT NULL,
	`postal_code` text NOT NULL,
	`country` text NOT NULL,
	`remittance_email` text NOT NULL,
	`shared_id` text,
	`is_change` integer NOT NULL,
	`held_until` integer NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`confirmed_at` integer,
	`confirmed_by_user_id` text
);
CREATE INDEX `vendor_bank_details_vendor` ON `vendor_bank_details` (`company_id`, `erp_vendor_id`, `created_at`, `id`);
CREATE INDEX `vendor_bank_details_waiting` ON `vendor_bank_details` (`company_id`, `created_at`, `id`) WHERE state = 'WAITING';
CREATE UNIQUE INDEX `vendor_bank_details_entered` ON `vendor_bank_details` (`company_id`, `erp_vendor_id`) WHERE state = 'WAITING';
CREATE UNIQUE INDEX `vendor_bank_details_in_force` ON `vendor_bank_details` (`company_id`, `erp_vendor_id`) WHERE state = 'CONFIRMED';
CREATE INDEX `vendor_bank_details_key` ON `vendor_bank_details` (`account_number_key_id`);

CREATE TABLE `vendor_bank_confirmations` (
	`company_id` text NOT NULL,
	`details_id` text NOT NULL,
	`user_id` text NOT NULL,
	`confirmed_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `details_id`, `user_id`)
);

CREATE TABLE `payment_information_approvers` (
	`company_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `group_id`)
);
