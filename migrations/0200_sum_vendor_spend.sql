-- What vendors cost in the last twelve months, without payroll. '0' in last12_month: to be summed again.
ALTER TABLE `vendors` ADD `last12_spend` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendors` ADD `last12_month` text DEFAULT '' NOT NULL;
CREATE INDEX `vendors_last12` ON `vendors` (`company_id`, `last12_spend`, `id`);
CREATE INDEX `vendors_payment_last12` ON `vendors` (`company_id`, `payment_method`, `last12_spend`, `id`) WHERE payment_method IS NOT NULL;
CREATE INDEX `vendors_last12_due` ON `vendors` (`last12_month`, `id`) WHERE last12_month <> '';
ALTER TABLE `vendor_links` ADD `last12_spend` integer DEFAULT 0 NOT NULL;
CREATE INDEX `vendor_links_last12` ON `vendor_links` (`company_id`, `kind`, `target_id`, `last12_spend`, `vendor_id`);
CREATE TRIGGER `vendor_links_spent_added` AFTER INSERT ON `vendor_links` BEGIN
	UPDATE vendor_links SET last12_spend = (SELECT v.last12_spend FROM vendors v WHERE v.id = new.vendor_id)
	 WHERE company_id = new.company_id AND vendor_id = new.vendor_id AND kind = new.kind AND target_id = new.target_id
	   AND EXISTS (SELECT 1 FROM vendors v WHERE v.id = new.vendor_id);
END;
CREATE TRIGGER `vendors_links_spent` AFTER UPDATE OF `last12_spend` ON `vendors` WHEN new.last12_spend <> old.last12_spend BEGIN
	UPDATE vendor_links SET last12_spend = new.last12_spend WHERE company_id = new.company_id AND vendor_id = new.id;
END;

CREATE TRIGGER `vendor_spend_added` AFTER INSERT ON `transaction_sums`
	WHEN new.dimension = 'vendor' AND new.type = 'expense' AND NOT new.is_payroll AND new.value <> '' BEGIN
	UPDATE vendors SET last12_month = '0' WHERE id = new.value AND last12_month <> '0';
END;
CREATE TRIGGER `vendor_spend_changed` AFTER UPDATE ON `transaction_sums`
	WHEN new.dimension = 'vendor' AND new.type = 'expense' AND NOT new.is_payroll AND new.value <> '' BEGIN
	UPDATE vendors SET last12_month = '0' WHERE id = new.value AND last12_month <> '0';
END;
CREATE TRIGGER `vendor_spend_removed` AFTER DELETE ON `transaction_sums`
	WHEN old.dimension = 'vendor' AND old.type = 'expense' AND NOT old.is_payroll AND old.value <> '' BEGIN
	UPDATE vendors SET last12_month = '0' WHERE id = old.value AND last12_month <> '0';
END;
UPDATE vendors SET last12_month = '0' WHERE EXISTS (
	SELECT 1 FROM transaction_sums s WHERE s.company_id = vendors.company_id AND s.type = 'expense' AND s.dimension = 'vendor'
		AND s.month >= '' AND s.value = vendors.id AND s.is_payroll = 0);
