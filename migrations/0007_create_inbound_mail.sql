-- Inbound mail: what arrived at a company's address, and what became of each attachment.
CREATE TABLE `inbound_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`message_key` text NOT NULL,
	`kind` text DEFAULT 'MESSAGE' NOT NULL,
	`recipient` text NOT NULL,
	`envelope_from` text NOT NULL,
	`from_address` text NOT NULL,
	`from_name` text DEFAULT '' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`size` integer NOT NULL,
	`authentication` text DEFAULT '{}' NOT NULL,
	`confirmation` text,
	`received_at` integer NOT NULL
);

CREATE UNIQUE INDEX `inbound_messages_key` ON `inbound_messages` (`company_id`,`message_key`);
CREATE INDEX `inbound_messages_received` ON `inbound_messages` (`company_id`,`received_at`,`id`);
CREATE TABLE `inbound_attachments` (
	`company_id` text NOT NULL,
	`message_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`origin` text DEFAULT 'ATTACHMENT' NOT NULL,
	`file_name` text NOT NULL,
	`size` integer NOT NULL,
	`document_id` text,
	`refusal` text,
	PRIMARY KEY(`company_id`, `message_id`, `ordinal`),
	CONSTRAINT "inbound_attachments_outcome" CHECK(("inbound_attachments"."document_id" IS NULL) <> ("inbound_attachments"."refusal" IS NULL))
);

-- Of documents that came by mail: nobody of the company uploaded them.
ALTER TABLE `documents` ADD COLUMN `uploaded_by_email` text;
-- An address leads to one company only.
CREATE UNIQUE INDEX `companies_email_short_name` ON `companies` (lower("email_short_name"));
