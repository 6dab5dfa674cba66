-- Books that a company's own system pushes, file by file, until they take the place of those before.
CREATE TABLE `book_generations` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`problems` text,
	`transactions_from` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`has_rows` integer DEFAULT true NOT NULL
);
CREATE UNIQUE INDEX `book_generations_name` ON `book_generations` (`company_id`, `connection_id`, `name`);
CREATE INDEX `book_generations_newest` ON `book_generations` (`company_id`, `created_at`, `id`);
CREATE INDEX `book_generations_rows` ON `book_generations` (`state`, `id`) WHERE has_rows;
CREATE TABLE `book_pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`generation_id` text NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`command_id` text NOT NULL,
	`attempt` text NOT NULL,
	`state` text NOT NULL,
	`digest` text,
	`rows` integer DEFAULT 0 NOT NULL,
	`problem_count` integer DEFAULT 0 NOT NULL,
	`problems` text DEFAULT '[]' NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
CREATE UNIQUE INDEX `book_pushes_command` ON `book_pushes` (`company_id`, `command_id`);
CREATE UNIQUE INDEX `book_pushes_attempt` ON `book_pushes` (`company_id`, `attempt`);
CREATE INDEX `book_pushes_of` ON `book_pushes` (`company_id`, `generation_id`, `kind`, `part`, `state`);
CREATE INDEX `book_pushes_receiving` ON `book_pushes` (`company_id`, `started_at`) WHERE state = 'RECEIVING';
CREATE TABLE `book_push_rows` (
	`company_id` text NOT NULL,
	`generation_id` text NOT NULL,
	`kind` text NOT NULL,
	`erp_id` text NOT NULL,
	`line_id` text NOT NULL,
	`attempt` text NOT NULL,
	`position` integer NOT NULL,
	`row` text NOT NULL,
	PRIMARY KEY(`company_id`, `generation_id`, `kind`, `erp_id`, `line_id`, `attempt`, `position`)
);
