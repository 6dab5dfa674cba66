-- Invoices that vendors send in the portal. `invoices` has them too, like those that are emailed.
CREATE TABLE `vendor_invoices` (
	`company_id` text NOT NULL,
	`document_id` text NOT NULL,
	`vendor_company_id` text NOT NULL,
	`vendor_company_name` text NOT NULL,
	`sent_by_user_id` text NOT NULL,
	`sent_by_name` text NOT NULL,
	`sent_at` integer NOT NULL,
	`file_name` text NOT NULL,
	`sha256` text NOT NULL,
	`invoice_number` text,
	`amount_minor` integer,
	`currency` text,
	`invoice_date` text,
	`message` text NOT NULL,
	`purchase_order_id` text,
	`rejected_at` integer,
	`reason` text,
	PRIMARY KEY(`company_id`, `document_id`)
);
-- One customer has a file of a vendor once, unless it rejected it.
CREATE UNIQUE INDEX `vendor_invoices_file` ON `vendor_invoices` (`company_id`,`vendor_company_id`,`sha256`) WHERE rejected_at IS NULL;
-- What a vendor sent, to all customers.
CREATE INDEX `vendor_invoices_sent` ON `vendor_invoices` (`vendor_company_id`,`sent_at`,`document_id`);

-- Whether vendors can send them. Companies without a row take them.
CREATE TABLE `vendor_invoice_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`accepts` integer NOT NULL,
	`updated_at` integer NOT NULL
);

-- What leaves the invoices was not taken.
CREATE TRIGGER `invoices_rejected` AFTER UPDATE OF `deleted_at` ON `invoices`
WHEN new.source = 'PORTAL' AND new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
	UPDATE vendor_invoices SET rejected_at = new.deleted_at
	 WHERE company_id = new.company_id AND document_id = new.document_id AND rejected_at IS NULL;
END;
