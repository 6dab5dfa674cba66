-- Whom a draft's author wants to follow the request.
ALTER TABLE `intake_submissions` ADD COLUMN `draft_watcher_user_ids` text;
-- A vendor's requests of one status and category in the order of the list; its beginning still tells whether a vendor is
-- known.
DROP INDEX `intake_submissions_vendor`;
CREATE INDEX `intake_submissions_vendor` ON `intake_submissions` (`company_id`,`vendor_id`,`status`,`intake_category_id`,`is_draft`,`created_at`,`id`) WHERE vendor_id IS NOT NULL;
-- Filters of the list that a person has saved.
CREATE TABLE `saved_request_filters` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`query_string` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE UNIQUE INDEX `saved_request_filters_label` ON `saved_request_filters` (`company_id`,`user_id`,lower("label"));
