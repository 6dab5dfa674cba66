-- What each rule set covers, one row each, so that the list of spend categories finds the sets of a page by its own keys.
CREATE TABLE `rule_set_units` (
	`company_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`rule_set_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `unit_id`, `rule_set_id`)
);
CREATE INDEX `rule_set_units_set` ON `rule_set_units` (`company_id`, `rule_set_id`);
