-- The lists of requests are sorted by the request's number among equals, which takes a tenth of the room of its id. What
-- a person takes part in is kept by numbers as well, in each order of their list, and nothing of it is kept twice.
CREATE TABLE `request_people` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL
);
CREATE UNIQUE INDEX `request_people_user` ON `request_people` (`company_id`,`user_id`);
INSERT INTO request_people (company_id, user_id) SELECT DISTINCT company_id, user_id FROM request_participants ORDER BY 1, 2;

CREATE TABLE `kept_participants` AS SELECT * FROM request_participants;
DROP TABLE `request_participants`;
CREATE TABLE `request_participants` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`is_requestor` integer NOT NULL,
	`is_approver` integer NOT NULL,
	`is_watcher` integer NOT NULL,
	`action_since` integer,
	`actions` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`sequence` integer NOT NULL,
	`is_awaited` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`target_id`, `user_id`)
) WITHOUT ROWID;
INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver, is_watcher, action_since, actions,
	created_at, completed_at, sequence, is_awaited)
SELECT company_id, user_id, target_type, target_id, is_requestor, is_approver, is_watcher, action_since, actions,
	created_at, completed_at, sequence, is_awaited FROM kept_participants ORDER BY target_id, user_id;
DROP TABLE `kept_participants`;
CREATE INDEX `request_participants_waiting` ON `request_participants` (`company_id`,`action_since`) WHERE action_since IS NOT NULL;
CREATE INDEX `request_participants_action` ON `request_participants` (`user_id`,`target_type`,`action_since`) WHERE action_since IS NOT NULL;
CREATE INDEX `request_participants_awaited` ON `request_participants` (`user_id`,`target_type`,`created_at`) WHERE is_awaited = 1 AND completed_at IS NULL;
CREATE INDEX `request_participants_watched` ON `request_participants` (`user_id`,`target_type`,`created_at`) WHERE is_watcher = 1 AND completed_at IS NULL;
CREATE INDEX `request_participants_completed` ON `request_participants` (`user_id`,`target_type`,`completed_at`) WHERE completed_at IS NOT NULL;

DROP TABLE `request_orders`;
CREATE TABLE `request_orders` (
	`person` integer NOT NULL,
	`number` integer NOT NULL,
	`created_at` integer NOT NULL,
	`status` text NOT NULL,
	`requestor_name` text NOT NULL,
	`amount_sort` integer NOT NULL,
	`due_sort` text NOT NULL,
	`is_asked` integer NOT NULL,
	PRIMARY KEY(`person`, `number`)
) WITHOUT ROWID;
INSERT INTO request_orders (person, number, created_at, status, requestor_name, amount_sort, due_sort, is_asked)
SELECT n.id, s.number, s.created_at, s.status, s.requestor_name, s.amount_sort, s.due_sort, p.action_since IS NOT NULL
  FROM request_participants p CROSS JOIN intake_submissions s ON s.id = p.target_id
 CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
 WHERE p.target_type = 'INTAKE_SUBMISSION' ORDER BY 1, 2;
CREATE INDEX `request_orders_created` ON `request_orders` (`person`,`created_at`,`number`);
CREATE INDEX `request_orders_asked` ON `request_orders` (`person`,`created_at`,`number`) WHERE is_asked = 1;
CREATE INDEX `request_orders_status` ON `request_orders` (`person`,`status`,`created_at`,`number`);
CREATE INDEX `request_orders_name` ON `request_orders` (`person`,`requestor_name`,`number`);
CREATE INDEX `request_orders_amount` ON `request_orders` (`person`,`amount_sort`,`number`);
CREATE INDEX `request_orders_due` ON `request_orders` (`person`,`due_sort`,`number`);

CREATE TRIGGER `request_participants_orders_added` AFTER INSERT ON `request_participants` WHEN new.target_type = 'INTAKE_SUBMISSION' BEGIN
	INSERT OR IGNORE INTO request_people (company_id, user_id) VALUES (new.company_id, new.user_id);
	INSERT OR REPLACE INTO request_orders (person, number, created_at, status, requestor_name, amount_sort, due_sort, is_asked)
	SELECT n.id, s.number, s.created_at, s.status, s.requestor_name, s.amount_sort, s.due_sort, new.action_since IS NOT NULL
	  FROM request_people n CROSS JOIN intake_submissions s ON s.id = new.target_id
	 WHERE n.company_id = new.company_id AND n.user_id = new.user_id;
END;
CREATE TRIGGER `request_participants_orders_asked` AFTER UPDATE OF `action_since` ON `request_participants`
WHEN new.target_type = 'INTAKE_SUBMISSION' AND (new.action_since IS NULL) <> (old.action_since IS NULL) BEGIN
	UPDATE request_orders SET is_asked = new.action_since IS NOT NULL
	 WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = new.company_id AND n.user_id = new.user_id)
	   AND number = (SELECT s.number FROM intake_submissions s WHERE s.id = new.target_id);
END;
CREATE TRIGGER `request_participants_orders_removed` AFTER DELETE ON `request_participants` WHEN old.target_type = 'INTAKE_SUBMISSION' BEGIN
	DELETE FROM request_orders
	 WHERE person = (SELECT n.id FROM request_people n WHERE n.company_id = old.company_id AND n.user_id = old.user_id)
	   AND number = (SELECT s.number FROM intake_submissions s WHERE s.id = old.target_id);
END;

DROP TRIGGER `intake_submissions_orders_added`;
CREATE TRIGGER `intake_submissions_orders_added` AFTER INSERT ON `intake_submissions` BEGIN
	INSERT OR REPLACE INTO request_orders (person, number, created_at, status, requestor_name, amount_sort, due_sort, is_asked)
	SELECT n.id, s.number, s.created_at, s.status, s.requestor_name, s.amount_sort, s.due_sort, p.action_since IS NOT NULL
	  FROM request_participants p CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
	 CROSS JOIN intake_submissions s ON s.id = p.target_id
	 WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id;
END;
DROP TRIGGER `intake_submissions_orders_changed`;
CREATE TRIGGER `intake_submissions_orders_changed`
AFTER UPDATE OF `created_at`, `number`, `requestor_name`, `company_amount`, `due_date` ON `intake_submissions`
WHEN new.created_at IS NOT old.created_at OR new.number IS NOT old.number OR new.requestor_name IS NOT old.requestor_name
	OR new.company_amount IS NOT old.company_amount OR new.due_date IS NOT old.due_date BEGIN
	UPDATE request_orders SET (created_at, number, requestor_name, amount_sort, due_sort) =
		(SELECT s.created_at, s.number, s.requestor_name, s.amount_sort, s.due_sort FROM intake_submissions s WHERE s.id = new.id)
	 WHERE number = old.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;
DROP TRIGGER `intake_submissions_orders_status`;
CREATE TRIGGER `intake_submissions_orders_status` AFTER UPDATE OF `status` ON `intake_submissions`
WHEN new.status IS NOT old.status BEGIN
	UPDATE request_orders SET status = new.status
	 WHERE number = new.number AND person IN (SELECT n.id FROM request_participants p
		CROSS JOIN request_people n ON n.company_id = p.company_id AND n.user_id = p.user_id
		WHERE p.company_id = new.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = new.id);
END;

CREATE TRIGGER `request_participants_readers_added` AFTER INSERT ON `request_participants` BEGIN
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT DISTINCT d.company_id, new.user_id, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
	 WHERE l.company_id = new.company_id AND l.target_type = new.target_type AND l.target_id = new.target_id
	   AND d.deleted_at IS NULL AND d.temporary_since IS NULL AND NOT EXISTS (SELECT 1 FROM document_readers r
		WHERE r.company_id = new.company_id AND r.reader = new.user_id AND r.document_id = d.id);
END;
CREATE TRIGGER `request_participants_readers_removed` AFTER DELETE ON `request_participants` BEGIN
	DELETE FROM document_readers WHERE company_id = old.company_id AND reader = old.user_id
	   AND document_id IN (SELECT l.document_id FROM document_links l
		WHERE l.company_id = old.company_id AND l.target_type = old.target_type AND l.target_id = old.target_id)
	   AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = document_readers.document_id AND d.uploaded_by_user_id = old.user_id)
	   AND NOT EXISTS (SELECT 1 FROM document_links l CROSS JOIN request_participants p
		ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id AND p.user_id = old.user_id
		WHERE l.company_id = old.company_id AND l.document_id = document_readers.document_id);
END;

DROP INDEX `intake_submissions_created`;
DROP INDEX `intake_submissions_category`;
DROP INDEX `intake_submissions_status`;
DROP INDEX `intake_submissions_requestor`;
DROP INDEX `intake_submissions_name`;
DROP INDEX `intake_submissions_amount`;
DROP INDEX `intake_submissions_due`;
DROP INDEX `intake_submissions_author`;
DROP INDEX `intake_submissions_vendor`;
DROP INDEX `intake_submissions_of_vendor`;
DROP INDEX `intake_submissions_assignee`;
DROP INDEX `intake_submissions_archived`;
DROP INDEX `intake_submissions_contact`;
CREATE INDEX `intake_submissions_created` ON `intake_submissions` (`company_id`,`is_draft`,`created_at`,`number`);
CREATE INDEX `intake_submissions_category` ON `intake_submissions` (`company_id`,`is_draft`,`intake_category_id`,`created_at`,`number`);
CREATE INDEX `intake_submissions_status` ON `intake_submissions` (`company_id`,`is_draft`,`status`,`created_at`,`number`);
CREATE INDEX `intake_submissions_requestor` ON `intake_submissions` (`company_id`,`requestor_user_id`,`is_draft`,`created_at`,`number`);
CREATE INDEX `intake_submissions_name` ON `intake_submissions` (`company_id`,`is_draft`,`requestor_name`,`number`);
CREATE INDEX `intake_submissions_amount` ON `intake_submissions` (`company_id`,`is_draft`,`amount_sort`,`number`);
CREATE INDEX `intake_submissions_due` ON `intake_submissions` (`company_id`,`is_draft`,`due_sort`,`number`);
CREATE INDEX `intake_submissions_author` ON `intake_submissions` (`company_id`,`created_by_user_id`,`is_draft`,`created_at`,`number`);
CREATE INDEX `intake_submissions_vendor` ON `intake_submissions` (`company_id`,`vendor_id`,`status`,`intake_category_id`,`is_draft`,`created_at`,`number`) WHERE vendor_id IS NOT NULL;
CREATE INDEX `intake_submissions_of_vendor` ON `intake_submissions` (`company_id`,`vendor_id`,`is_draft`,`created_at`,`number`) WHERE vendor_id IS NOT NULL;
CREATE INDEX `intake_submissions_assignee` ON `intake_submissions` (`company_id`,`assignee_user_id`,`is_draft`,`created_at`,`number`) WHERE assignee_user_id IS NOT NULL;
CREATE INDEX `intake_submissions_archived` ON `intake_submissions` (`company_id`,`is_draft`,`created_at`,`number`) WHERE archived_at IS NOT NULL;
CREATE INDEX `intake_submissions_contact` ON `intake_submissions` (`company_id`,`is_draft`,`created_at`,`number`) WHERE contact_email IS NOT NULL;
