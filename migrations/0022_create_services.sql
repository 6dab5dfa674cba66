-- What a company buys of its vendors: services, their periods with costs, and which requests they belong to.
--
-- `vendor_key` is the vendor's name in lower case and `last_end_date` the day the last period ends, so that lists come
-- in order from an index. `service_spend_months` keeps each month's share of the periods' costs: what the next twelve
-- months cost is then the sum of at most twelve rows of a service and never grows old.
CREATE TABLE `services` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`vendor_key` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`autorenews` integer DEFAULT 0 NOT NULL,
	`auto_renewal_detail` text DEFAULT '' NOT NULL,
	`spend_category_id` text,
	`business_unit_id` text,
	`payment_frequency` text,
	`payment_term` text,
	`last_end_date` text DEFAULT '' NOT NULL,
	`archived_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_user_id` text
);
CREATE INDEX `services_by_vendor` ON `services` (`company_id`,`vendor_key`,lower(`name`),`id`);
CREATE INDEX `services_by_name` ON `services` (`company_id`,lower(`name`),`id`);
CREATE INDEX `services_by_end` ON `services` (`company_id`,`last_end_date`,`id`);
CREATE INDEX `services_of_vendor` ON `services` (`company_id`,`vendor_id`,lower(`name`),`id`);
CREATE INDEX `services_archived` ON `services` (`company_id`,`vendor_key`,lower(`name`),`id`) WHERE archived_at IS NOT NULL;

CREATE TABLE `service_links` (
	`company_id` text NOT NULL,
	`service_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `service_id`, `kind`, `target_id`)
);
CREATE INDEX `service_links_target` ON `service_links` (`company_id`,`kind`,`target_id`,`service_id`);

CREATE TABLE `service_periods` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`service_id` text NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`units_per_month` real,
	`cost_per_unit_minor` integer,
	`tax_minor` integer DEFAULT 0 NOT NULL,
	`savings_minor` integer DEFAULT 0 NOT NULL,
	`total_minor` integer NOT NULL,
	`amortized_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`auto_renew_detail` text DEFAULT '' NOT NULL
);
CREATE UNIQUE INDEX `service_periods_start` ON `service_periods` (`company_id`,`service_id`,`start_date`);

CREATE TABLE `service_spend_months` (
	`company_id` text NOT NULL,
	`service_id` text NOT NULL,
	`currency` text NOT NULL,
	`month` text NOT NULL,
	`vendor_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `service_id`, `currency`, `month`)
);
CREATE INDEX `service_spend_months_vendor` ON `service_spend_months` (`company_id`,`vendor_id`,`currency`,`month`,`amount_minor`);

CREATE TABLE `intake_submission_services` (
	`company_id` text NOT NULL,
	`submission_id` text NOT NULL,
	`service_id` text NOT NULL,
	`linked_at` integer NOT NULL,
	`linked_by_user_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `submission_id`, `service_id`)
);
CREATE INDEX `intake_submission_services_service` ON `intake_submission_services` (`company_id`,`service_id`,`submission_id`);

CREATE TRIGGER `vendors_services_renamed` AFTER UPDATE OF `name` ON `vendors` WHEN new.name IS NOT old.name BEGIN
	UPDATE services SET vendor_key = lower(new.name) WHERE company_id = new.company_id AND vendor_id = new.id;
END;

-- Services are found by name.
CREATE TRIGGER `services_search_added` AFTER INSERT ON `services` BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title)
	VALUES (new.company_id, 'SERVICE', new.id, char(57344) || 'SERVICE' || hex(new.company_id), new.name);
END;

CREATE TRIGGER `services_search_changed` AFTER UPDATE OF `name` ON `services` WHEN new.name IS NOT old.name BEGIN
	UPDATE search_entries SET title = new.name
	 WHERE company_id = new.company_id AND kind = 'SERVICE' AND target_id = new.id;
END;

CREATE TRIGGER `services_search_removed` AFTER DELETE ON `services` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'SERVICE' AND target_id = old.id;
END;
