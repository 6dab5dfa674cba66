-- The renewals of an owner in their order, be the owner's services few or many.
CREATE TABLE `service_period_owners` (
	`company_id` text NOT NULL,
	`owner_user_id` text NOT NULL,
	`end_date` text NOT NULL,
	`period_id` text NOT NULL,
	`service_id` text NOT NULL,
	`cancel_by` text,
	PRIMARY KEY(`company_id`, `owner_user_id`, `end_date`, `period_id`)
);
CREATE INDEX `service_period_owners_cancel` ON `service_period_owners` (`company_id`,`owner_user_id`,`cancel_by`,`period_id`) WHERE cancel_by IS NOT NULL;
CREATE INDEX `service_period_owners_service` ON `service_period_owners` (`company_id`,`service_id`);

INSERT INTO service_period_owners (company_id, owner_user_id, end_date, period_id, service_id, cancel_by)
SELECT p.company_id, k.target_id, p.end_date, p.id, p.service_id, p.cancel_by
  FROM service_periods p CROSS JOIN service_links k
    ON k.company_id = p.company_id AND k.service_id = p.service_id AND k.kind = 'OWNER';

CREATE TRIGGER `service_links_periods_added` AFTER INSERT ON `service_links` WHEN new.kind = 'OWNER' BEGIN
	INSERT OR IGNORE INTO service_period_owners (company_id, owner_user_id, end_date, period_id, service_id, cancel_by)
	SELECT p.company_id, new.target_id, p.end_date, p.id, p.service_id, p.cancel_by
	  FROM service_periods p INDEXED BY service_periods_start WHERE p.company_id = new.company_id AND p.service_id = new.service_id;
END;
CREATE TRIGGER `service_links_periods_removed` AFTER DELETE ON `service_links` WHEN old.kind = 'OWNER' BEGIN
	DELETE FROM service_period_owners
	 WHERE company_id = old.company_id AND service_id = old.service_id AND +owner_user_id = old.target_id;
END;
CREATE TRIGGER `service_periods_owners_added` AFTER INSERT ON `service_periods` BEGIN
	INSERT OR IGNORE INTO service_period_owners (company_id, owner_user_id, end_date, period_id, service_id, cancel_by)
	SELECT new.company_id, k.target_id, new.end_date, new.id, new.service_id, new.cancel_by FROM service_links k
	 WHERE k.company_id = new.company_id AND k.service_id = new.service_id AND k.kind = 'OWNER';
END;
CREATE TRIGGER `service_periods_owners_changed` AFTER UPDATE OF `end_date`, `cancel_by`, `service_id` ON `service_periods`
WHEN new.end_date IS NOT old.end_date OR new.cancel_by IS NOT old.cancel_by OR new.service_id IS NOT old.service_id BEGIN
	DELETE FROM service_period_owners
	 WHERE company_id = old.company_id AND service_id = old.service_id AND period_id = old.id;
	INSERT OR IGNORE INTO service_period_owners (company_id, owner_user_id, end_date, period_id, service_id, cancel_by)
	SELECT new.company_id, k.target_id, new.end_date, new.id, new.service_id, new.cancel_by FROM service_links k
	 WHERE k.company_id = new.company_id AND k.service_id = new.service_id AND k.kind = 'OWNER';
END;
CREATE TRIGGER `service_periods_owners_removed` AFTER DELETE ON `service_periods` BEGIN
	DELETE FROM service_period_owners
	 WHERE company_id = old.company_id AND service_id = old.service_id AND period_id = old.id;
END;
