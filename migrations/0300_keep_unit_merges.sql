-- Which unit took over from one that was merged into it.
CREATE TABLE `unit_merges` (
	`company_id` text NOT NULL,
	`from_id` text NOT NULL,
	`survivor_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `from_id`)
);
CREATE INDEX `unit_merges_survivor` ON `unit_merges` (`company_id`,`survivor_id`);
