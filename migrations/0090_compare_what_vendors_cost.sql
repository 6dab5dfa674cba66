-- The rates that amounts among the answers were compared at, so that a field stays shown or hidden when rates move.
ALTER TABLE `vendors` ADD COLUMN `answer_rates` text;
ALTER TABLE `services` ADD COLUMN `answer_rates` text;
-- By which rates a vendor's figure was counted ('' where all is in the company's currency, '0' to be counted anew), and
-- the currencies that it leaves out because they have no rate.
ALTER TABLE `vendors` ADD COLUMN `next12_rated` text DEFAULT '' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `next12_unrated` text DEFAULT '[]' NOT NULL;
UPDATE `vendors` SET `next12_rated` = '0' WHERE `next12_spend` <> '[]' AND EXISTS (
	SELECT 1 FROM json_each(`next12_spend`) j WHERE j.value ->> 'currency' <> (SELECT c.currency FROM companies c WHERE c.id = vendors.company_id));
CREATE INDEX `vendors_rates_due` ON `vendors` (`next12_rated`,`id`) WHERE next12_rated <> '';
CREATE INDEX `vendors_rated` ON `vendors` (`company_id`,`next12_rated`) WHERE next12_rated <> '';
-- Requests from before there were rates were sorted by the figure that was asked for, whatever its currency.
UPDATE `intake_submissions` SET `company_amount` = NULL WHERE `amount_value` IS NOT NULL AND `company_amount` = `amount_value`
	AND `amount_currency` <> (SELECT c.currency FROM companies c WHERE c.id = intake_submissions.company_id);
CREATE INDEX `intake_submissions_unpriced` ON `intake_submissions` (`company_id`,`id`) WHERE company_amount IS NULL AND amount_value IS NOT NULL;
