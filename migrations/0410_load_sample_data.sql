-- Sample data of a company: whether it is there, and exactly what was loaded. What stays when it is removed is the
-- company's own from then on and leaves the list; what is gone stays in it, because no one is told about that either.
CREATE TABLE `sample_loads` (
	`company_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`user_id` text NOT NULL,
	`choices` text NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sample_objects` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`company_id`, `id`)
);
