-- Exchange rates of a day: those of the provider belong to nobody ('' as company), those set by hand to their company.
CREATE TABLE `currency_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`base` text NOT NULL,
	`quote` text NOT NULL,
	`date` text NOT NULL,
	`rate` text NOT NULL,
	`source` text NOT NULL,
	`created_by_user_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `currency_rates_day` ON `currency_rates` (`company_id`,`base`,`date`,`quote`);
CREATE INDEX `currency_rates_newest` ON `currency_rates` (`company_id`,`date`,`id`);
-- Requests come in order by what they cost in the company's currency, not by the figure that was asked for.
DROP INDEX `intake_submissions_amount`;
ALTER TABLE `intake_submissions` DROP COLUMN `amount_sort`;
ALTER TABLE `intake_submissions` ADD COLUMN `company_amount` integer;
UPDATE `intake_submissions` SET `company_amount` = `amount_value` WHERE `amount_value` IS NOT NULL;
ALTER TABLE `intake_submissions` ADD COLUMN `amount_sort` integer GENERATED ALWAYS AS (coalesce(company_amount, -1)) VIRTUAL;
CREATE INDEX `intake_submissions_amount` ON `intake_submissions` (`company_id`,`is_draft`,`amount_sort`,`id`);
