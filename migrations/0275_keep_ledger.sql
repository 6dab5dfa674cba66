-- The journal: entries that balance, never change, and are posted once for what causes them. Sums of what is owed and of
-- what accounts have are kept beside it.
CREATE TABLE `ledger_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`type` text NOT NULL,
	`source` text NOT NULL,
	`reverses_id` text,
	`date` text NOT NULL,
	`memo` text NOT NULL,
	`erp_vendor_id` text,
	`bill_id` text,
	`due_date` text,
	`payment_id` text,
	`bank_account_id` text,
	`erp_entity_id` text,
	`base_currency` text NOT NULL,
	`rates` text NOT NULL,
	`postings` text,
	`created_by_user_id` text,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `ledger_entries_source` ON `ledger_entries` (`company_id`,`source`);
CREATE UNIQUE INDEX `ledger_entries_reverses` ON `ledger_entries` (`company_id`,`reverses_id`) WHERE reverses_id IS NOT NULL;
CREATE INDEX `ledger_entries_bill` ON `ledger_entries` (`company_id`,`bill_id`,`created_at`,`id`) WHERE bill_id IS NOT NULL;
CREATE TABLE `ledger_postings` (
	`entry_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`company_id` text NOT NULL,
	`account` text NOT NULL,
	`erp_account_id` text NOT NULL,
	`date` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`base_minor` integer NOT NULL,
	`line_id` text,
	PRIMARY KEY(`entry_id`, `ordinal`)
);
CREATE INDEX `ledger_postings_account` ON `ledger_postings` (`company_id`,`account`,`erp_account_id`,`date`,`entry_id`,`ordinal`);
CREATE TABLE `ledger_accounts` (
	`company_id` text NOT NULL,
	`account` text NOT NULL,
	`erp_account_id` text NOT NULL,
	`currency` text NOT NULL,
	PRIMARY KEY(`company_id`, `account`, `erp_account_id`, `currency`)
);
CREATE TABLE `ledger_balances` (
	`company_id` text NOT NULL,
	`account` text NOT NULL,
	`erp_account_id` text NOT NULL,
	`currency` text NOT NULL,
	`month` text NOT NULL,
	`debit_minor` integer NOT NULL,
	`credit_minor` integer NOT NULL,
	`base_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `account`, `erp_account_id`, `currency`, `month`)
);
CREATE TABLE `ledger_payables` (
	`company_id` text NOT NULL,
	`bill_id` text NOT NULL,
	`currency` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`due_date` text NOT NULL,
	`open_minor` integer NOT NULL,
	`base_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `bill_id`, `currency`)
);
CREATE INDEX `ledger_payables_vendor` ON `ledger_payables` (`company_id`,`erp_vendor_id`,`due_date`,`bill_id`,`currency`);
CREATE INDEX `ledger_payables_due` ON `ledger_payables` (`company_id`,`due_date`,`bill_id`,`currency`);
CREATE TABLE `ledger_payable_days` (
	`company_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`due_date` text NOT NULL,
	`base_minor` integer NOT NULL,
	`bills` integer NOT NULL,
	PRIMARY KEY(`company_id`, `erp_vendor_id`, `due_date`)
);
CREATE TABLE `ledger_payable_vendors` (
	`company_id` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`base_minor` integer NOT NULL,
	`bills` integer NOT NULL,
	PRIMARY KEY(`company_id`, `erp_vendor_id`)
);
CREATE INDEX `ledger_payable_vendors_owed` ON `ledger_payable_vendors` (`company_id`,`base_minor`,`erp_vendor_id`);

-- Debits equal credits, on each date, in each currency and in the company's. A company that moves to another cell brings
-- entries that were checked there.
CREATE TRIGGER `ledger_entries_balanced` BEFORE INSERT ON `ledger_entries`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state = 'ARRIVING') BEGIN
	SELECT RAISE(ABORT, 'ledger_entries: nothing is posted') WHERE new.postings IS NULL OR json_array_length(new.postings) < 2;
	SELECT RAISE(ABORT, 'ledger_entries: amounts are whole minor units') FROM json_each(new.postings) p
	 WHERE typeof(p.value ->> 4) <> 'integer' OR typeof(p.value ->> 5) <> 'integer';
	SELECT RAISE(ABORT, 'ledger_entries: not balanced') FROM json_each(new.postings) p
	 GROUP BY p.value ->> 2, p.value ->> 3 HAVING SUM(p.value ->> 4) <> 0;
	SELECT RAISE(ABORT, 'ledger_entries: not balanced') FROM json_each(new.postings) p
	 GROUP BY p.value ->> 2 HAVING SUM(p.value ->> 5) <> 0;
END;
CREATE TRIGGER `ledger_entries_posted` AFTER INSERT ON `ledger_entries` WHEN new.postings IS NOT NULL BEGIN
	INSERT INTO ledger_postings (entry_id, ordinal, company_id, account, erp_account_id, date, currency, amount_minor, base_minor, line_id)
	SELECT new.id, p.key, new.company_id, p.value ->> 0, coalesce(p.value ->> 1, ''), p.value ->> 2, p.value ->> 3, p.value ->> 4,
		p.value ->> 5, p.value ->> 6
	  FROM json_each(new.postings) p;
	UPDATE ledger_entries SET postings = NULL WHERE id = new.id;
END;
CREATE TRIGGER `ledger_entries_no_update` BEFORE UPDATE ON `ledger_entries`
WHEN old.postings IS NULL OR new.postings IS NOT NULL OR (new.id, new.company_id, new.type, new.source, new.reverses_id, new.date,
	new.memo, new.erp_vendor_id, new.bill_id, new.due_date, new.payment_id, new.bank_account_id, new.erp_entity_id,
	new.base_currency, new.rates, new.created_by_user_id, new.created_at) IS NOT (old.id, old.company_id, old.type, old.source,
	old.reverses_id, old.date, old.memo, old.erp_vendor_id, old.bill_id, old.due_date, old.payment_id, old.bank_account_id,
	old.erp_entity_id, old.base_currency, old.rates, old.created_by_user_id, old.created_at) BEGIN
	SELECT RAISE(ABORT, 'ledger_entries is append-only');
END;
CREATE TRIGGER `ledger_entries_no_delete` BEFORE DELETE ON `ledger_entries`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'ledger_entries is append-only');
END;
CREATE TRIGGER `ledger_postings_of_entry` BEFORE INSERT ON `ledger_postings`
WHEN NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.id = new.entry_id AND e.company_id = new.company_id AND e.postings IS NOT NULL)
	AND NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state = 'ARRIVING') BEGIN
	SELECT RAISE(ABORT, 'ledger_postings are posted with their entry');
END;
CREATE TRIGGER `ledger_postings_no_update` BEFORE UPDATE ON `ledger_postings` BEGIN
	SELECT RAISE(ABORT, 'ledger_postings is append-only');
END;
CREATE TRIGGER `ledger_postings_no_delete` BEFORE DELETE ON `ledger_postings`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'ledger_postings is append-only');
END;

-- Balances at the end of each month: a posting changes its month and those after it.
CREATE TRIGGER `ledger_postings_summed` AFTER INSERT ON `ledger_postings`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state = 'ARRIVING') BEGIN
	INSERT INTO ledger_accounts (company_id, account, erp_account_id, currency)
	SELECT new.company_id, new.account, k.value, new.currency FROM json_each(iif(new.account IN ('EXPENSE', 'PREPAID'), json_array(new.erp_account_id, '*'), '["*"]')) k
	 WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.company_id = new.company_id AND a.account = new.account
	                      AND a.erp_account_id = k.value AND a.currency = new.currency);
	INSERT INTO ledger_balances (company_id, account, erp_account_id, currency, month, debit_minor, credit_minor, base_minor)
	SELECT new.company_id, new.account, k.value, new.currency, substr(new.date, 1, 7),
		coalesce((SELECT b.debit_minor FROM ledger_balances b WHERE b.company_id = new.company_id AND b.account = new.account
			AND b.erp_account_id = k.value AND b.currency = new.currency AND b.month < substr(new.date, 1, 7) ORDER BY b.month DESC LIMIT 1), 0),
		coalesce((SELECT b.credit_minor FROM ledger_balances b WHERE b.company_id = new.company_id AND b.account = new.account
			AND b.erp_account_id = k.value AND b.currency = new.currency AND b.month < substr(new.date, 1, 7) ORDER BY b.month DESC LIMIT 1), 0),
		coalesce((SELECT b.base_minor FROM ledger_balances b WHERE b.company_id = new.company_id AND b.account = new.account
			AND b.erp_account_id = k.value AND b.currency = new.currency AND b.month < substr(new.date, 1, 7) ORDER BY b.month DESC LIMIT 1), 0)
	  FROM json_each(iif(new.account IN ('EXPENSE', 'PREPAID'), json_array(new.erp_account_id, '*'), '["*"]')) k
	 WHERE NOT EXISTS (SELECT 1 FROM ledger_balances b WHERE b.company_id = new.company_id AND b.account = new.account
	                      AND b.erp_account_id = k.value AND b.currency = new.currency AND b.month = substr(new.date, 1, 7));
	UPDATE ledger_balances SET debit_minor = debit_minor + max(new.amount_minor, 0), credit_minor = credit_minor - min(new.amount_minor, 0),
		base_minor = base_minor + new.base_minor
	 WHERE company_id = new.company_id AND account = new.account AND erp_account_id IN (new.erp_account_id, '*')
	   AND currency = new.currency AND month >= substr(new.date, 1, 7);
END;

-- What is open of each bill. The first entry of a bill says when it is due and to whom it is owed.
CREATE TRIGGER `ledger_postings_owed` AFTER INSERT ON `ledger_postings`
WHEN new.account = 'PAYABLE'
	AND NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state = 'ARRIVING') BEGIN
	SELECT RAISE(ABORT, 'ledger_entries: payables are of a bill, a vendor and a due date') FROM ledger_entries e
	 WHERE e.id = new.entry_id AND (e.bill_id IS NULL OR e.erp_vendor_id IS NULL OR e.due_date IS NULL);
	UPDATE ledger_payables SET open_minor = open_minor - new.amount_minor, base_minor = base_minor - new.base_minor
	 WHERE company_id = new.company_id AND currency = new.currency
	   AND bill_id = (SELECT e.bill_id FROM ledger_entries e WHERE e.id = new.entry_id);
	INSERT INTO ledger_payables (company_id, bill_id, currency, erp_vendor_id, due_date, open_minor, base_minor)
	SELECT new.company_id, e.bill_id, new.currency, e.erp_vendor_id, e.due_date, -new.amount_minor, -new.base_minor
	  FROM ledger_entries e WHERE e.id = new.entry_id
	   AND NOT EXISTS (SELECT 1 FROM ledger_payables p WHERE p.company_id = new.company_id AND p.bill_id = e.bill_id AND p.currency = new.currency);
	DELETE FROM ledger_payables WHERE company_id = new.company_id AND currency = new.currency AND open_minor = 0 AND base_minor = 0
	   AND bill_id = (SELECT e.bill_id FROM ledger_entries e WHERE e.id = new.entry_id);
END;
CREATE TRIGGER `ledger_payables_added` AFTER INSERT ON `ledger_payables`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	INSERT INTO ledger_payable_days (company_id, erp_vendor_id, due_date, base_minor, bills)
	SELECT new.company_id, k.value, new.due_date, 0, 0 FROM json_each(json_array(new.erp_vendor_id, '')) k
	 WHERE NOT EXISTS (SELECT 1 FROM ledger_payable_days d WHERE d.company_id = new.company_id AND d.erp_vendor_id = k.value AND d.due_date = new.due_date);
	INSERT INTO ledger_payable_vendors (company_id, erp_vendor_id, base_minor, bills)
	SELECT new.company_id, k.value, 0, 0 FROM json_each(json_array(new.erp_vendor_id, '')) k
	 WHERE NOT EXISTS (SELECT 1 FROM ledger_payable_vendors v WHERE v.company_id = new.company_id AND v.erp_vendor_id = k.value);
	UPDATE ledger_payable_days SET base_minor = base_minor + new.base_minor, bills = bills + 1
	 WHERE company_id = new.company_id AND erp_vendor_id IN (new.erp_vendor_id, '') AND due_date = new.due_date;
	UPDATE ledger_payable_vendors SET base_minor = base_minor + new.base_minor, bills = bills + 1
	 WHERE company_id = new.company_id AND erp_vendor_id IN (new.erp_vendor_id, '');
END;
CREATE TRIGGER `ledger_payables_changed` AFTER UPDATE OF `base_minor` ON `ledger_payables`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	UPDATE ledger_payable_days SET base_minor = base_minor + new.base_minor - old.base_minor
	 WHERE company_id = new.company_id AND erp_vendor_id IN (new.erp_vendor_id, '') AND due_date = new.due_date;
	UPDATE ledger_payable_vendors SET base_minor = base_minor + new.base_minor - old.base_minor
	 WHERE company_id = new.company_id AND erp_vendor_id IN (new.erp_vendor_id, '');
END;
CREATE TRIGGER `ledger_payables_removed` AFTER DELETE ON `ledger_payables`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	UPDATE ledger_payable_days SET base_minor = base_minor - old.base_minor, bills = bills - 1
	 WHERE company_id = old.company_id AND erp_vendor_id IN (old.erp_vendor_id, '') AND due_date = old.due_date;
	UPDATE ledger_payable_vendors SET base_minor = base_minor - old.base_minor, bills = bills - 1
	 WHERE company_id = old.company_id AND erp_vendor_id IN (old.erp_vendor_id, '');
	DELETE FROM ledger_payable_days WHERE company_id = old.company_id AND erp_vendor_id IN (old.erp_vendor_id, '')
	   AND due_date = old.due_date AND bills = 0;
	DELETE FROM ledger_payable_vendors WHERE company_id = old.company_id AND erp_vendor_id IN (old.erp_vendor_id, '') AND bills = 0;
END;
