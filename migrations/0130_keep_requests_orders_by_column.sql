-- A decision changes a request's status and nothing else that lists are sorted by, so only that order is written again.
DROP TRIGGER `intake_submissions_orders_changed`;
CREATE TRIGGER `intake_submissions_orders_changed`
AFTER UPDATE OF `created_at`, `number`, `requestor_name`, `company_amount`, `due_date` ON `intake_submissions`
WHEN new.created_at IS NOT old.created_at OR new.number IS NOT old.number OR new.requestor_name IS NOT old.requestor_name
	OR new.company_amount IS NOT old.company_amount OR new.due_date IS NOT old.due_date BEGIN
	UPDATE request_orders SET (created_at, number, requestor_name, amount_sort, due_sort) =
		(SELECT s.created_at, s.number, s.requestor_name, s.amount_sort, s.due_sort FROM intake_submissions s WHERE s.id = new.id)
	 WHERE company_id = new.company_id AND target_id = new.id AND user_id IN (SELECT p.user_id FROM request_participants p
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
CREATE TRIGGER `intake_submissions_orders_status` AFTER UPDATE OF `status` ON `intake_submissions`
WHEN new.status IS NOT old.status BEGIN
	UPDATE request_orders SET status = new.status
	 WHERE company_id = new.company_id AND target_id = new.id AND user_id IN (SELECT p.user_id FROM request_participants p
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
