-- A service's spend requests in the order in which they were filed, so that a page reads only itself.
ALTER TABLE `spend_request_services` ADD COLUMN `filed_at` integer DEFAULT 0 NOT NULL;
UPDATE spend_request_services SET filed_at = coalesce((SELECT s.created_at FROM spend_requests s
	WHERE s.id = spend_request_services.spend_request_id), 0);
CREATE INDEX `spend_request_services_filed` ON `spend_request_services` (`company_id`,`service_id`,`filed_at`,`spend_request_id`);

CREATE TRIGGER `spend_request_services_ordered` AFTER INSERT ON `spend_request_services` BEGIN
	UPDATE spend_request_services SET filed_at = coalesce((SELECT s.created_at FROM spend_requests s
		WHERE s.id = new.spend_request_id), 0)
	 WHERE company_id = new.company_id AND service_id = new.service_id AND spend_request_id = new.spend_request_id;
END;

CREATE TRIGGER `spend_requests_services_ordered` AFTER UPDATE OF `created_at` ON `spend_requests`
WHEN new.created_at IS NOT old.created_at BEGIN
	UPDATE spend_request_services SET filed_at = new.created_at
	 WHERE company_id = new.company_id AND spend_request_id = new.id;
END;

-- A company's copy in another database can have the links first.
CREATE TRIGGER `spend_requests_services_filed` AFTER INSERT ON `spend_requests` BEGIN
	UPDATE spend_request_services SET filed_at = new.created_at
	 WHERE company_id = new.company_id AND spend_request_id = new.id;
END;
