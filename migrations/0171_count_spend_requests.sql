-- How many spend requests a company has in each state.
CREATE TABLE `spend_request_counts` (
	`company_id` text NOT NULL,
	`status` text NOT NULL,
	`is_archived` integer NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `status`, `is_archived`)
);
INSERT INTO spend_request_counts (company_id, status, is_archived, total)
SELECT s.company_id, s.status, s.archived_at IS NOT NULL, COUNT(*) FROM spend_requests s WHERE s.deleted_at IS NULL
 GROUP BY s.company_id, s.status, s.archived_at IS NOT NULL;

CREATE TRIGGER `spend_requests_counted` AFTER INSERT ON `spend_requests` WHEN new.deleted_at IS NULL BEGIN
	INSERT INTO spend_request_counts (company_id, status, is_archived) SELECT new.company_id, new.status, new.archived_at IS NOT NULL
	 WHERE NOT EXISTS (SELECT 1 FROM spend_request_counts WHERE company_id = new.company_id AND status = new.status
	                      AND is_archived = (new.archived_at IS NOT NULL));
	UPDATE spend_request_counts SET total = total + 1
	 WHERE company_id = new.company_id AND status = new.status AND is_archived = (new.archived_at IS NOT NULL);
END;

CREATE TRIGGER `spend_requests_uncounted` AFTER DELETE ON `spend_requests` WHEN old.deleted_at IS NULL BEGIN
	UPDATE spend_request_counts SET total = total - 1
	 WHERE company_id = old.company_id AND status = old.status AND is_archived = (old.archived_at IS NOT NULL);
END;

CREATE TRIGGER `spend_requests_recounted` AFTER UPDATE OF `status`, `archived_at`, `deleted_at` ON `spend_requests`
WHEN new.status IS NOT old.status OR (new.archived_at IS NULL) IS NOT (old.archived_at IS NULL)
	OR (new.deleted_at IS NULL) IS NOT (old.deleted_at IS NULL) BEGIN
	UPDATE spend_request_counts SET total = total - (old.deleted_at IS NULL)
	 WHERE company_id = old.company_id AND status = old.status AND is_archived = (old.archived_at IS NOT NULL);
	INSERT INTO spend_request_counts (company_id, status, is_archived) SELECT new.company_id, new.status, new.archived_at IS NOT NULL
	 WHERE NOT EXISTS (SELECT 1 FROM spend_request_counts WHERE company_id = new.company_id AND status = new.status
	                      AND is_archived = (new.archived_at IS NOT NULL));
	UPDATE spend_request_counts SET total = total + (new.deleted_at IS NULL)
	 WHERE company_id = new.company_id AND status = new.status AND is_archived = (new.archived_at IS NOT NULL);
END;
