-- Filters by their hash, and saved views, are the same for every list. Vendors had tables of their own.

CREATE TABLE `list_filters` (
	`company_id` text NOT NULL,
	`list` text NOT NULL,
	`hash` text NOT NULL,
	`definition` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `list`, `hash`)
);

CREATE TABLE `list_views` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`list` text NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `list_views_label` ON `list_views` (`company_id`,`list`,`user_id`,lower(`label`));

INSERT INTO list_filters (company_id, list, hash, definition, created_at)
SELECT company_id, 'vendors', hash, definition, created_at FROM vendor_filters;
INSERT INTO list_views (id, company_id, list, user_id, label, hash, created_at)
SELECT id, company_id, 'vendors', user_id, label, hash, created_at FROM vendor_views;

DROP TABLE vendor_views;
DROP TABLE vendor_filters;
