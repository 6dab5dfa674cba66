-- The company of each public form that someone has asked for without naming it, so that one cell is asked and not all.
CREATE TABLE `directory_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL
);
