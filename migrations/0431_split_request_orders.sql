-- The requests of each person in each order: a table for an order, which is its own index. One table with all keys and an
-- index for each order has every key twice.
DROP TRIGGER `request_participants_orders_added`;
DROP TRIGGER `request_participants_orders_asked`;
DROP TRIGGER `request_participants_orders_removed`;
DROP TRIGGER `intake_submissions_orders_added`;
DROP TRIGGER `intake_submissions_orders_changed`;
DROP TRIGGER `intake_submissions_orders_status`;
ALTER TABLE `request_orders` RENAME TO `former_orders`;
CREATE TABLE `request_orders` (
	`person` integer NOT NULL,
	`created_at` integer NOT NULL,
	`number` integer NOT NULL,
	`is_asked` integer NOT NULL,
	PRIMARY KEY(`person`, `created_at`, `number`)
) WITHOUT ROWID;
CREATE TABLE `request_number_orders` (
	`person` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`person`, `number`)
) WITHOUT ROWID;
CREATE TABLE `request_status_orders` (
	`person` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`person`, `status`, `created_at`, `number`)
) WITHOUT ROWID;
CREATE TABLE `request_name_orders` (
	`person` integer NOT NULL,
	`requestor_name` text NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`person`, `requestor_name`, `number`)
) WITHOUT ROWID;
CREATE TABLE `request_amount_orders` (
	`person` integer NOT NULL,
	`amount_sort` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`person`, `amount_sort`, `number`)
) WITHOUT ROWID;
CREATE TABLE `request_due_orders` (
	`person` integer NOT NULL,
	`due_sort` text NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`person`, `due_sort`, `number`)
) WITHOUT ROWID;
-- Each statement reads an index of the former table in order, and writes one table in that order.
INSERT INTO request_orders (person, created_at, number, is_asked)
SELECT person, created_at, number, is_asked FROM former_orders ORDER BY person, created_at, number;
INSERT INTO request_number_orders (person, number)
SELECT person, number FROM former_orders ORDER BY person, number;
INSERT INTO request_status_orders (person, status, created_at, number)
SELECT person, status, created_at, number FROM former_orders ORDER BY person, status, created_at, number;
INSERT INTO request_name_orders (person, requestor_name, number)
SELECT person, requestor_name, number FROM former_orders ORDER BY person, requestor_name, number;
INSERT INTO request_amount_orders (person, amount_sort, number)
SELECT person, amount_sort, number FROM former_orders ORDER BY person, amount_sort, number;
INSERT INTO request_due_orders (person, due_sort, number)
SELECT person, due_sort, number FROM former_orders ORDER BY person, due_sort, number;
DROP TABLE `former_orders`;
CREATE INDEX `request_orders_asked` ON `request_orders` (`person`,`created_at`,`number`) WHERE is_asked = 1;
CREATE TRIGGER `request_participants_orders_added` AFTER INSERT ON `request_participants` WHEN new.target_type = 'INTAKE_SUBMISSION' BEGIN
	INSERT OR IGNORE INTO request_people (company_id, user_id) VALUES (new.company_id, new.user_id);
	INSERT OR REPLACE INTO request_orders (person, created_at, number, is_asked)
	SELECT n.id, s.created_at, s.number, new.action_since IS NOT NULL
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
	INSERT OR REPLACE INTO request_number_orders (person, number)
	SELECT n.id, s.number
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
	INSERT OR REPLACE INTO request_status_orders (person, status, created_at, number)
	SELECT n.id, s.status, s.created_at, s.number
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
	INSERT OR REPLACE INTO request_name_orders (person, requestor_name, number)
	SELECT n.id, s.requestor_name, s.number
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
	INSERT OR REPLACE INTO request_amount_orders (person, amount_sort, number)
	SELECT n.id, s.amount_sort, s.number
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
	INSERT OR REPLACE INTO request_due_orders (person, due_sort, number)
	SELECT n.id, s.due_sort, s.number
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
END;
CREATE TRIGGER `request_participants_orders_asked` AFTER UPDATE OF `action_since` ON `request_participants`
WHEN new.target_type = 'INTAKE_SUBMISSION' AND (new.action_since IS NULL) <> (old.action_since IS NULL) BEGIN
	UPDATE request_orders SET is_asked = new.action_since IS NOT NULL
	 WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = new.company_id AND n.user_id = new.user_id)
	   AND (created_at, number) = (SELECT s.created_at, s.number FROM intake_submissions s WHERE s.id = new.target_id);
END;
CREATE TRIGGER `request_participants_orders_removed` AFTER DELETE ON `request_participants` WHEN old.target_type = 'INTAKE_SUBMISSION' BEGIN
	DELETE FROM request_orders WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND (created_at, number) = (SELECT s.created_at, s.number FROM intake_submissions s WHERE s.id = old.target_id);
	DELETE FROM request_number_orders WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND number = (SELECT s.number FROM intake_submissions s WHERE s.id = old.target_id);
	DELETE FROM request_status_orders WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND (status, created_at, number) = (SELECT s.status, s.created_at, s.number FROM intake_submissions s WHERE s.id = old.target_id);
	DELETE FROM request_name_orders WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND (requestor_name, number) = (SELECT s.requestor_name, s.number FROM intake_submissions s WHERE s.id = old.target_id);
	DELETE FROM request_amount_orders WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND (amount_sort, number) = (SELECT s.amount_sort, s.number FROM intake_submissions s WHERE s.id = old.target_id);
	DELETE FROM request_due_orders WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND (due_sort, number) = (SELECT s.due_sort, s.number FROM intake_submissions s WHERE s.id = old.target_id);
END;
CREATE TRIGGER `intake_submissions_orders_added` AFTER INSERT ON `intake_submissions` BEGIN
	INSERT OR REPLACE INTO request_orders (person, created_at, number, is_asked)
	SELECT n.id, s.created_at, s.number, p.action_since IS NOT NULL
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_number_orders (person, number)
	SELECT n.id, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_status_orders (person, status, created_at, number)
	SELECT n.id, s.status, s.created_at, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_name_orders (person, requestor_name, number)
	SELECT n.id, s.requestor_name, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_amount_orders (person, amount_sort, number)
	SELECT n.id, s.amount_sort, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_due_orders (person, due_sort, number)
	SELECT n.id, s.due_sort, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
END;
CREATE TRIGGER `intake_submissions_orders_changed` AFTER UPDATE OF `created_at`, `number` ON `intake_submissions`
WHEN new.created_at IS NOT old.created_at OR new.number IS NOT old.number BEGIN
	DELETE FROM request_orders WHERE created_at = old.created_at AND number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
	DELETE FROM request_number_orders WHERE number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
	DELETE FROM request_status_orders WHERE status = old.status AND created_at = old.created_at AND number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
	DELETE FROM request_name_orders WHERE requestor_name = old.requestor_name AND number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
	DELETE FROM request_amount_orders WHERE amount_sort = old.amount_sort AND number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
	DELETE FROM request_due_orders WHERE due_sort = old.due_sort AND number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
	INSERT OR REPLACE INTO request_orders (person, created_at, number, is_asked)
	SELECT n.id, s.created_at, s.number, p.action_since IS NOT NULL
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_number_orders (person, number)
	SELECT n.id, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_status_orders (person, status, created_at, number)
	SELECT n.id, s.status, s.created_at, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_name_orders (person, requestor_name, number)
	SELECT n.id, s.requestor_name, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_amount_orders (person, amount_sort, number)
	SELECT n.id, s.amount_sort, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
	INSERT OR REPLACE INTO request_due_orders (person, due_sort, number)
	SELECT n.id, s.due_sort, s.number
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
END;
CREATE TRIGGER `intake_submissions_orders_status` AFTER UPDATE OF `status` ON `intake_submissions`
WHEN new.status IS NOT old.status BEGIN
	UPDATE request_status_orders SET status = new.status
	 WHERE status = old.status AND created_at = new.created_at AND number = new.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
CREATE TRIGGER `intake_submissions_orders_name` AFTER UPDATE OF `requestor_name` ON `intake_submissions`
WHEN new.requestor_name IS NOT old.requestor_name BEGIN
	UPDATE request_name_orders SET requestor_name = new.requestor_name
	 WHERE requestor_name = old.requestor_name AND number = new.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
CREATE TRIGGER `intake_submissions_orders_amount` AFTER UPDATE OF `company_amount` ON `intake_submissions`
WHEN new.company_amount IS NOT old.company_amount BEGIN
	UPDATE request_amount_orders SET amount_sort = new.amount_sort
	 WHERE amount_sort = old.amount_sort AND number = new.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
CREATE TRIGGER `intake_submissions_orders_due` AFTER UPDATE OF `due_date` ON `intake_submissions`
WHEN new.due_date IS NOT old.due_date BEGIN
	UPDATE request_due_orders SET due_sort = new.due_sort
	 WHERE due_sort = old.due_sort AND number = new.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
