-- How long the newest decisions of each rule took: a JSON list of [block, milliseconds], newest first, kept with the
-- projections. So a page reads one row a rule, however many decisions there are.
CREATE TABLE `approval_rule_times` (
	`company_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`times` text NOT NULL,
	PRIMARY KEY(`company_id`, `rule_id`)
) WITHOUT ROWID;
