-- A company that moves to another cell. While it moves, its people can read and not write.
CREATE TABLE `company_moves` (
	`company_id` text PRIMARY KEY NOT NULL,
	`from_cell` integer NOT NULL,
	`to_cell` integer NOT NULL,
	`phase` text NOT NULL,
	`started_by` text NOT NULL,
	`started_at` integer NOT NULL,
	`touched_at` integer NOT NULL
);
-- API keys name the cell in which they were made. These have moved.
CREATE TABLE `directory_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`cell` integer NOT NULL
);
CREATE INDEX `directory_keys_company` ON `directory_keys` (`company_id`);
CREATE TABLE `company_locks` (
	`company_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`to_cell` integer,
	`touched_at` integer NOT NULL
);
-- Every change leaves an entry in the audit log in the same batch, so this stops all of them.
CREATE TRIGGER `audit_log_locked` BEFORE INSERT ON `audit_log`
WHEN EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = new.company_id AND l.state IN ('LEAVING', 'GONE')) BEGIN
	SELECT RAISE(ABORT, 'company_locks: the company is moving');
END;
-- Only a copy that is being moved or was left behind can be deleted.
DROP TRIGGER `audit_log_no_delete`;
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'audit_log is append-only');
END;
DROP TRIGGER `audit_seals_no_delete`;
CREATE TRIGGER `audit_seals_no_delete` BEFORE DELETE ON `audit_seals`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'audit_seals is append-only');
END;
DROP TRIGGER `audit_heads_no_delete`;
CREATE TRIGGER `audit_heads_no_delete` BEFORE DELETE ON `audit_heads`
WHEN NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = old.company_id AND l.state IN ('ARRIVING', 'CLEARING')) BEGIN
	SELECT RAISE(ABORT, 'audit_heads is append-only');
END;
