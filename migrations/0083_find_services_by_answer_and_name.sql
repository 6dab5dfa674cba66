-- Services are found by an answer, and by a part of their name or their vendor's, in each order of their list, be they few
-- or many.
ALTER TABLE `service_answer_values` ADD COLUMN `vendor_key` text DEFAULT '' NOT NULL;
ALTER TABLE `service_answer_values` ADD COLUMN `name_key` text DEFAULT '' NOT NULL;
ALTER TABLE `service_answer_values` ADD COLUMN `end_date` text DEFAULT '' NOT NULL;
UPDATE service_answer_values SET (vendor_key, name_key, end_date) =
	(SELECT s.vendor_key, lower(s.name), s.last_end_date FROM services s WHERE s.id = service_answer_values.service_id)
 WHERE EXISTS (SELECT 1 FROM services s WHERE s.id = service_answer_values.service_id);
CREATE INDEX `service_answer_values_vendor` ON `service_answer_values` (`company_id`,`question_id`,`value`,`vendor_key`,`name_key`,`service_id`);
CREATE INDEX `service_answer_values_name` ON `service_answer_values` (`company_id`,`question_id`,`value`,`name_key`,`service_id`);
CREATE INDEX `service_answer_values_end` ON `service_answer_values` (`company_id`,`question_id`,`value`,`end_date`,`service_id`);
DROP INDEX `service_answer_values_service`;
CREATE INDEX `service_answer_values_service` ON `service_answer_values` (`company_id`,`service_id`,`question_id`,`value`);

CREATE TRIGGER `service_answer_values_sorted_added` AFTER INSERT ON `service_answer_values` BEGIN
	UPDATE service_answer_values SET (vendor_key, name_key, end_date) =
		(SELECT s.vendor_key, lower(s.name), s.last_end_date FROM services s WHERE s.id = new.service_id)
	 WHERE company_id = new.company_id AND question_id = new.question_id AND value = new.value AND service_id = new.service_id
	   AND period_id = new.period_id AND EXISTS (SELECT 1 FROM services s WHERE s.id = new.service_id);
END;

CREATE TRIGGER `services_answer_values_sorted` AFTER UPDATE OF `vendor_key`, `name`, `last_end_date` ON `services`
WHEN new.vendor_key IS NOT old.vendor_key OR new.name IS NOT old.name OR new.last_end_date IS NOT old.last_end_date BEGIN
	UPDATE service_answer_values SET vendor_key = new.vendor_key, name_key = lower(new.name), end_date = new.last_end_date
	 WHERE company_id = new.company_id AND service_id = new.id;
END;

-- Each three letters in a row of a service's name, which is its own, and of its vendor's.
CREATE TABLE `service_name_parts` (
	`company_id` text NOT NULL,
	`part` text NOT NULL,
	`vendor_key` text NOT NULL,
	`name_key` text NOT NULL,
	`service_id` text NOT NULL,
	`is_own` integer NOT NULL,
	PRIMARY KEY(`company_id`, `part`, `vendor_key`, `name_key`, `service_id`)
) WITHOUT ROWID;
CREATE INDEX `service_name_parts_name` ON `service_name_parts` (`company_id`,`part`,`is_own`,`name_key`,`service_id`);

INSERT OR IGNORE INTO service_name_parts (company_id, part, vendor_key, name_key, service_id, is_own)
SELECT s.company_id, substr(lower(s.name), j.key + 1, 3), s.vendor_key, lower(s.name), s.id, 1
  FROM services s CROSS JOIN json_each('[' || substr(replace(hex(zeroblob(max(length(s.name) - 2, 0))), '00', ',1'), 2) || ']') j;
INSERT OR IGNORE INTO service_name_parts (company_id, part, vendor_key, name_key, service_id, is_own)
SELECT s.company_id, substr(s.vendor_key, j.key + 1, 3), s.vendor_key, lower(s.name), s.id, 0
  FROM services s CROSS JOIN json_each('[' || substr(replace(hex(zeroblob(max(length(s.vendor_key) - 2, 0))), '00', ',1'), 2) || ']') j;

DROP TRIGGER `services_parts_added`;
DROP TRIGGER `services_parts_changed`;
DROP TRIGGER `services_parts_removed`;
DELETE FROM object_name_parts WHERE kind = 'SERVICE';

CREATE TRIGGER `services_parts_added` AFTER INSERT ON `services` BEGIN
	INSERT OR IGNORE INTO service_name_parts (company_id, part, vendor_key, name_key, service_id, is_own)
	SELECT new.company_id, p.part, new.vendor_key, lower(new.name), new.id, p.is_own FROM (SELECT part, MAX(is_own) AS is_own FROM (
		SELECT substr(lower(new.name), j.key + 1, 3) AS part, 1 AS is_own FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.name) - 2, 0))), '00', ',1'), 2) || ']') j
		UNION ALL SELECT substr(new.vendor_key, j.key + 1, 3), 0 FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.vendor_key) - 2, 0))), '00', ',1'), 2) || ']') j) GROUP BY part) p;
END;

CREATE TRIGGER `services_parts_changed` AFTER UPDATE OF `name`, `vendor_key` ON `services`
WHEN new.name IS NOT old.name OR new.vendor_key IS NOT old.vendor_key BEGIN
	DELETE FROM service_name_parts
	 WHERE company_id = old.company_id AND vendor_key = old.vendor_key AND name_key = lower(old.name) AND service_id = old.id
	   AND part IN (SELECT p.part FROM (SELECT part, MAX(is_own) AS is_own FROM (
		SELECT substr(lower(old.name), j.key + 1, 3) AS part, 1 AS is_own FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.name) - 2, 0))), '00', ',1'), 2) || ']') j
		UNION ALL SELECT substr(old.vendor_key, j.key + 1, 3), 0 FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.vendor_key) - 2, 0))), '00', ',1'), 2) || ']') j) GROUP BY part) p);
	INSERT OR IGNORE INTO service_name_parts (company_id, part, vendor_key, name_key, service_id, is_own)
	SELECT new.company_id, p.part, new.vendor_key, lower(new.name), new.id, p.is_own FROM (SELECT part, MAX(is_own) AS is_own FROM (
		SELECT substr(lower(new.name), j.key + 1, 3) AS part, 1 AS is_own FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.name) - 2, 0))), '00', ',1'), 2) || ']') j
		UNION ALL SELECT substr(new.vendor_key, j.key + 1, 3), 0 FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.vendor_key) - 2, 0))), '00', ',1'), 2) || ']') j) GROUP BY part) p;
END;

CREATE TRIGGER `services_parts_removed` AFTER DELETE ON `services` BEGIN
	DELETE FROM service_name_parts
	 WHERE company_id = old.company_id AND vendor_key = old.vendor_key AND name_key = lower(old.name) AND service_id = old.id
	   AND part IN (SELECT p.part FROM (SELECT part, MAX(is_own) AS is_own FROM (
		SELECT substr(lower(old.name), j.key + 1, 3) AS part, 1 AS is_own FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.name) - 2, 0))), '00', ',1'), 2) || ']') j
		UNION ALL SELECT substr(old.vendor_key, j.key + 1, 3), 0 FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.vendor_key) - 2, 0))), '00', ',1'), 2) || ']') j) GROUP BY part) p);
END;
