-- Files of configuration that were taken over, step by step, with what each object was before.
CREATE TABLE `configuration_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`file_name` text NOT NULL,
	`state` text DEFAULT 'RUNNING' NOT NULL,
	`file` text NOT NULL,
	`before` text NOT NULL,
	`mappings` text NOT NULL,
	`step_count` integer NOT NULL,
	`done_count` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`undone_by_user_id` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `configuration_imports_company` ON `configuration_imports` (`company_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `configuration_imports_running` ON `configuration_imports` (`company_id`) WHERE state IN ('RUNNING', 'UNDOING');
--> statement-breakpoint
CREATE TABLE `configuration_import_steps` (
	`company_id` text NOT NULL,
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`section` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`item` text NOT NULL,
	`object_id` text,
	`before` text,
	`after` text,
	PRIMARY KEY(`company_id`, `import_id`, `number`)
);
