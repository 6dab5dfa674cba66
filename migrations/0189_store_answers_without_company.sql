-- The answers of a request are of its company, so new rows leave the column empty. Older ones keep it: nothing reads it.
DROP TRIGGER `intake_answers_vendor_merged`;
CREATE TRIGGER `intake_answers_vendor_merged` AFTER INSERT ON `intake_answers`
WHEN json_type(new.value) IN ('text', 'array') AND EXISTS (SELECT 1 FROM json_each(new.value) j
	CROSS JOIN intake_submissions s ON s.id = new.submission_id
	CROSS JOIN vendor_merges m ON m.company_id = s.company_id AND m.from_id = j.value AND m.undone_at IS NULL) BEGIN
	UPDATE intake_answers SET value = CASE json_type(new.value)
		WHEN 'array' THEN (SELECT json_group_array(x.id) FROM (
			SELECT coalesce(m.survivor_id, j.value) AS id, min(j.key) AS place FROM json_each(new.value) j
			 CROSS JOIN intake_submissions s ON s.id = new.submission_id
			  LEFT JOIN vendor_merges m ON m.company_id = s.company_id AND m.from_id = j.value AND m.undone_at IS NULL
			 GROUP BY 1 ORDER BY place) x)
		ELSE (SELECT json_quote(m.survivor_id) FROM json_each(new.value) j
			CROSS JOIN intake_submissions s ON s.id = new.submission_id
			CROSS JOIN vendor_merges m ON m.company_id = s.company_id AND m.from_id = j.value AND m.undone_at IS NULL) END
	 WHERE submission_id = new.submission_id AND version = new.version AND question_id = new.question_id;
END;
