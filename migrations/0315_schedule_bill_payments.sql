ALTER TABLE `bill_payments` ADD `pay_on` text;
ALTER TABLE `bill_payments` ADD `pay_on_by_user_id` text;
CREATE INDEX `bill_payments_scheduled` ON `bill_payments` (`pay_on`) WHERE pay_on IS NOT NULL;
ALTER TABLE `payment_runs` ADD `pay_when` text DEFAULT 'NOW' NOT NULL;
