-- What most requests of a company say of their run, and who approved them, is kept once. Their columns have its number, or
-- the text itself where it is of one request alone.
CREATE TABLE `kept_texts` AS
SELECT company_id, text FROM (
	SELECT company_id, plan AS text FROM intake_submissions WHERE plan LIKE '{%' AND plan ->> '$.skipped' IS NULL
		AND plan ->> '$.involvedIds' IS NULL AND plan ->> '$.decidedIn' IS NULL
	UNION ALL SELECT company_id, approved_by FROM intake_submissions
		WHERE approved_by <> '[]' AND status <> 'PENDING' AND json_array_length(approved_by) <= 4)
 GROUP BY company_id, text HAVING count(*) > 1;
--> statement-breakpoint
INSERT INTO request_texts (company_id, id, text)
SELECT n.company_id, (SELECT coalesce(max(m.id), 0) FROM request_texts m WHERE m.company_id = n.company_id)
		+ row_number() OVER (PARTITION BY n.company_id), n.text
  FROM kept_texts n WHERE NOT EXISTS (SELECT 1 FROM request_texts t WHERE t.company_id = n.company_id AND t.text = n.text);
--> statement-breakpoint
DROP TABLE `kept_texts`;
--> statement-breakpoint
UPDATE intake_submissions SET
	plan = coalesce((SELECT t.id FROM request_texts t WHERE t.company_id = intake_submissions.company_id AND t.text = intake_submissions.plan), plan),
	approved_by = coalesce((SELECT t.id FROM request_texts t WHERE t.company_id = intake_submissions.company_id AND t.text = intake_submissions.approved_by), approved_by);
