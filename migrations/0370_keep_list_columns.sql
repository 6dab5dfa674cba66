-- Which columns of a list a person sees, in which order and how wide.
CREATE TABLE `list_columns` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`columns` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`, `list`)
);
