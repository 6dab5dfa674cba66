ALTER TABLE `vendor_bank_details` ADD `fingerprint` text;
CREATE INDEX `vendor_bank_details_fingerprint` ON `vendor_bank_details` (`company_id`, `fingerprint`) WHERE fingerprint IS NOT NULL;
CREATE INDEX `vendor_bank_details_unmarked` ON `vendor_bank_details` (`created_at`) WHERE fingerprint IS NULL;
CREATE INDEX `bill_payments_vendor_paid` ON `bill_payments` (`company_id`, `erp_vendor_id`) WHERE status IN ('PAID', 'PAID_OUTSIDE');
CREATE INDEX `bill_payments_vendor_waiting` ON `bill_payments` (`company_id`, `erp_vendor_id`) WHERE status IN ('PENDING', 'APPROVED', 'FAILED', 'RETURNED');

CREATE TABLE `check_findings` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`rule` text NOT NULL,
	`state` text NOT NULL,
	`is_blocking` integer NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`bill_id` text,
	`details_id` text,
	`why` text NOT NULL,
	`found_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`decision` text,
	`decided_by_user_id` text,
	`decided_at` integer,
	`note` text DEFAULT '' NOT NULL,
	`mailed_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
CREATE INDEX `check_findings_found` ON `check_findings` (`company_id`, `found_at`, `id`);
CREATE INDEX `check_findings_state` ON `check_findings` (`company_id`, `state`, `found_at`, `id`);
CREATE INDEX `check_findings_rule` ON `check_findings` (`company_id`, `rule`, `found_at`, `id`);
CREATE INDEX `check_findings_vendor` ON `check_findings` (`company_id`, `erp_vendor_id`, `found_at`, `id`);
CREATE INDEX `check_findings_unmailed` ON `check_findings` (`company_id`) WHERE state = 'OPEN' AND is_blocking = 1 AND mailed_at IS NULL;

CREATE TABLE `check_subjects` (
	`company_id` text NOT NULL,
	`finding_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`kind` text NOT NULL,
	`is_held` integer NOT NULL,
	PRIMARY KEY(`company_id`, `finding_id`, `subject_id`)
);
CREATE INDEX `check_subjects_subject` ON `check_subjects` (`company_id`, `subject_id`);

CREATE TABLE `check_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE TABLE `check_silences` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`rule` text NOT NULL,
	`erp_vendor_id` text NOT NULL,
	`reason` text NOT NULL,
	`until` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by_user_id` text
);
CREATE INDEX `check_silences_active` ON `check_silences` (`company_id`, `created_at`, `id`) WHERE ended_at IS NULL;
CREATE INDEX `check_silences_vendor` ON `check_silences` (`company_id`, `erp_vendor_id`) WHERE ended_at IS NULL;
CREATE INDEX `check_silences_until` ON `check_silences` (`until`) WHERE ended_at IS NULL;

CREATE TABLE `employee_bank_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`employee_name` text NOT NULL,
	`last_four` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `employee_bank_accounts_company` ON `employee_bank_accounts` (`company_id`, `created_at`, `id`);
CREATE INDEX `employee_bank_accounts_fingerprint` ON `employee_bank_accounts` (`company_id`, `fingerprint`);

CREATE TABLE `check_counts` (
	`company_id` text NOT NULL,
	`month` text NOT NULL,
	`rule` text NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`released` integer DEFAULT 0 NOT NULL,
	`rejected` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `month`, `rule`)
);

CREATE TABLE `check_mails` (
	`company_id` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL
);

CREATE TRIGGER `check_findings_found_counted` AFTER INSERT ON `check_findings`
BEGIN
	INSERT INTO check_counts (company_id, month, rule, found)
	VALUES (NEW.company_id, strftime('%Y-%m', NEW.found_at / 1000, 'unixepoch'), NEW.rule, 1)
	ON CONFLICT (company_id, month, rule) DO UPDATE SET found = found + 1;
END;

CREATE TRIGGER `check_findings_inserted_decided` AFTER INSERT ON `check_findings`
WHEN NEW.decided_at IS NOT NULL
BEGIN
	INSERT INTO check_counts (company_id, month, rule, released, rejected)
	VALUES (NEW.company_id, strftime('%Y-%m', NEW.decided_at / 1000, 'unixepoch'), NEW.rule, NEW.decision = 'RELEASED', NEW.decision = 'REJECTED')
	ON CONFLICT (company_id, month, rule) DO UPDATE SET released = released + excluded.released, rejected = rejected + excluded.rejected;
END;

CREATE TRIGGER `check_findings_decided_counted` AFTER UPDATE OF `decided_at` ON `check_findings`
WHEN NEW.decided_at IS NOT OLD.decided_at OR NEW.decision IS NOT OLD.decision
BEGIN
	UPDATE check_counts SET released = released - (OLD.decision = 'RELEASED'), rejected = rejected - (OLD.decision = 'REJECTED')
	WHERE OLD.decided_at IS NOT NULL AND company_id = OLD.company_id AND rule = OLD.rule
		AND month = strftime('%Y-%m', OLD.decided_at / 1000, 'unixepoch');
	INSERT INTO check_counts (company_id, month, rule, released, rejected)
	SELECT NEW.company_id, strftime('%Y-%m', NEW.decided_at / 1000, 'unixepoch'), NEW.rule, NEW.decision = 'RELEASED', NEW.decision = 'REJECTED'
	WHERE NEW.decided_at IS NOT NULL
	ON CONFLICT (company_id, month, rule) DO UPDATE SET released = released + excluded.released, rejected = rejected + excluded.rejected;
END;
