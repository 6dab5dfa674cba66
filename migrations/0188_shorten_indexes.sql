-- Indexes on what a few people or one object have in common don't need the company as well: every reading statement names
-- it, and an object's id is in no other company. An index ends with the row's number anyway, so that isn't listed either.
-- Each statement reads one table once and writes one index, and no rows: for a million requests some seconds each.
DROP INDEX `audit_log_target`;
CREATE INDEX `audit_log_target` ON `audit_log` (`target_id`);
DROP INDEX `audit_log_company`;
CREATE INDEX `audit_log_company` ON `audit_log` (`company_id`);
DROP INDEX `audit_log_time`;
CREATE INDEX `audit_log_time` ON `audit_log` (`company_id`,`occurred_at`);
DROP INDEX `audit_log_type`;
CREATE INDEX `audit_log_type` ON `audit_log` (`company_id`,`target_type`,`occurred_at`);
DROP INDEX `audit_log_actor`;
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_user_id`,`occurred_at`) WHERE actor_user_id IS NOT NULL;
DROP INDEX `audit_log_impersonator`;
CREATE INDEX `audit_log_impersonator` ON `audit_log` (`impersonator_user_id`,`occurred_at`) WHERE impersonator_user_id IS NOT NULL;
DROP INDEX `audit_log_acted`;
CREATE INDEX `audit_log_acted` ON `audit_log` (`target_id`) WHERE impersonator_user_id IS NOT NULL;
DROP INDEX `audit_seals_entry`;
CREATE UNIQUE INDEX `audit_seals_entry` ON `audit_seals` (`audit_id`);

DROP INDEX `level_group_statuses_target`;
CREATE INDEX `level_group_statuses_target` ON `level_group_statuses` (`target_id`,`run`,`level`,`ordinal`);

-- Only drafts are listed by who began them.
DROP INDEX `intake_submissions_author`;
CREATE INDEX `intake_submissions_author` ON `intake_submissions` (`company_id`,`created_by_user_id`,`created_at`,`number`) WHERE is_draft = 1;
DROP INDEX `intake_submissions_requestor`;
CREATE INDEX `intake_submissions_requestor` ON `intake_submissions` (`requestor_user_id`,`is_draft`,`created_at`,`number`);
DROP INDEX `intake_submissions_vendor`;
CREATE INDEX `intake_submissions_vendor` ON `intake_submissions` (`vendor_id`,`status`,`intake_category_id`,`is_draft`,`created_at`,`number`) WHERE vendor_id IS NOT NULL;
DROP INDEX `intake_submissions_of_vendor`;
CREATE INDEX `intake_submissions_of_vendor` ON `intake_submissions` (`vendor_id`,`is_draft`,`created_at`,`number`) WHERE vendor_id IS NOT NULL;

-- Home shows what was completed in the last two weeks. The index has that alone; a scheduled job takes the rest out of it.
-- The update reads the table once and writes what was completed since then.
ALTER TABLE `request_participants` ADD `is_recent` integer DEFAULT 0 NOT NULL;
UPDATE request_participants SET is_recent = 1 WHERE completed_at > (unixepoch() - 14 * 86400) * 1000;
DROP INDEX `request_participants_completed`;
CREATE INDEX `request_participants_completed` ON `request_participants` (`user_id`,`target_type`,`completed_at`) WHERE is_recent = 1;
CREATE INDEX `request_participants_recent` ON `request_participants` (`completed_at`) WHERE is_recent = 1;
