CREATE TABLE `bill_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`bill_id` text NOT NULL,
	`run` integer NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`erp_entity_id` text,
	`status` text NOT NULL,
	`status_before` text,
	`attempt` integer DEFAULT 0 NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`invoice_number` text NOT NULL,
	`due_date` text,
	`due_sort` text NOT NULL,
	`bill_created_by_user_id` text NOT NULL,
	`details_id` text,
	`payment_method_id` text,
	`provider_id` text,
	`fail_code` text,
	`arrives_at` integer,
	`outside_version` integer,
	`outside_by_user_id` text,
	`started_by_user_id` text,
	`started_at` integer,
	`paid_at` integer,
	`returned_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
CREATE UNIQUE INDEX `bill_payments_bill` ON `bill_payments` (`company_id`, `bill_id`, `run`);
CREATE INDEX `bill_payments_created` ON `bill_payments` (`company_id`, `created_at`, `id`);
CREATE INDEX `bill_payments_due` ON `bill_payments` (`company_id`, `due_sort`, `id`);
CREATE INDEX `bill_payments_status` ON `bill_payments` (`company_id`, `status`, `created_at`, `id`);
CREATE INDEX `bill_payments_status_due` ON `bill_payments` (`company_id`, `status`, `due_sort`, `id`);
CREATE INDEX `bill_payments_vendor` ON `bill_payments` (`company_id`, `erp_vendor_id`, `created_at`, `id`);
CREATE UNIQUE INDEX `bill_payments_provider` ON `bill_payments` (`provider_id`) WHERE provider_id IS NOT NULL;
CREATE INDEX `bill_payments_sent` ON `bill_payments` (`checked_at`) WHERE status = 'PROCESSING';
CREATE INDEX `bill_payments_paid` ON `bill_payments` (`paid_at`, `checked_at`) WHERE status = 'PAID';

CREATE TABLE `bill_payment_events` (
	`company_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`version` integer NOT NULL,
	`event_type` text NOT NULL,
	`event_body` text NOT NULL,
	`created_by_user_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `payment_id`, `version`)
);
