-- Bills: a subject of the approval machine. Rows are written by the projections of their objects.
CREATE TABLE `bill_lines` (
	`company_id` text NOT NULL,
	`bill_id` text NOT NULL,
	`id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`memo` text NOT NULL,
	`erp_account_id` text,
	`erp_business_unit_id` text,
	`erp_department_mapping_id` text,
	`erp_tax_code_id` text,
	`erp_amortization_template_id` text,
	`amortization_start` text,
	`amortization_end` text,
	`fields` text NOT NULL,
	`category_id` text,
	`department_id` text,
	`business_unit_id` text,
	`bill_created_at` integer NOT NULL,
	`invoice_date` text NOT NULL,
	PRIMARY KEY(`company_id`, `bill_id`, `id`)
);
CREATE INDEX `bill_lines_created` ON `bill_lines` (`company_id`,`bill_created_at`,`bill_id`,`ordinal`);
CREATE INDEX `bill_lines_invoice_date` ON `bill_lines` (`company_id`,`invoice_date`,`bill_id`,`ordinal`);
CREATE INDEX `bill_lines_account` ON `bill_lines` (`company_id`,`erp_account_id`);
CREATE INDEX `bill_lines_category` ON `bill_lines` (`company_id`,`category_id`) WHERE category_id IS NOT NULL;
CREATE INDEX `bill_lines_department` ON `bill_lines` (`company_id`,`department_id`) WHERE department_id IS NOT NULL;
CREATE INDEX `bill_lines_business_unit` ON `bill_lines` (`company_id`,`business_unit_id`) WHERE business_unit_id IS NOT NULL;
CREATE TABLE `bill_numbers` (
	`company_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`invoice_key` text NOT NULL,
	`bill_id` text NOT NULL,
	`reserved_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `erp_vendor_id`, `invoice_key`)
);
CREATE INDEX `bill_numbers_bill` ON `bill_numbers` (`company_id`,`bill_id`);
CREATE TABLE `bill_orders` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`bill_id` text NOT NULL,
	`is_asked` integer NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_date` text NOT NULL,
	`due_sort` text NOT NULL,
	`amount_sort` integer NOT NULL,
	PRIMARY KEY(`company_id`, `bill_id`, `user_id`)
);
CREATE INDEX `bill_orders_created` ON `bill_orders` (`company_id`,`user_id`,`created_at`,`bill_id`);
CREATE INDEX `bill_orders_invoice_date` ON `bill_orders` (`company_id`,`user_id`,`invoice_date`,`bill_id`);
CREATE INDEX `bill_orders_due` ON `bill_orders` (`company_id`,`user_id`,`due_sort`,`bill_id`);
CREATE INDEX `bill_orders_amount` ON `bill_orders` (`company_id`,`user_id`,`amount_sort`,`bill_id`);
CREATE INDEX `bill_orders_asked` ON `bill_orders` (`company_id`,`user_id`,`created_at`,`bill_id`) WHERE is_asked = 1;
CREATE INDEX `bill_orders_asked_due` ON `bill_orders` (`company_id`,`user_id`,`due_sort`,`bill_id`) WHERE is_asked = 1;
CREATE TABLE `bill_versions` (
	`bill_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`content` text NOT NULL,
	`changed_by_name` text NOT NULL,
	`changed_at` integer NOT NULL,
	`approved_at` integer,
	PRIMARY KEY(`bill_id`, `version`)
);
CREATE TABLE `bills` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`requestor_user_id` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`vendor_id` text,
	`erp_entity_id` text,
	`invoice_id` text,
	`invoice_number` text NOT NULL,
	`invoice_key` text NOT NULL,
	`invoice_date` text NOT NULL,
	`due_date` text,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`company_minor` integer,
	`amount_sort` integer NOT NULL,
	`due_sort` text NOT NULL,
	`is_credit` integer NOT NULL,
	`description` text NOT NULL,
	`spend_request_id` text,
	`intake_submission_id` text,
	`content` text NOT NULL,
	`entry` text,
	`entry_version` integer,
	`entry_revision` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`paid_at` integer,
	`shown_status` text GENERATED ALWAYS AS (iif(status = 'APPROVED' AND paid_at IS NOT NULL, 'PAID', status)) VIRTUAL NOT NULL,
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
	`projected_sequence` integer NOT NULL
);
CREATE INDEX `bills_created` ON `bills` (`company_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_invoice_date` ON `bills` (`company_id`,`invoice_date`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_due` ON `bills` (`company_id`,`due_sort`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_amount` ON `bills` (`company_id`,`amount_sort`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_status` ON `bills` (`company_id`,`shown_status`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_status_due` ON `bills` (`company_id`,`shown_status`,`due_sort`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_archived` ON `bills` (`company_id`,`created_at`,`id`) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX `bills_erp_vendor` ON `bills` (`company_id`,`erp_vendor_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_amount_of_vendor` ON `bills` (`company_id`,`erp_vendor_id`,`total_minor`,`invoice_date`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_number` ON `bills` (`company_id`,`erp_vendor_id`,`invoice_key`) WHERE deleted_at IS NULL;
CREATE INDEX `bills_vendor` ON `bills` (`company_id`,`vendor_id`,`created_at`,`id`) WHERE vendor_id IS NOT NULL;
CREATE INDEX `bills_invoice` ON `bills` (`company_id`,`invoice_id`) WHERE invoice_id IS NOT NULL;
CREATE INDEX `bills_spend_request` ON `bills` (`company_id`,`spend_request_id`) WHERE spend_request_id IS NOT NULL;
CREATE INDEX `bills_intake` ON `bills` (`company_id`,`intake_submission_id`) WHERE intake_submission_id IS NOT NULL;
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`document_id` text NOT NULL,
	`source` text NOT NULL,
	`erp_entity_id` text,
	`created_at` integer NOT NULL,
	`created_by_user_id` text,
	`deleted_at` integer,
	`bill_count` integer DEFAULT 0 NOT NULL
);
CREATE UNIQUE INDEX `invoices_document` ON `invoices` (`company_id`,`document_id`);
CREATE INDEX `invoices_created` ON `invoices` (`company_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
CREATE INDEX `invoices_waiting` ON `invoices` (`company_id`,`created_at`,`id`) WHERE deleted_at IS NULL AND bill_count = 0;

-- How many bills name an invoice.
CREATE TRIGGER `bills_invoice_added` AFTER INSERT ON `bills` WHEN new.invoice_id IS NOT NULL AND new.deleted_at IS NULL BEGIN
	UPDATE invoices SET bill_count = bill_count + 1 WHERE id = new.invoice_id AND company_id = new.company_id;
END;

CREATE TRIGGER `bills_invoice_changed` AFTER UPDATE OF `invoice_id`, `deleted_at` ON `bills`
WHEN new.invoice_id IS NOT old.invoice_id OR (new.deleted_at IS NULL) IS NOT (old.deleted_at IS NULL) BEGIN
	UPDATE invoices SET bill_count = bill_count - 1
	 WHERE id = old.invoice_id AND company_id = old.company_id AND old.deleted_at IS NULL;
	UPDATE invoices SET bill_count = bill_count + 1
	 WHERE id = new.invoice_id AND company_id = new.company_id AND new.deleted_at IS NULL;
END;

CREATE TRIGGER `bills_invoice_removed` AFTER DELETE ON `bills` WHEN old.invoice_id IS NOT NULL AND old.deleted_at IS NULL BEGIN
	UPDATE invoices SET bill_count = bill_count - 1 WHERE id = old.invoice_id AND company_id = old.company_id;
END;

-- The same file, wherever it was uploaded.
CREATE INDEX `documents_sha256` ON `documents` (`company_id`, `sha256`);

-- A projection that arrives after a merge names the vendor that is gone.
CREATE TRIGGER `bills_vendor_merged_added` AFTER INSERT ON `bills`
WHEN EXISTS (SELECT 1 FROM vendor_merges m
	WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) BEGIN
	UPDATE bills SET vendor_id = (SELECT m.survivor_id FROM vendor_merges m
		WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) WHERE id = new.id;
END;

CREATE TRIGGER `bills_vendor_merged_changed` AFTER UPDATE OF `vendor_id` ON `bills`
WHEN EXISTS (SELECT 1 FROM vendor_merges m
	WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) BEGIN
	UPDATE bills SET vendor_id = (SELECT m.survivor_id FROM vendor_merges m
		WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) WHERE id = new.id;
END;
