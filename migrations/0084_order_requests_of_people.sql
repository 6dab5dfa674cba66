-- The requests that a person takes part in, in each order of their list.
CREATE TABLE `request_orders` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`requestor_name` text NOT NULL,
	`amount_sort` integer NOT NULL,
	`due_sort` text NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`, `target_id`)
) WITHOUT ROWID;
INSERT INTO request_orders (company_id, user_id, target_id, created_at, number, status, requestor_name, amount_sort, due_sort)
SELECT p.company_id, p.user_id, s.id, s.created_at, s.number, s.status, s.requestor_name, s.amount_sort, s.due_sort
  FROM request_participants p CROSS JOIN intake_submissions s ON s.id = p.target_id WHERE p.target_type = 'INTAKE_SUBMISSION';
CREATE INDEX `request_orders_number` ON `request_orders` (`company_id`,`user_id`,`number`,`target_id`);
CREATE INDEX `request_orders_status` ON `request_orders` (`company_id`,`user_id`,`status`,`created_at`,`target_id`);
CREATE INDEX `request_orders_name` ON `request_orders` (`company_id`,`user_id`,`requestor_name`,`target_id`);
CREATE INDEX `request_orders_amount` ON `request_orders` (`company_id`,`user_id`,`amount_sort`,`target_id`);
CREATE INDEX `request_orders_due` ON `request_orders` (`company_id`,`user_id`,`due_sort`,`target_id`);

CREATE TRIGGER `request_participants_orders_added` AFTER INSERT ON `request_participants` WHEN new.target_type = 'INTAKE_SUBMISSION' BEGIN
	INSERT OR REPLACE INTO request_orders (company_id, user_id, target_id, created_at, number, status, requestor_name, amount_sort, due_sort)
	SELECT new.company_id, new.user_id, s.id, s.created_at, s.number, s.status, s.requestor_name, s.amount_sort, s.due_sort FROM intake_submissions s WHERE s.id = new.target_id;
END;

CREATE TRIGGER `request_participants_orders_removed` AFTER DELETE ON `request_participants` WHEN old.target_type = 'INTAKE_SUBMISSION' BEGIN
	DELETE FROM request_orders WHERE company_id = old.company_id AND user_id = old.user_id AND target_id = old.target_id;
END;

CREATE TRIGGER `intake_submissions_orders_added` AFTER INSERT ON `intake_submissions` BEGIN
	INSERT OR REPLACE INTO request_orders (company_id, user_id, target_id, created_at, number, status, requestor_name, amount_sort, due_sort)
	SELECT p.company_id, p.user_id, s.id, s.created_at, s.number, s.status, s.requestor_name, s.amount_sort, s.due_sort FROM request_participants p CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
END;

CREATE TRIGGER `intake_submissions_orders_changed`
AFTER UPDATE OF `created_at`, `number`, `status`, `requestor_name`, `company_amount`, `due_date` ON `intake_submissions`
WHEN new.created_at IS NOT old.created_at OR new.number IS NOT old.number OR new.status IS NOT old.status
	OR new.requestor_name IS NOT old.requestor_name OR new.company_amount IS NOT old.company_amount OR new.due_date IS NOT old.due_date BEGIN
	UPDATE request_orders SET (created_at, number, status, requestor_name, amount_sort, due_sort) =
		(SELECT s.created_at, s.number, s.status, s.requestor_name, s.amount_sort, s.due_sort FROM intake_submissions s WHERE s.id = new.id)
	 WHERE company_id = new.company_id AND target_id = new.id AND user_id IN (SELECT p.user_id FROM request_participants p
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
