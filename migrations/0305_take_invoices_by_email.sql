-- Where invoices are emailed to: of the company (an empty entity) and of entities of its accounting system. A company
-- without a row of its own has the usual name.
CREATE TABLE `invoice_addresses` (
	`company_id` text NOT NULL,
	`erp_entity_id` text NOT NULL,
	`short_name` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `erp_entity_id`)
);
CREATE UNIQUE INDEX `invoice_addresses_name` ON `invoice_addresses` (`company_id`,`short_name`);

-- What an email's files become. One that is held keeps it until someone releases it.
ALTER TABLE `inbound_messages` ADD COLUMN `purpose` text DEFAULT 'DOCUMENTS' NOT NULL;
ALTER TABLE `inbound_messages` ADD COLUMN `erp_entity_id` text;

-- Who emailed an invoice. Senders are known once a bill was entered from one of theirs.
ALTER TABLE `invoices` ADD COLUMN `sender_address` text;
ALTER TABLE `invoices` ADD COLUMN `sender_verified` integer DEFAULT false NOT NULL;
CREATE INDEX `invoices_known_sender` ON `invoices` (`company_id`,`sender_address`) WHERE sender_address IS NOT NULL AND bill_count > 0;
