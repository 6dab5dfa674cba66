-- What waits for a person, what they watch and what was completed are read in order and page by page, however much
-- of it there is. Rows that an index does not concern are not in it.
DROP INDEX `request_participants_action`;
DROP INDEX `request_participants_completed`;
CREATE INDEX `request_participants_action` ON `request_participants` (`company_id`,`user_id`,`target_type`,`action_since`) WHERE action_since IS NOT NULL;
CREATE INDEX `request_participants_asked` ON `request_participants` (`company_id`,`user_id`,`target_type`,`created_at`,`target_id`) WHERE action_since IS NOT NULL;
CREATE INDEX `request_participants_watched` ON `request_participants` (`company_id`,`user_id`,`target_type`,`created_at`) WHERE is_watcher = 1 AND completed_at IS NULL;
CREATE INDEX `request_participants_completed` ON `request_participants` (`company_id`,`user_id`,`target_type`,`completed_at`) WHERE completed_at IS NOT NULL;
