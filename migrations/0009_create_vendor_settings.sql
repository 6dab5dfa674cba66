-- Vendor management: a company's own fields of vendors, services and service items, and the columns of their lists.
CREATE TABLE `custom_form_fields` (
	`company_id` text NOT NULL,
	`vendor_category_id` text DEFAULT '' NOT NULL,
	`definition` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `vendor_category_id`)
);

CREATE TABLE `vendor_service_custom_columns` (
	`company_id` text PRIMARY KEY NOT NULL,
	`definition` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
