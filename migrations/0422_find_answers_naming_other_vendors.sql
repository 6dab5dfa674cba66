-- A request's own vendor is in its row and found there, so only other vendors in its answers are listed. The former one is
-- listed when the request gets another.
DROP TRIGGER `intake_answers_naming_added`;
--> statement-breakpoint
DROP TRIGGER `intake_answers_naming_changed`;
--> statement-breakpoint
DELETE FROM answer_vendors WHERE EXISTS (SELECT 1 FROM intake_submissions s
	WHERE s.id = answer_vendors.submission_id AND s.vendor_id = answer_vendors.vendor_id
		AND s.company_id = answer_vendors.company_id AND s.is_draft = 0);
--> statement-breakpoint
CREATE TRIGGER `intake_answers_naming_added` AFTER INSERT ON `intake_answers`
WHEN json_type(new.value) IN ('text', 'array', 'object') BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT v.company_id, v.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN vendors v ON v.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = v.company_id
	 WHERE j.type = 'text' AND (s.vendor_id IS NOT v.id OR s.is_draft = 1)
	UNION ALL
	SELECT p.company_id, p.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN proposed_vendors p ON p.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = p.company_id
	 WHERE j.type = 'text' AND j.atom LIKE 'pv-%' AND (s.vendor_id IS NOT p.id OR s.is_draft = 1);
END;
--> statement-breakpoint
CREATE TRIGGER `intake_answers_naming_changed` AFTER UPDATE OF `value` ON `intake_answers`
WHEN new.value IS NOT old.value BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT v.company_id, v.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN vendors v ON v.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = v.company_id
	 WHERE j.type = 'text' AND (s.vendor_id IS NOT v.id OR s.is_draft = 1)
	UNION ALL
	SELECT p.company_id, p.id, new.submission_id FROM json_tree(new.value) j
	 CROSS JOIN proposed_vendors p ON p.id = j.atom
	 CROSS JOIN intake_submissions s ON s.id = new.submission_id AND s.company_id = p.company_id
	 WHERE j.type = 'text' AND j.atom LIKE 'pv-%' AND (s.vendor_id IS NOT p.id OR s.is_draft = 1);
END;
--> statement-breakpoint
CREATE TRIGGER `intake_submissions_named_before` AFTER UPDATE OF `vendor_id` ON `intake_submissions`
WHEN old.vendor_id IS NOT new.vendor_id AND old.is_draft = 0 BEGIN
	INSERT OR IGNORE INTO answer_vendors (company_id, vendor_id, submission_id)
	SELECT old.company_id, old.vendor_id, old.id WHERE old.vendor_id IS NOT NULL;
	DELETE FROM answer_vendors WHERE company_id = new.company_id AND vendor_id = new.vendor_id AND submission_id = new.id;
END;
