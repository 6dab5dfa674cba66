-- Approver matrices: who approves for which department, entity, business unit and category.
CREATE TABLE `approver_matrices` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`condition_columns` text DEFAULT '[]' NOT NULL,
	`approver_columns` text DEFAULT '[]' NOT NULL,
	`rows` text DEFAULT '[]' NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`value_ids` text DEFAULT '[]' NOT NULL,
	`user_ids` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);

CREATE UNIQUE INDEX `approver_matrices_name` ON `approver_matrices` (`company_id`,lower("name")) WHERE deleted_at IS NULL;
