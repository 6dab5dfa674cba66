-- Decisions are found by who asked, so that is their key, and they need no index. A person's requests have numbers of their own.
DROP TRIGGER `request_decisions_counted`;
--> statement-breakpoint
DROP TRIGGER `request_decisions_uncounted`;
--> statement-breakpoint
DROP TRIGGER `intake_submissions_decided`;
--> statement-breakpoint
DROP TRIGGER `intake_submissions_decided_again`;
--> statement-breakpoint
DROP TRIGGER `intake_submissions_undecided`;
--> statement-breakpoint
CREATE TABLE `kept_decisions` AS SELECT d.company_id, d.requestor_user_id, d.decided_at, s.number, d.took_ms, d.unit_ids
  FROM request_decisions d CROSS JOIN intake_submissions s ON s.id = d.submission_id;
--> statement-breakpoint
DROP TABLE `request_decisions`;
--> statement-breakpoint
CREATE TABLE `request_decisions` (
	`company_id` text NOT NULL,
	`requestor_user_id` text NOT NULL,
	`decided_at` integer NOT NULL,
	`number` integer NOT NULL,
	`took_ms` integer NOT NULL,
	`unit_ids` text NOT NULL,
	PRIMARY KEY(`company_id`, `requestor_user_id`, `decided_at`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO request_decisions (company_id, requestor_user_id, decided_at, number, took_ms, unit_ids)
SELECT company_id, requestor_user_id, decided_at, number, took_ms, unit_ids FROM kept_decisions ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
DROP TABLE `kept_decisions`;
--> statement-breakpoint
CREATE TRIGGER `request_decisions_counted` AFTER INSERT ON `request_decisions` BEGIN
	INSERT INTO decision_months (company_id, unit_id, month, counts)
	SELECT new.company_id, u.value, strftime('%Y-%m', (new.decided_at) / 1000, 'unixepoch'), json_object((CASE WHEN new.took_ms / 60000 < 60 THEN new.took_ms / 60000 / 5 * 5 WHEN new.took_ms / 60000 < 2880 THEN new.took_ms / 60000 / 60 * 60 WHEN new.took_ms / 60000 < 14400 THEN new.took_ms / 60000 / 240 * 240
		WHEN new.took_ms / 60000 < 86400 THEN new.took_ms / 60000 / 1440 * 1440 ELSE new.took_ms / 60000 / 10080 * 10080 END)
		|| CASE WHEN strftime('%Y-%m', (new.decided_at + 50400000) / 1000, 'unixepoch') <> strftime('%Y-%m', (new.decided_at) / 1000, 'unixepoch') OR strftime('%Y-%m', (new.decided_at - 43200000) / 1000, 'unixepoch') <> strftime('%Y-%m', (new.decided_at) / 1000, 'unixepoch') THEN ' ' || (new.decided_at / 900000) ELSE '' END, 1)
	  FROM json_each(new.unit_ids) u WHERE true
	ON CONFLICT (company_id, unit_id, month) DO UPDATE SET
		counts = json_set(counts, '$."' || (SELECT x.key FROM json_each(excluded.counts) x) || '"', coalesce(counts ->> ('$."' || (SELECT x.key FROM json_each(excluded.counts) x) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER `request_decisions_uncounted` AFTER DELETE ON `request_decisions` BEGIN
	INSERT INTO decision_months (company_id, unit_id, month, counts)
	SELECT old.company_id, u.value, strftime('%Y-%m', (old.decided_at) / 1000, 'unixepoch'), json_object((CASE WHEN old.took_ms / 60000 < 60 THEN old.took_ms / 60000 / 5 * 5 WHEN old.took_ms / 60000 < 2880 THEN old.took_ms / 60000 / 60 * 60 WHEN old.took_ms / 60000 < 14400 THEN old.took_ms / 60000 / 240 * 240
		WHEN old.took_ms / 60000 < 86400 THEN old.took_ms / 60000 / 1440 * 1440 ELSE old.took_ms / 60000 / 10080 * 10080 END)
		|| CASE WHEN strftime('%Y-%m', (old.decided_at + 50400000) / 1000, 'unixepoch') <> strftime('%Y-%m', (old.decided_at) / 1000, 'unixepoch') OR strftime('%Y-%m', (old.decided_at - 43200000) / 1000, 'unixepoch') <> strftime('%Y-%m', (old.decided_at) / 1000, 'unixepoch') THEN ' ' || (old.decided_at / 900000) ELSE '' END, -1)
	  FROM json_each(old.unit_ids) u WHERE true
	ON CONFLICT (company_id, unit_id, month) DO UPDATE SET
		counts = iif(counts ->> ('$."' || (SELECT x.key FROM json_each(excluded.counts) x) || '"') > 1, json_set(counts, '$."' || (SELECT x.key FROM json_each(excluded.counts) x) || '"', (counts ->> ('$."' || (SELECT x.key FROM json_each(excluded.counts) x) || '"')) - 1), json_remove(counts, '$."' || (SELECT x.key FROM json_each(excluded.counts) x) || '"'));
END;
--> statement-breakpoint
CREATE TRIGGER `intake_submissions_decided` AFTER INSERT ON `intake_submissions` WHEN new.status IN ('APPROVED', 'REJECTED') AND new.is_draft = 0 AND new.deleted_at IS NULL AND new.contact_email IS NULL AND new.completed_at >= new.submitted_at BEGIN
	INSERT OR IGNORE INTO request_decisions (company_id, requestor_user_id, decided_at, number, took_ms, unit_ids)
	SELECT new.company_id, new.requestor_user_id, new.completed_at, new.number, new.completed_at - new.submitted_at,
		(SELECT json_group_array(u.id) FROM (SELECT '' AS id UNION SELECT m.department_id FROM department_members m INDEXED BY department_members_user
			WHERE m.company_id = new.company_id AND m.user_id = new.requestor_user_id) u)
	 WHERE new.status IN ('APPROVED', 'REJECTED') AND new.is_draft = 0 AND new.deleted_at IS NULL AND new.contact_email IS NULL AND new.completed_at >= new.submitted_at;
END;
--> statement-breakpoint
CREATE TRIGGER `intake_submissions_decided_again` AFTER UPDATE OF `status`, `is_draft`, `deleted_at`, `contact_email`, `completed_at`, `submitted_at`, `requestor_user_id` ON `intake_submissions`
WHEN coalesce(new.status IN ('APPROVED', 'REJECTED') AND new.is_draft = 0 AND new.deleted_at IS NULL AND new.contact_email IS NULL AND new.completed_at >= new.submitted_at, 0) <> coalesce(old.status IN ('APPROVED', 'REJECTED') AND old.is_draft = 0 AND old.deleted_at IS NULL AND old.contact_email IS NULL AND old.completed_at >= old.submitted_at, 0)
	OR new.completed_at IS NOT old.completed_at OR new.submitted_at IS NOT old.submitted_at OR new.requestor_user_id IS NOT old.requestor_user_id BEGIN
	DELETE FROM request_decisions WHERE company_id = old.company_id AND requestor_user_id = old.requestor_user_id
		AND decided_at = old.completed_at AND number = old.number;
	INSERT OR IGNORE INTO request_decisions (company_id, requestor_user_id, decided_at, number, took_ms, unit_ids)
	SELECT new.company_id, new.requestor_user_id, new.completed_at, new.number, new.completed_at - new.submitted_at,
		(SELECT json_group_array(u.id) FROM (SELECT '' AS id UNION SELECT m.department_id FROM department_members m INDEXED BY department_members_user
			WHERE m.company_id = new.company_id AND m.user_id = new.requestor_user_id) u)
	 WHERE new.status IN ('APPROVED', 'REJECTED') AND new.is_draft = 0 AND new.deleted_at IS NULL AND new.contact_email IS NULL AND new.completed_at >= new.submitted_at;
END;
--> statement-breakpoint
CREATE TRIGGER `intake_submissions_undecided` AFTER DELETE ON `intake_submissions` BEGIN
	DELETE FROM request_decisions WHERE company_id = old.company_id AND requestor_user_id = old.requestor_user_id
		AND decided_at = old.completed_at AND number = old.number;
END;
