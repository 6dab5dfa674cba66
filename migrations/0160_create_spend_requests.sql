-- Spend requests: the second subject of the approval machine. Rows are written by the projections of their objects.
CREATE TABLE `spend_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`number` integer NOT NULL,
	`requestor_user_id` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`description` text NOT NULL,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`company_minor` integer,
	`amount_sort` integer NOT NULL,
	`service_start` text NOT NULL,
	`service_end` text,
	`needs_signer` integer NOT NULL,
	`content` text NOT NULL,
	`category_ids` text NOT NULL,
	`department_ids` text NOT NULL,
	`business_unit_ids` text NOT NULL,
	`status` text NOT NULL,
	`progress` integer NOT NULL,
	`waiting_for` text NOT NULL,
	`approved_by` text NOT NULL,
	`rejected_by` text NOT NULL,
	`approvals` text NOT NULL,
	`version` integer NOT NULL,
	`run` integer NOT NULL,
	`plan` text NOT NULL,
	`archived_at` integer,
	`archive_message` text,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`submitted_at` integer NOT NULL,
	`completed_at` integer,
	`updated_at` integer NOT NULL,
	`last_event` text DEFAULT '' NOT NULL,
	`last_event_at` integer,
	`intake_submission_id` text,
	`projected_sequence` integer NOT NULL
);
CREATE UNIQUE INDEX `spend_requests_number` ON `spend_requests` (`company_id`,`number`);
CREATE INDEX `spend_requests_created` ON `spend_requests` (`company_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `spend_requests_amount` ON `spend_requests` (`company_id`,`amount_sort`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `spend_requests_start` ON `spend_requests` (`company_id`,`service_start`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `spend_requests_archived` ON `spend_requests` (`company_id`,`created_at`,`id`) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX `spend_requests_vendor` ON `spend_requests` (`company_id`,`vendor_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `spend_requests_vendor_status` ON `spend_requests` (`company_id`,`vendor_id`,`status`);
CREATE INDEX `spend_requests_intake` ON `spend_requests` (`company_id`,`intake_submission_id`) WHERE intake_submission_id IS NOT NULL AND deleted_at IS NULL;
CREATE TABLE `spend_request_lines` (
	`company_id` text NOT NULL,
	`spend_request_id` text NOT NULL,
	`id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`description` text NOT NULL,
	`category_id` text NOT NULL,
	`department_id` text NOT NULL,
	`business_unit_id` text,
	`entity_id` text,
	PRIMARY KEY(`company_id`, `spend_request_id`, `id`)
);
CREATE INDEX `spend_request_lines_category` ON `spend_request_lines` (`company_id`,`category_id`);
CREATE INDEX `spend_request_lines_department` ON `spend_request_lines` (`company_id`,`department_id`);
CREATE INDEX `spend_request_lines_business_unit` ON `spend_request_lines` (`company_id`,`business_unit_id`);
CREATE INDEX `spend_request_lines_entity` ON `spend_request_lines` (`company_id`,`entity_id`);
CREATE TABLE `spend_request_versions` (
	`spend_request_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`content` text NOT NULL,
	`changed_by_name` text NOT NULL,
	`changed_at` integer NOT NULL,
	`approved_at` integer,
	PRIMARY KEY(`spend_request_id`, `version`)
);
CREATE TABLE `spend_request_orders` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`spend_request_id` text NOT NULL,
	`is_asked` integer NOT NULL,
	`created_at` integer NOT NULL,
	`amount_sort` integer NOT NULL,
	`service_start` text NOT NULL,
	PRIMARY KEY(`company_id`, `spend_request_id`, `user_id`)
);
CREATE INDEX `spend_request_orders_created` ON `spend_request_orders` (`company_id`,`user_id`,`created_at`,`spend_request_id`);
CREATE INDEX `spend_request_orders_amount` ON `spend_request_orders` (`company_id`,`user_id`,`amount_sort`,`spend_request_id`);
CREATE INDEX `spend_request_orders_start` ON `spend_request_orders` (`company_id`,`user_id`,`service_start`,`spend_request_id`);
CREATE INDEX `spend_request_orders_asked` ON `spend_request_orders` (`company_id`,`user_id`,`created_at`,`spend_request_id`) WHERE is_asked = 1;
CREATE INDEX `spend_request_orders_asked_amount` ON `spend_request_orders` (`company_id`,`user_id`,`amount_sort`,`spend_request_id`) WHERE is_asked = 1;
CREATE INDEX `spend_request_orders_asked_start` ON `spend_request_orders` (`company_id`,`user_id`,`service_start`,`spend_request_id`) WHERE is_asked = 1;
CREATE TABLE `spend_request_services` (
	`company_id` text NOT NULL,
	`service_id` text NOT NULL,
	`spend_request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `service_id`, `spend_request_id`)
);
CREATE INDEX `spend_request_services_request` ON `spend_request_services` (`company_id`,`spend_request_id`);
