-- Which requests have a vendor in an answer of any version, so that a merge doesn't look through all of them. Rows are
-- added only: one that is no longer true is found out when the answers are read.
CREATE TABLE `answer_vendors` (
	`company_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`submission_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `vendor_id`, `submission_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
SELECT s.company_id, v.id, s.id FROM intake_submissions s
 CROSS JOIN intake_answers a ON a.submission_id = s.id
 CROSS JOIN json_tree(a.value) j
 CROSS JOIN vendors v ON v.id = j.atom AND v.company_id = s.company_id
 WHERE j.type = 'text';
--> statement-breakpoint
CREATE TRIGGER `intake_answers_naming_added` AFTER INSERT ON `intake_answers`
WHEN json_type(new.value) IN ('text', 'array', 'object') BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT v.company_id, v.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN vendors v ON v.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = v.company_id
	 WHERE j.type = 'text';
END;
--> statement-breakpoint
CREATE TRIGGER `intake_answers_naming_changed` AFTER UPDATE OF `value` ON `intake_answers`
WHEN new.value IS NOT old.value BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT v.company_id, v.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN vendors v ON v.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = v.company_id
	 WHERE j.type = 'text';
END;
