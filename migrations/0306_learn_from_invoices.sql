-- What corrections of invoices taught: which vendor a name, tax id or sender means, and how a vendor writes its invoices.
CREATE TABLE `invoice_lessons` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`bill_id` text NOT NULL,
	`learned_at` integer NOT NULL
);
CREATE UNIQUE INDEX `invoice_lessons_key` ON `invoice_lessons` (`company_id`,`kind`,`key`);
CREATE INDEX `invoice_lessons_vendor` ON `invoice_lessons` (`company_id`,`erp_vendor_id`,`learned_at`);
