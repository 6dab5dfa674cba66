-- A delegation can be limited to categories (a JSON list of request and spend categories, null for all) and to amounts
-- up to a ceiling in the company's currency. `handed_back_at` is set when its end was told to both people.
ALTER TABLE `delegate_approvers` ADD COLUMN `category_ids` text;
ALTER TABLE `delegate_approvers` ADD COLUMN `max_amount` integer;
ALTER TABLE `delegate_approvers` ADD COLUMN `max_currency` text;
ALTER TABLE `delegate_approvers` ADD COLUMN `handed_back_at` integer;
-- Delegations that ended before were not told, and aren't told now.
UPDATE `delegate_approvers` SET `handed_back_at` = 0 WHERE `ends_on` < date('now');
CREATE INDEX `delegate_approvers_ending` ON `delegate_approvers` (`ends_on`) WHERE ends_on IS NOT NULL AND handed_back_at IS NULL;
-- What each thing that is approved is about, as delegations and screens compare it: its categories and its amount in
-- the company's currency at the rates of its run. Written with its projection.
CREATE TABLE `approval_scopes` (
	`company_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`category_ids` text NOT NULL,
	`amount` integer,
	`currency` text,
	PRIMARY KEY(`company_id`, `target_type`, `target_id`)
) WITHOUT ROWID;
INSERT INTO `approval_scopes` (`company_id`, `target_type`, `target_id`, `category_ids`, `amount`, `currency`)
SELECT s.company_id, 'INTAKE_SUBMISSION', s.id, json_array(s.intake_category_id), s.company_amount,
       CASE WHEN s.company_amount IS NOT NULL THEN c.currency END
  FROM intake_submissions s JOIN companies c ON c.id = s.company_id WHERE s.is_draft = 0;
