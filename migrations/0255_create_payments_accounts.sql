CREATE TABLE `payments_accounts` (
	`company_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`financial_account_id` text,
	`state` text NOT NULL,
	`missing_count` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`checked_at` integer NOT NULL
);
CREATE UNIQUE INDEX `payments_accounts_account` ON `payments_accounts` (`account_id`);
CREATE INDEX `payments_accounts_due` ON `payments_accounts` (`checked_at`) WHERE state IN ('CREATED', 'SUBMITTED');

CREATE TABLE `payment_methods` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`setup_intent_id` text NOT NULL,
	`provider_method_id` text,
	`state` text NOT NULL,
	`bank_name` text,
	`last_four` text NOT NULL,
	`account_holder_name` text NOT NULL,
	`account_holder_type` text NOT NULL,
	`bank_account_type` text NOT NULL,
	`verification_url` text,
	`deposit_kind` text,
	`deposits_arrive_at` integer,
	`error_code` text,
	`is_default` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`checked_at` integer NOT NULL
);
CREATE INDEX `payment_methods_company` ON `payment_methods` (`company_id`, `created_at`, `id`);
CREATE UNIQUE INDEX `payment_methods_setup` ON `payment_methods` (`setup_intent_id`);
CREATE UNIQUE INDEX `payment_methods_default` ON `payment_methods` (`company_id`) WHERE is_default;
CREATE INDEX `payment_methods_due` ON `payment_methods` (`checked_at`) WHERE state = 'VERIFYING';

CREATE TABLE `payment_method_entities` (
	`company_id` text NOT NULL,
	`erp_entity_id` text NOT NULL,
	`payment_method_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `erp_entity_id`)
);
CREATE INDEX `payment_method_entities_method` ON `payment_method_entities` (`company_id`, `payment_method_id`);

CREATE TABLE `payment_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`state` text NOT NULL,
	`provider_id` text,
	`fail_code` text,
	`arrives_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`posted_at` integer,
	`returned_at` integer,
	`checked_at` integer NOT NULL
);
CREATE INDEX `payment_transfers_company` ON `payment_transfers` (`company_id`, `created_at`, `id`);
CREATE INDEX `payment_transfers_method` ON `payment_transfers` (`company_id`, `payment_method_id`);
CREATE UNIQUE INDEX `payment_transfers_provider` ON `payment_transfers` (`provider_id`) WHERE provider_id IS NOT NULL;
CREATE INDEX `payment_transfers_due` ON `payment_transfers` (`checked_at`) WHERE state IN ('WAITING', 'PROCESSING');
CREATE INDEX `payment_transfers_posted` ON `payment_transfers` (`posted_at`, `checked_at`) WHERE state = 'POSTED';
