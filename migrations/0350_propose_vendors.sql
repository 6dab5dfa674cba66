-- Vendors that a request proposes. The vendor gets the same id once the request is approved, so that answers name it all
-- along. Rows don't change but for what became of them.
CREATE TABLE `proposed_vendors` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`website` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`country` text NOT NULL,
	`proposed_by_user_id` text NOT NULL,
	`proposed_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	`vendor_id` text,
	`waiting` text
);
--> statement-breakpoint
CREATE INDEX `proposed_vendors_company` ON `proposed_vendors` (`company_id`);
--> statement-breakpoint
-- Vendors by the domain of their website.
CREATE INDEX `vendors_domain` ON `vendors` (`company_id`, replace(substr(replace(replace(lower(`website`), 'https://', ''), 'http://', '') || '/', 1, instr(replace(replace(lower(`website`), 'https://', ''), 'http://', '') || '/', '/') - 1), 'www.', '')) WHERE website <> '';
--> statement-breakpoint
DROP TRIGGER `intake_answers_naming_added`;
--> statement-breakpoint
CREATE TRIGGER `intake_answers_naming_added` AFTER INSERT ON `intake_answers`
WHEN json_type(new.value) IN ('text', 'array', 'object') BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT v.company_id, v.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN vendors v ON v.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = v.company_id
	 WHERE j.type = 'text'
	UNION ALL
	SELECT p.company_id, p.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN proposed_vendors p ON p.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = p.company_id
	 WHERE j.type = 'text' AND j.atom LIKE 'pv-%';
END;
--> statement-breakpoint
DROP TRIGGER `intake_answers_naming_changed`;
--> statement-breakpoint
CREATE TRIGGER `intake_answers_naming_changed` AFTER UPDATE OF `value` ON `intake_answers`
WHEN new.value IS NOT old.value BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT v.company_id, v.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN vendors v ON v.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = v.company_id
	 WHERE j.type = 'text'
	UNION ALL
	SELECT p.company_id, p.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN proposed_vendors p ON p.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = p.company_id
	 WHERE j.type = 'text' AND j.atom LIKE 'pv-%';
END;
