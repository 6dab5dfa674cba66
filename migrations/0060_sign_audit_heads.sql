-- Each day the head of a company's audit chain is signed: what was signed cannot be cut off or rewritten unnoticed.
CREATE TABLE `audit_heads` (
	`company_id` text NOT NULL,
	`day` text NOT NULL,
	`sequence` integer NOT NULL,
	`audit_id` integer NOT NULL,
	`hash` text NOT NULL,
	`signed_at` text NOT NULL,
	`key_id` text NOT NULL,
	`signature` text NOT NULL,
	PRIMARY KEY(`company_id`, `day`)
);

CREATE TRIGGER `audit_heads_no_update` BEFORE UPDATE ON `audit_heads` BEGIN SELECT RAISE(ABORT, 'audit_heads is append-only'); END;
CREATE TRIGGER `audit_heads_no_delete` BEFORE DELETE ON `audit_heads` BEGIN SELECT RAISE(ABORT, 'audit_heads is append-only'); END;
-- JSON: addresses to which the signed head is mailed every day, chosen by the company.
ALTER TABLE `companies` ADD COLUMN `audit_recipients` text DEFAULT '[]' NOT NULL;
