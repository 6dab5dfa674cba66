-- When a company works: JSON of its hours, days and holidays. Without a row it is the standard.
CREATE TABLE `business_hours` (
	`company_id` text PRIMARY KEY NOT NULL,
	`calendar` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
