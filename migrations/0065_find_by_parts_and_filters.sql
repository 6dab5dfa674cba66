-- Filters that a list's order does not help with have their own index.
CREATE INDEX `intake_submissions_archived` ON `intake_submissions` (`company_id`,`is_draft`,`created_at`,`id`) WHERE archived_at IS NOT NULL;
CREATE INDEX `documents_archived` ON `documents` (`company_id`,`created_at`,`id`) WHERE archived_at IS NOT NULL;
CREATE INDEX `department_members_approvers` ON `department_members` (`company_id`,`department_id`,`name_key`,`user_id`) WHERE approves_requests = 1;
CREATE INDEX `vendors_payment` ON `vendors` (`company_id`,`payment_method`,lower(`name`),`id`) WHERE payment_method IS NOT NULL;
CREATE INDEX `vendors_payment_created` ON `vendors` (`company_id`,`payment_method`,`created_at`,`id`) WHERE payment_method IS NOT NULL;
CREATE INDEX `vendors_payment_spend` ON `vendors` (`company_id`,`payment_method`,`next12_sort`,`id`) WHERE payment_method IS NOT NULL;
CREATE INDEX `vendors_payment_services` ON `vendors` (`company_id`,`payment_method`,`services_count`,`id`) WHERE payment_method IS NOT NULL;
CREATE INDEX `vendor_import_rows_problems` ON `vendor_import_rows` (`company_id`,`import_id`,`number`) WHERE problems <> '[]';
CREATE INDEX `vendor_import_rows_errors` ON `vendor_import_rows` (`company_id`,`import_id`,`number`) WHERE outcome IN ('BAD', 'FAILED');

-- Vendors and services are found by a part of their name, as members are: each two and three letters of it in a row, with
-- the name, so that those who have them come in order from one index, be they few or many.
CREATE TABLE `object_name_parts` (
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`part` text NOT NULL,
	`name_key` text NOT NULL,
	`target_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `kind`, `part`, `name_key`, `target_id`)
) WITHOUT ROWID;

INSERT INTO object_name_parts (company_id, kind, part, name_key, target_id)
SELECT DISTINCT t.company_id, 'VENDOR', substr(lower(t.name), j.key + 1, l.value), lower(t.name), t.id
  FROM vendors t CROSS JOIN json_each('[' || substr(replace(hex(zeroblob(length(t.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
 WHERE length(substr(lower(t.name), j.key + 1, l.value)) = l.value;

CREATE TRIGGER `vendors_parts_added` AFTER INSERT ON `vendors` WHEN new.name <> '' BEGIN
	INSERT INTO object_name_parts (company_id, kind, part, name_key, target_id)
	SELECT DISTINCT new.company_id, 'VENDOR', substr(lower(new.name), j.key + 1, l.value), lower(new.name), new.id
	  FROM json_each('[' || substr(replace(hex(zeroblob(length(new.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
	 WHERE length(substr(lower(new.name), j.key + 1, l.value)) = l.value;
END;

CREATE TRIGGER `vendors_parts_changed` AFTER UPDATE OF `name` ON `vendors` WHEN new.name IS NOT old.name BEGIN
	DELETE FROM object_name_parts
	 WHERE company_id = old.company_id AND kind = 'VENDOR' AND name_key = lower(old.name) AND target_id = old.id
	   AND part IN (SELECT substr(lower(old.name), j.key + 1, l.value) FROM json_each('[' || substr(replace(hex(zeroblob(length(old.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l);
	INSERT INTO object_name_parts (company_id, kind, part, name_key, target_id)
	SELECT DISTINCT new.company_id, 'VENDOR', substr(lower(new.name), j.key + 1, l.value), lower(new.name), new.id
	  FROM json_each('[' || substr(replace(hex(zeroblob(length(new.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
	 WHERE length(substr(lower(new.name), j.key + 1, l.value)) = l.value;
END;

CREATE TRIGGER `vendors_parts_removed` AFTER DELETE ON `vendors` BEGIN
	DELETE FROM object_name_parts
	 WHERE company_id = old.company_id AND kind = 'VENDOR' AND name_key = lower(old.name) AND target_id = old.id
	   AND part IN (SELECT substr(lower(old.name), j.key + 1, l.value) FROM json_each('[' || substr(replace(hex(zeroblob(length(old.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l);
END;

INSERT INTO object_name_parts (company_id, kind, part, name_key, target_id)
SELECT DISTINCT t.company_id, 'SERVICE', substr(lower(t.name), j.key + 1, l.value), lower(t.name), t.id
  FROM services t CROSS JOIN json_each('[' || substr(replace(hex(zeroblob(length(t.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
 WHERE length(substr(lower(t.name), j.key + 1, l.value)) = l.value;

CREATE TRIGGER `services_parts_added` AFTER INSERT ON `services` WHEN new.name <> '' BEGIN
	INSERT INTO object_name_parts (company_id, kind, part, name_key, target_id)
	SELECT DISTINCT new.company_id, 'SERVICE', substr(lower(new.name), j.key + 1, l.value), lower(new.name), new.id
	  FROM json_each('[' || substr(replace(hex(zeroblob(length(new.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
	 WHERE length(substr(lower(new.name), j.key + 1, l.value)) = l.value;
END;

CREATE TRIGGER `services_parts_changed` AFTER UPDATE OF `name` ON `services` WHEN new.name IS NOT old.name BEGIN
	DELETE FROM object_name_parts
	 WHERE company_id = old.company_id AND kind = 'SERVICE' AND name_key = lower(old.name) AND target_id = old.id
	   AND part IN (SELECT substr(lower(old.name), j.key + 1, l.value) FROM json_each('[' || substr(replace(hex(zeroblob(length(old.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l);
	INSERT INTO object_name_parts (company_id, kind, part, name_key, target_id)
	SELECT DISTINCT new.company_id, 'SERVICE', substr(lower(new.name), j.key + 1, l.value), lower(new.name), new.id
	  FROM json_each('[' || substr(replace(hex(zeroblob(length(new.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
	 WHERE length(substr(lower(new.name), j.key + 1, l.value)) = l.value;
END;

CREATE TRIGGER `services_parts_removed` AFTER DELETE ON `services` BEGIN
	DELETE FROM object_name_parts
	 WHERE company_id = old.company_id AND kind = 'SERVICE' AND name_key = lower(old.name) AND target_id = old.id
	   AND part IN (SELECT substr(lower(old.name), j.key + 1, l.value) FROM json_each('[' || substr(replace(hex(zeroblob(length(old.name))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l);
END;
