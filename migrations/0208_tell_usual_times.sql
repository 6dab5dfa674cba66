-- A request's row has its periods of status only where they aren't the usual ones: pending since it was submitted, and then
-- decided. Rows that have them all read as before.
DROP VIEW `request_status_times`;
CREATE VIEW `request_status_times` AS
SELECT s.company_id, s.id AS submission_id, s.intake_category_id, s.submitted_at,
       j.value ->> 'status' AS status, j.value ->> 'at' AS since, j.value ->> 'until' AS until
  FROM intake_submissions s CROSS JOIN json_each(CASE
	WHEN s.status_history <> '' THEN s.status_history
	WHEN s.completed_at IS NULL THEN json_array(json_object('status', 'PENDING', 'at', s.submitted_at, 'until', NULL))
	ELSE json_array(json_object('status', 'PENDING', 'at', s.submitted_at, 'until', s.completed_at),
		json_object('status', s.status, 'at', s.completed_at, 'until', NULL)) END) j
 WHERE s.is_draft = 0 AND s.deleted_at IS NULL;
