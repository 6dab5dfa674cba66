-- Transactions as people read them: each index has payroll apart, so that those who don't see it read none of it.
DROP INDEX `transactions_date`;
CREATE INDEX `transactions_date` ON `transactions` (`company_id`, `is_tracked`, `type`, `is_payroll`, `date`, `id`);
DROP INDEX `transactions_vendor`;
CREATE INDEX `transactions_vendor` ON `transactions` (`company_id`, `vendor_id`, `is_tracked`, `type`, `is_payroll`, `date`, `id`) WHERE vendor_id IS NOT NULL;
DROP INDEX `transactions_category`;
CREATE INDEX `transactions_category` ON `transactions` (`company_id`, `category_id`, `is_tracked`, `type`, `is_payroll`, `date`, `id`) WHERE category_id IS NOT NULL;
DROP INDEX `transactions_department`;
CREATE INDEX `transactions_department` ON `transactions` (`company_id`, `department_id`, `is_tracked`, `type`, `is_payroll`, `date`, `id`) WHERE department_id IS NOT NULL;
CREATE INDEX `transactions_business_unit` ON `transactions` (`company_id`, `business_unit_id`, `is_tracked`, `type`, `is_payroll`, `date`, `id`) WHERE business_unit_id IS NOT NULL;
CREATE INDEX `transactions_location` ON `transactions` (`company_id`, `location_id`, `is_tracked`, `type`, `is_payroll`, `date`, `id`) WHERE location_id IS NOT NULL;
CREATE INDEX `transactions_account_type` ON `transactions` (`company_id`, `account_type`, `is_tracked`, `type`, `is_payroll`, `date`, `id`);

-- Sums of tracked lines by month and one thing that they belong to. Blank: lines that have none.
CREATE TABLE `transaction_sums` (
	`company_id` text NOT NULL,
	`type` text NOT NULL,
	`dimension` text NOT NULL,
	`month` text NOT NULL,
	`value` text NOT NULL,
	`is_payroll` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`lines` integer NOT NULL,
	`unrated` integer NOT NULL,
	PRIMARY KEY(`company_id`, `type`, `dimension`, `month`, `value`, `is_payroll`)
);
-- The same by month and all of them at once. Rows add up: a group can have several.
CREATE TABLE `transaction_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`type` text NOT NULL,
	`month` text NOT NULL,
	`account_type` text NOT NULL,
	`department_id` text,
	`business_unit_id` text,
	`category_id` text,
	`location_id` text,
	`vendor_id` text,
	`is_payroll` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`lines` integer NOT NULL,
	`unrated` integer NOT NULL
);
CREATE INDEX `transaction_groups_month` ON `transaction_groups` (`company_id`, `month`, `type`);
CREATE INDEX `transaction_groups_department` ON `transaction_groups` (`company_id`, `department_id`, `type`, `month`) WHERE department_id IS NOT NULL;
CREATE INDEX `transaction_groups_business_unit` ON `transaction_groups` (`company_id`, `business_unit_id`, `type`, `month`) WHERE business_unit_id IS NOT NULL;
CREATE INDEX `transaction_groups_category` ON `transaction_groups` (`company_id`, `category_id`, `type`, `month`) WHERE category_id IS NOT NULL;
CREATE INDEX `transaction_groups_location` ON `transaction_groups` (`company_id`, `location_id`, `type`, `month`) WHERE location_id IS NOT NULL;
CREATE INDEX `transaction_groups_vendor` ON `transaction_groups` (`company_id`, `vendor_id`, `type`, `month`) WHERE vendor_id IS NOT NULL;

-- People change what lines belong to one by one, and merges all of a vendor or category. Syncs (which change the stamp)
-- and changes of mappings (which mark their months) sum whole months again.
CREATE TRIGGER `transactions_regrouped` AFTER UPDATE OF `vendor_id`, `category_id` ON `transactions`
	WHEN new.is_tracked AND old.is_tracked AND old.stamp = new.stamp
		AND (old.vendor_id, old.category_id) IS NOT (new.vendor_id, new.category_id)
		AND NOT EXISTS (SELECT 1 FROM erp_remaps WHERE company_id = new.company_id AND month = substr(new.date, 1, 7)) BEGIN
	INSERT INTO transaction_groups (company_id, type, month, account_type, department_id, business_unit_id, category_id,
		location_id, vendor_id, is_payroll, amount_minor, lines, unrated)
	VALUES (old.company_id, old.type, substr(old.date, 1, 7), old.account_type, old.department_id, old.business_unit_id,
		old.category_id, old.location_id, old.vendor_id, old.is_payroll, -coalesce(old.company_minor, 0), -1, -(old.company_minor IS NULL)),
		(new.company_id, new.type, substr(new.date, 1, 7), new.account_type, new.department_id, new.business_unit_id,
		new.category_id, new.location_id, new.vendor_id, new.is_payroll, coalesce(new.company_minor, 0), 1, new.company_minor IS NULL);
	INSERT INTO transaction_sums (company_id, type, dimension, month, value, is_payroll, amount_minor, lines, unrated)
	SELECT old.company_id, old.type, column1, substr(old.date, 1, 7), column2, old.is_payroll,
		coalesce(old.company_minor, 0) * column3, column3, (old.company_minor IS NULL) * column3
	  FROM (VALUES ('vendor', coalesce(old.vendor_id, ''), -1), ('vendor', coalesce(new.vendor_id, ''), 1),
		('category', coalesce(old.category_id, ''), -1), ('category', coalesce(new.category_id, ''), 1)) WHERE true
	ON CONFLICT (company_id, type, dimension, month, value, is_payroll) DO UPDATE
	SET amount_minor = amount_minor + excluded.amount_minor, lines = lines + excluded.lines, unrated = unrated + excluded.unrated;
END;

-- What was read before.
INSERT INTO transaction_groups (company_id, type, month, account_type, department_id, business_unit_id, category_id,
	location_id, vendor_id, is_payroll, amount_minor, lines, unrated)
SELECT company_id, type, substr(date, 1, 7), account_type, department_id, business_unit_id, category_id, location_id,
	vendor_id, is_payroll, coalesce(SUM(company_minor), 0), COUNT(*), SUM(company_minor IS NULL)
  FROM transactions WHERE is_tracked GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
INSERT INTO transaction_sums (company_id, type, dimension, month, value, is_payroll, amount_minor, lines, unrated)
SELECT g.company_id, g.type, d.value, g.month, coalesce(CASE d.value WHEN 'department' THEN g.department_id
	WHEN 'businessUnit' THEN g.business_unit_id WHEN 'category' THEN g.category_id WHEN 'location' THEN g.location_id
	WHEN 'vendor' THEN g.vendor_id WHEN 'accountType' THEN g.account_type END, ''), g.is_payroll,
	SUM(g.amount_minor), SUM(g.lines), SUM(g.unrated)
  FROM transaction_groups g CROSS JOIN
	json_each('["all","department","businessUnit","category","location","vendor","accountType"]') d GROUP BY 1, 2, 3, 4, 5, 6;
