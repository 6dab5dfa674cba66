-- What people change of transactions: each change with its lines, as they were before and after, so that it can be undone.
CREATE TABLE `transaction_recodes` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`made_by_user_id` text NOT NULL,
	`made_at` integer NOT NULL,
	`state` text NOT NULL,
	`vendor_how` text NOT NULL,
	`vendor_id` text,
	`category_how` text NOT NULL,
	`category_id` text,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`restored` integer DEFAULT 0 NOT NULL,
	`undone_by_user_id` text,
	`undone_at` integer
);
CREATE INDEX `transaction_recodes_made` ON `transaction_recodes` (`company_id`, `made_at`, `id`);
CREATE INDEX `transaction_recodes_open` ON `transaction_recodes` (`company_id`, `made_at`, `id`) WHERE state IN ('RUNNING', 'UNDOING');
CREATE TABLE `transaction_recode_lines` (
	`company_id` text NOT NULL,
	`recode_id` text NOT NULL,
	`place` integer NOT NULL,
	`transaction_id` text NOT NULL,
	`is_changed` integer DEFAULT false NOT NULL,
	`before_vendor_id` text,
	`was_vendor_set` integer DEFAULT false NOT NULL,
	`before_category_id` text,
	`was_category_set` integer DEFAULT false NOT NULL,
	`after_vendor_id` text,
	`is_vendor_set` integer DEFAULT false NOT NULL,
	`after_category_id` text,
	`is_category_set` integer DEFAULT false NOT NULL,
	`is_restored` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `recode_id`, `place`)
);
CREATE INDEX `transaction_recode_lines_of` ON `transaction_recode_lines` (`company_id`, `transaction_id`, `is_changed`, `recode_id`);

-- How many discussions a transaction has, and how many of them are open.
ALTER TABLE `transactions` ADD `open_threads` integer DEFAULT 0 NOT NULL;
ALTER TABLE `transactions` ADD `all_threads` integer DEFAULT 0 NOT NULL;
CREATE TRIGGER `transaction_threads_counted` AFTER INSERT ON `threads` WHEN new.target_type = 'TRANSACTION' BEGIN
	UPDATE transactions SET all_threads = all_threads + 1, open_threads = open_threads + (new.resolved_at IS NULL)
	 WHERE id = new.target_id AND company_id = new.company_id;
END;
CREATE TRIGGER `transaction_threads_recounted` AFTER UPDATE OF `resolved_at` ON `threads`
	WHEN new.target_type = 'TRANSACTION' AND (new.resolved_at IS NULL) <> (old.resolved_at IS NULL) BEGIN
	UPDATE transactions SET open_threads = open_threads + (new.resolved_at IS NULL) - (old.resolved_at IS NULL)
	 WHERE id = new.target_id AND company_id = new.company_id;
END;
CREATE TRIGGER `transaction_threads_uncounted` AFTER DELETE ON `threads` WHEN old.target_type = 'TRANSACTION' BEGIN
	UPDATE transactions SET all_threads = all_threads - 1, open_threads = open_threads - (old.resolved_at IS NULL)
	 WHERE id = old.target_id AND company_id = old.company_id;
END;
CREATE INDEX `threads_open` ON `threads` (`company_id`, `target_type`, `created_at`, `id`) WHERE target_type = 'TRANSACTION' AND resolved_at IS NULL;
CREATE INDEX `threads_resolved` ON `threads` (`company_id`, `target_type`, `created_at`, `id`) WHERE target_type = 'TRANSACTION' AND resolved_at IS NOT NULL;
