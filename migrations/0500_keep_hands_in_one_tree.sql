-- Rows that are only looked up by their key need no second tree for it.

CREATE TABLE `hands_kept` (
	`company_id` text NOT NULL,
	`matter` text NOT NULL,
	`matter_id` text NOT NULL,
	`user_id` text NOT NULL,
	`act` text NOT NULL,
	`through` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `matter_id`, `user_id`, `act`)
) WITHOUT ROWID;
INSERT INTO `hands_kept` (`company_id`, `matter`, `matter_id`, `user_id`, `act`, `through`, `at`) SELECT `company_id`, `matter`, `matter_id`, `user_id`, `act`, `through`, `at` FROM `hands`;
DROP TABLE `hands`;
ALTER TABLE `hands_kept` RENAME TO `hands`;
CREATE INDEX `hands_started` ON `hands` (`company_id`,`user_id`,`at`) WHERE act = 'STARTED';

CREATE TABLE `bill_numbers_kept` (
	`company_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`invoice_key` text NOT NULL,
	`bill_id` text NOT NULL,
	`reserved_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `erp_vendor_id`, `invoice_key`)
) WITHOUT ROWID;
INSERT INTO `bill_numbers_kept` (`company_id`, `erp_vendor_id`, `invoice_key`, `bill_id`, `reserved_at`) SELECT `company_id`, `erp_vendor_id`, `invoice_key`, `bill_id`, `reserved_at` FROM `bill_numbers`;
DROP TABLE `bill_numbers`;
ALTER TABLE `bill_numbers_kept` RENAME TO `bill_numbers`;
CREATE INDEX `bill_numbers_bill` ON `bill_numbers` (`company_id`,`bill_id`);

CREATE TABLE `bill_orders_kept` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`bill_id` text NOT NULL,
	`is_asked` integer NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_date` text NOT NULL,
	`due_sort` text NOT NULL,
	`amount_sort` integer NOT NULL,
	PRIMARY KEY(`company_id`, `bill_id`, `user_id`)
) WITHOUT ROWID;
INSERT INTO `bill_orders_kept` (`company_id`, `user_id`, `bill_id`, `is_asked`, `created_at`, `invoice_date`, `due_sort`, `amount_sort`) SELECT `company_id`, `user_id`, `bill_id`, `is_asked`, `created_at`, `invoice_date`, `due_sort`, `amount_sort` FROM `bill_orders`;
DROP TABLE `bill_orders`;
ALTER TABLE `bill_orders_kept` RENAME TO `bill_orders`;
CREATE INDEX `bill_orders_created` ON `bill_orders` (`company_id`,`user_id`,`created_at`,`bill_id`);
CREATE INDEX `bill_orders_invoice_date` ON `bill_orders` (`company_id`,`user_id`,`invoice_date`,`bill_id`);
CREATE INDEX `bill_orders_due` ON `bill_orders` (`company_id`,`user_id`,`due_sort`,`bill_id`);
CREATE INDEX `bill_orders_amount` ON `bill_orders` (`company_id`,`user_id`,`amount_sort`,`bill_id`);
CREATE INDEX `bill_orders_asked` ON `bill_orders` (`company_id`,`user_id`,`created_at`,`bill_id`) WHERE is_asked = 1;
CREATE INDEX `bill_orders_asked_due` ON `bill_orders` (`company_id`,`user_id`,`due_sort`,`bill_id`) WHERE is_asked = 1;
