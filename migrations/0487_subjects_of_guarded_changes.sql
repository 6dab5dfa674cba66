ALTER TABLE `guarded_changes` ADD COLUMN `subject` text DEFAULT '' NOT NULL;
--> statement-breakpoint
DROP INDEX `guarded_changes_waiting`;
--> statement-breakpoint
CREATE UNIQUE INDEX `guarded_changes_waiting` ON `guarded_changes` (`company_id`,`operation`,`subject`) WHERE state = 'WAITING';
--> statement-breakpoint
-- Whether a step of an import only asked for a change that waits for a second person.
ALTER TABLE `configuration_import_steps` ADD COLUMN `waits` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `configuration_imports` ADD COLUMN `waiting_count` integer DEFAULT 0 NOT NULL;
