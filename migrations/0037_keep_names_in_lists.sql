-- Lists of vendors and services read a row for each that they show, and none for what it names. `names` holds what the
-- people, units and categories of a vendor or service are called; the views say what it is, and triggers keep it in the
-- same transaction, whoever writes what it is made of.
--
-- What an owner, a department or a category has comes in each order of the list from an index of its links: these hold
-- what the list is sorted by.
ALTER TABLE `services` ADD COLUMN `names` text DEFAULT '{}' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `names` text DEFAULT '{}' NOT NULL;
ALTER TABLE `service_links` ADD COLUMN `vendor_key` text DEFAULT '' NOT NULL;
ALTER TABLE `service_links` ADD COLUMN `name_key` text DEFAULT '' NOT NULL;
ALTER TABLE `service_links` ADD COLUMN `end_date` text DEFAULT '' NOT NULL;
ALTER TABLE `vendor_links` ADD COLUMN `created_at` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendor_links` ADD COLUMN `next12_sort` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendor_links` ADD COLUMN `services_count` integer DEFAULT 0 NOT NULL;

CREATE VIEW `service_names` (`id`, `names`) AS
SELECT s.id, json_object(
  'vendor', (SELECT v.name FROM vendors v WHERE v.id = s.vendor_id AND +v.company_id = s.company_id),
  'spendCategory', (SELECT c.name FROM spend_categories c WHERE c.id = s.spend_category_id AND +c.company_id = s.company_id),
  'businessUnit', (SELECT b.name FROM business_units b WHERE b.id = s.business_unit_id AND +b.company_id = s.company_id),
  'links', json((SELECT json_group_array(json_object('kind', k.kind, 'id', k.target_id, 'name', coalesce(d.name, l.name),
      'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email))
    FROM service_links k
    LEFT JOIN departments d ON k.kind = 'DEPARTMENT' AND d.id = k.target_id
    LEFT JOIN locations l ON k.kind = 'LOCATION' AND l.id = k.target_id
    LEFT JOIN users u ON k.kind = 'OWNER' AND u.id = k.target_id
   WHERE k.company_id = s.company_id AND k.service_id = s.id)))
  FROM services s;

CREATE VIEW `vendor_names` (`id`, `names`) AS
SELECT v.id, json_object(
  'people', json((SELECT json_group_array(json_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email))
    FROM json_each(json_insert(v.owner_ids, '$[#]', v.signer_user_id)) j CROSS JOIN users u ON u.id = j.value)),
  'categories', json((SELECT json_group_array(json_object('id', t.id, 'name', t.name))
    FROM json_each(v.category_ids) j CROSS JOIN vendor_categories t ON t.id = j.value)),
  'departments', json((SELECT json_group_array(json_object('id', t.id, 'name', t.name))
    FROM json_each(v.department_ids) j CROSS JOIN departments t ON t.id = j.value)),
  'spendCategories', json((SELECT json_group_array(json_object('id', t.id, 'name', t.name))
    FROM json_each(v.spend_category_ids) j CROSS JOIN spend_categories t ON t.id = j.value)))
  FROM vendors v;

-- What is there already; the rest of this file follows its changes.
UPDATE services SET names = (SELECT n.names FROM service_names n WHERE n.id = services.id);
UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = vendors.id);
UPDATE service_links SET (vendor_key, name_key, end_date) =
	(SELECT s.vendor_key, lower(s.name), s.last_end_date FROM services s WHERE s.id = service_links.service_id);
UPDATE vendor_links SET (created_at, next12_sort, services_count) =
	(SELECT v.created_at, v.next12_sort, v.services_count FROM vendors v WHERE v.id = vendor_links.vendor_id);

DROP INDEX `service_links_target`;
CREATE INDEX `service_links_target` ON `service_links` (`company_id`,`kind`,`target_id`,`vendor_key`,`name_key`,`service_id`);
CREATE INDEX `service_links_name` ON `service_links` (`company_id`,`kind`,`target_id`,`name_key`,`service_id`);
CREATE INDEX `service_links_end` ON `service_links` (`company_id`,`kind`,`target_id`,`end_date`,`service_id`);
CREATE INDEX `vendor_links_created` ON `vendor_links` (`company_id`,`kind`,`target_id`,`created_at`,`vendor_id`);
CREATE INDEX `vendor_links_spend` ON `vendor_links` (`company_id`,`kind`,`target_id`,`next12_sort`,`vendor_id`);
CREATE INDEX `vendor_links_services` ON `vendor_links` (`company_id`,`kind`,`target_id`,`services_count`,`vendor_id`);

-- What links are sorted by.
CREATE TRIGGER `service_links_sorted_added` AFTER INSERT ON `service_links` BEGIN
	UPDATE service_links SET (vendor_key, name_key, end_date) =
		(SELECT s.vendor_key, lower(s.name), s.last_end_date FROM services s WHERE s.id = new.service_id)
	 WHERE company_id = new.company_id AND service_id = new.service_id AND kind = new.kind AND target_id = new.target_id
	   AND EXISTS (SELECT 1 FROM services s WHERE s.id = new.service_id);
END;

CREATE TRIGGER `services_links_sorted` AFTER UPDATE OF `vendor_key`, `name`, `last_end_date` ON `services`
WHEN new.vendor_key IS NOT old.vendor_key OR new.name IS NOT old.name OR new.last_end_date IS NOT old.last_end_date BEGIN
	UPDATE service_links SET vendor_key = new.vendor_key, name_key = lower(new.name), end_date = new.last_end_date
	 WHERE company_id = new.company_id AND service_id = new.id;
END;

CREATE TRIGGER `vendor_links_sorted_added` AFTER INSERT ON `vendor_links` BEGIN
	UPDATE vendor_links SET (created_at, next12_sort, services_count) =
		(SELECT v.created_at, v.next12_sort, v.services_count FROM vendors v WHERE v.id = new.vendor_id)
	 WHERE company_id = new.company_id AND vendor_id = new.vendor_id AND kind = new.kind AND target_id = new.target_id
	   AND EXISTS (SELECT 1 FROM vendors v WHERE v.id = new.vendor_id);
END;

CREATE TRIGGER `vendors_links_sorted` AFTER UPDATE OF `next12_sort`, `services_count` ON `vendors`
WHEN new.next12_sort IS NOT old.next12_sort OR new.services_count IS NOT old.services_count BEGIN
	UPDATE vendor_links SET next12_sort = new.next12_sort, services_count = new.services_count
	 WHERE company_id = new.company_id AND vendor_id = new.id;
END;

-- Names of services.
CREATE TRIGGER `services_names_added` AFTER INSERT ON `services` BEGIN
	UPDATE services SET names = (SELECT n.names FROM service_names n WHERE n.id = new.id) WHERE id = new.id;
END;

CREATE TRIGGER `services_names_changed` AFTER UPDATE OF `links`, `vendor_id`, `spend_category_id`, `business_unit_id` ON `services`
WHEN new.links IS NOT old.links OR new.vendor_id IS NOT old.vendor_id OR new.spend_category_id IS NOT old.spend_category_id
	OR new.business_unit_id IS NOT old.business_unit_id BEGIN
	UPDATE services SET names = (SELECT n.names FROM service_names n WHERE n.id = new.id) WHERE id = new.id;
END;

CREATE TRIGGER `vendors_names_in_services` AFTER UPDATE OF `name` ON `vendors` WHEN new.name IS NOT old.name BEGIN
	UPDATE services SET names = json_set(names, '$.vendor', new.name) WHERE company_id = new.company_id AND vendor_id = new.id;
END;

CREATE TRIGGER `spend_categories_names_in_services` AFTER UPDATE OF `name` ON `spend_categories` WHEN new.name IS NOT old.name BEGIN
	UPDATE services SET names = json_set(names, '$.spendCategory', new.name)
	 WHERE company_id = new.company_id AND spend_category_id = new.id;
END;

CREATE TRIGGER `business_units_names_in_services` AFTER UPDATE OF `name` ON `business_units` WHEN new.name IS NOT old.name BEGIN
	UPDATE services SET names = json_set(names, '$.businessUnit', new.name)
	 WHERE company_id = new.company_id AND business_unit_id = new.id;
END;

CREATE TRIGGER `departments_names_in_services` AFTER UPDATE OF `name` ON `departments` WHEN new.name IS NOT old.name BEGIN
	UPDATE services SET names = (SELECT n.names FROM service_names n WHERE n.id = services.id)
	 WHERE id IN (SELECT k.service_id FROM service_links k WHERE k.company_id = new.company_id AND k.kind = 'DEPARTMENT' AND k.target_id = new.id);
END;

CREATE TRIGGER `locations_names_in_services` AFTER UPDATE OF `name` ON `locations` WHEN new.name IS NOT old.name BEGIN
	UPDATE services SET names = (SELECT n.names FROM service_names n WHERE n.id = services.id)
	 WHERE id IN (SELECT k.service_id FROM service_links k WHERE k.company_id = new.company_id AND k.kind = 'LOCATION' AND k.target_id = new.id);
END;

CREATE TRIGGER `users_names_in_services` AFTER UPDATE OF `first_name`, `last_name`, `email` ON `users`
WHEN new.first_name IS NOT old.first_name OR new.last_name IS NOT old.last_name OR new.email IS NOT old.email BEGIN
	UPDATE services SET names = (SELECT n.names FROM service_names n WHERE n.id = services.id)
	 WHERE id IN (SELECT k.service_id FROM company_memberships m CROSS JOIN service_links k
		ON k.company_id = m.company_id AND k.kind = 'OWNER' AND k.target_id = new.id WHERE m.user_id = new.id);
END;

-- Names of vendors.
CREATE TRIGGER `vendors_names_added` AFTER INSERT ON `vendors`
WHEN new.signer_user_id IS NOT NULL OR new.owner_ids <> '[]' OR new.category_ids <> '[]' OR new.department_ids <> '[]'
	OR new.spend_category_ids <> '[]' BEGIN
	UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = new.id) WHERE id = new.id;
END;

CREATE TRIGGER `vendors_names_changed`
AFTER UPDATE OF `signer_user_id`, `owner_ids`, `category_ids`, `department_ids`, `spend_category_ids` ON `vendors`
WHEN new.signer_user_id IS NOT old.signer_user_id OR new.owner_ids IS NOT old.owner_ids OR new.category_ids IS NOT old.category_ids
	OR new.department_ids IS NOT old.department_ids OR new.spend_category_ids IS NOT old.spend_category_ids BEGIN
	UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = new.id) WHERE id = new.id;
END;

CREATE TRIGGER `vendor_categories_names_in_vendors` AFTER UPDATE OF `name` ON `vendor_categories` WHEN new.name IS NOT old.name BEGIN
	UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = vendors.id)
	 WHERE id IN (SELECT k.vendor_id FROM vendor_links k WHERE k.company_id = new.company_id AND k.kind = 'CATEGORY' AND k.target_id = new.id);
END;

CREATE TRIGGER `departments_names_in_vendors` AFTER UPDATE OF `name` ON `departments` WHEN new.name IS NOT old.name BEGIN
	UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = vendors.id)
	 WHERE id IN (SELECT s.vendor_id FROM service_links k CROSS JOIN services s ON s.id = k.service_id
		WHERE k.company_id = new.company_id AND k.kind = 'DEPARTMENT' AND k.target_id = new.id);
END;

CREATE TRIGGER `spend_categories_names_in_vendors` AFTER UPDATE OF `name` ON `spend_categories` WHEN new.name IS NOT old.name BEGIN
	UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = vendors.id)
	 WHERE id IN (SELECT s.vendor_id FROM services s WHERE s.company_id = new.company_id AND s.spend_category_id = new.id);
END;

CREATE TRIGGER `users_names_in_vendors` AFTER UPDATE OF `first_name`, `last_name`, `email` ON `users`
WHEN new.first_name IS NOT old.first_name OR new.last_name IS NOT old.last_name OR new.email IS NOT old.email BEGIN
	UPDATE vendors SET names = (SELECT n.names FROM vendor_names n WHERE n.id = vendors.id)
	 WHERE id IN (SELECT k.vendor_id FROM company_memberships m CROSS JOIN vendor_links k
		ON k.company_id = m.company_id AND k.kind = 'OWNER' AND k.target_id = new.id WHERE m.user_id = new.id
		UNION SELECT v.id FROM company_memberships m CROSS JOIN vendors v
		ON v.company_id = m.company_id AND v.signer_user_id = new.id WHERE m.user_id = new.id);
END;

-- While many rows of a vendor are written at once its `figures_month` is '~', and what is kept of them is counted once
-- afterwards: each of them would count all the others. The plus signs keep the index of categories, which the counting
-- would walk for all vendors, out of it.
DROP TRIGGER `services_vendor_added`;
CREATE TRIGGER `services_vendor_added` AFTER INSERT ON `services` BEGIN
	UPDATE vendors SET figures_month = '0',
		services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = new.company_id AND s.vendor_id = new.vendor_id AND s.archived_at IS NULL),
		spend_category_ids = (SELECT json_group_array(DISTINCT +s.spend_category_id) FROM services s WHERE s.company_id = new.company_id AND s.vendor_id = new.vendor_id AND s.archived_at IS NULL AND +s.spend_category_id IS NOT NULL)
	 WHERE id = new.vendor_id AND company_id = new.company_id AND figures_month <> '~';
END;

DROP TRIGGER `services_vendor_changed`;
CREATE TRIGGER `services_vendor_changed` AFTER UPDATE OF `vendor_id`, `archived_at`, `spend_category_id`, `version` ON `services` BEGIN
	UPDATE vendors SET figures_month = '0',
		services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL),
		spend_category_ids = (SELECT json_group_array(DISTINCT +s.spend_category_id) FROM services s WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL AND +s.spend_category_id IS NOT NULL),
		department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL)
	 WHERE id IN (old.vendor_id, new.vendor_id) AND company_id = new.company_id AND figures_month <> '~';
END;

DROP TRIGGER `services_vendor_removed`;
CREATE TRIGGER `services_vendor_removed` AFTER DELETE ON `services` BEGIN
	UPDATE vendors SET figures_month = '0',
		services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = old.company_id AND s.vendor_id = old.vendor_id AND s.archived_at IS NULL),
		spend_category_ids = (SELECT json_group_array(DISTINCT +s.spend_category_id) FROM services s WHERE s.company_id = old.company_id AND s.vendor_id = old.vendor_id AND s.archived_at IS NULL AND +s.spend_category_id IS NOT NULL),
		department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = old.company_id AND s.vendor_id = old.vendor_id AND s.archived_at IS NULL)
	 WHERE id = old.vendor_id AND company_id = old.company_id AND figures_month <> '~';
END;

DROP TRIGGER `service_links_vendor_added`;
CREATE TRIGGER `service_links_vendor_added` AFTER INSERT ON `service_links` WHEN new.kind = 'DEPARTMENT' BEGIN
	UPDATE vendors SET department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL)
	 WHERE id = (SELECT s.vendor_id FROM services s WHERE s.id = new.service_id AND +s.company_id = new.company_id) AND company_id = new.company_id AND figures_month <> '~';
END;

DROP TRIGGER `service_links_vendor_removed`;
CREATE TRIGGER `service_links_vendor_removed` AFTER DELETE ON `service_links` WHEN old.kind = 'DEPARTMENT' BEGIN
	UPDATE vendors SET department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL)
	 WHERE id = (SELECT s.vendor_id FROM services s WHERE s.id = old.service_id AND +s.company_id = old.company_id) AND company_id = old.company_id AND figures_month <> '~';
END;

DROP TRIGGER `document_links_vendor_added`;
CREATE TRIGGER `document_links_vendor_added` AFTER INSERT ON `document_links` WHEN new.target_type = 'VENDOR' BEGIN
	UPDATE vendors SET documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id WHERE l.company_id = new.company_id AND l.target_type = 'VENDOR' AND l.target_id = new.target_id AND d.deleted_at IS NULL)
	 WHERE id = new.target_id AND company_id = new.company_id AND figures_month <> '~';
END;

DROP TRIGGER `document_links_vendor_removed`;
CREATE TRIGGER `document_links_vendor_removed` AFTER DELETE ON `document_links` WHEN old.target_type = 'VENDOR' BEGIN
	UPDATE vendors SET documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id WHERE l.company_id = old.company_id AND l.target_type = 'VENDOR' AND l.target_id = old.target_id AND d.deleted_at IS NULL)
	 WHERE id = old.target_id AND company_id = old.company_id AND figures_month <> '~';
END;

DROP TRIGGER `documents_vendor_changed`;
CREATE TRIGGER `documents_vendor_changed` AFTER UPDATE OF `deleted_at` ON `documents` WHEN new.deleted_at IS NOT old.deleted_at BEGIN
	UPDATE vendors SET documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id WHERE l.company_id = vendors.company_id AND l.target_type = 'VENDOR' AND l.target_id = vendors.id AND d.deleted_at IS NULL)
	 WHERE id IN (SELECT l.target_id FROM document_links l WHERE l.company_id = new.company_id AND l.document_id = new.id AND l.target_type = 'VENDOR') AND company_id = new.company_id AND figures_month <> '~';
END;

-- Who may read a document, so that the list of somebody who may read some comes in order from an index: `reader` is a
-- person who uploaded it or takes part in a request that it is attached to, the category of such a request, whose owners
-- read it, or '*' for everybody. What was deleted, or uploaded ahead by a form that is not sent, has none. Triggers keep it.
CREATE TABLE `document_readers` (
	`company_id` text NOT NULL,
	`reader` text NOT NULL,
	`document_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`name_key` text NOT NULL,
	`is_archived` integer NOT NULL,
	PRIMARY KEY(`company_id`, `reader`, `document_id`)
);
CREATE INDEX `document_readers_document` ON `document_readers` (`company_id`,`document_id`);
CREATE INDEX `document_readers_created` ON `document_readers` (`company_id`,`reader`,`is_archived`,`created_at`,`document_id`);
CREATE INDEX `document_readers_name` ON `document_readers` (`company_id`,`reader`,`is_archived`,`name_key`,`document_id`);

INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
SELECT d.company_id, v.reader, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
  FROM (
		SELECT d.uploaded_by_user_id AS reader, d.id FROM documents d
		UNION SELECT '*', d.id FROM documents d WHERE d.open_count > 0
		UNION SELECT p.user_id, l.document_id FROM document_links l CROSS JOIN request_participants p
			ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id
		UNION SELECT s.intake_category_id, l.document_id FROM document_links l CROSS JOIN intake_submissions s
			ON s.id = l.target_id AND s.is_draft = 0 WHERE l.target_type = 'INTAKE_SUBMISSION') v
 CROSS JOIN documents d ON d.id = v.id WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL;

CREATE TRIGGER `documents_readers_added` AFTER INSERT ON `documents` WHEN new.deleted_at IS NULL BEGIN
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT d.company_id, v.reader, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM (
		SELECT d.uploaded_by_user_id AS reader, d.id FROM documents d WHERE d.id IN (new.id)
		UNION SELECT '*', d.id FROM documents d WHERE d.id IN (new.id) AND d.open_count > 0
		UNION SELECT p.user_id, l.document_id FROM document_links l CROSS JOIN request_participants p
			ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id WHERE l.company_id = new.company_id AND l.document_id IN (new.id)
		UNION SELECT s.intake_category_id, l.document_id FROM document_links l CROSS JOIN intake_submissions s
			ON s.id = l.target_id AND s.is_draft = 0 WHERE l.company_id = new.company_id AND l.document_id IN (new.id) AND l.target_type = 'INTAKE_SUBMISSION') v
	 CROSS JOIN documents d ON d.id = v.id WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL AND d.company_id = new.company_id;
END;

CREATE TRIGGER `documents_readers_changed`
AFTER UPDATE OF `display_name`, `archived_at`, `deleted_at`, `temporary_since`, `open_count`, `uploaded_by_user_id` ON `documents`
WHEN new.display_name IS NOT old.display_name OR new.archived_at IS NOT old.archived_at OR new.deleted_at IS NOT old.deleted_at
	OR (new.temporary_since IS NULL) <> (old.temporary_since IS NULL)
	OR (new.open_count > 0) <> (old.open_count > 0) OR new.uploaded_by_user_id IS NOT old.uploaded_by_user_id BEGIN
	DELETE FROM document_readers WHERE company_id = new.company_id AND document_id IN (new.id);
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT d.company_id, v.reader, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM (
		SELECT d.uploaded_by_user_id AS reader, d.id FROM documents d WHERE d.id IN (new.id)
		UNION SELECT '*', d.id FROM documents d WHERE d.id IN (new.id) AND d.open_count > 0
		UNION SELECT p.user_id, l.document_id FROM document_links l CROSS JOIN request_participants p
			ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id WHERE l.company_id = new.company_id AND l.document_id IN (new.id)
		UNION SELECT s.intake_category_id, l.document_id FROM document_links l CROSS JOIN intake_submissions s
			ON s.id = l.target_id AND s.is_draft = 0 WHERE l.company_id = new.company_id AND l.document_id IN (new.id) AND l.target_type = 'INTAKE_SUBMISSION') v
	 CROSS JOIN documents d ON d.id = v.id WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL AND d.company_id = new.company_id;
END;

CREATE TRIGGER `documents_readers_removed` AFTER DELETE ON `documents` BEGIN
	DELETE FROM document_readers WHERE company_id = old.company_id AND document_id = old.id;
END;

CREATE TRIGGER `document_links_readers_added` AFTER INSERT ON `document_links`
WHEN new.target_type NOT IN ('VENDOR', 'SERVICE', 'OPEN_COMMENT') BEGIN
	DELETE FROM document_readers WHERE company_id = new.company_id AND document_id IN (new.document_id);
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT d.company_id, v.reader, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM (
		SELECT d.uploaded_by_user_id AS reader, d.id FROM documents d WHERE d.id IN (new.document_id)
		UNION SELECT '*', d.id FROM documents d WHERE d.id IN (new.document_id) AND d.open_count > 0
		UNION SELECT p.user_id, l.document_id FROM document_links l CROSS JOIN request_participants p
			ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id WHERE l.company_id = new.company_id AND l.document_id IN (new.document_id)
		UNION SELECT s.intake_category_id, l.document_id FROM document_links l CROSS JOIN intake_submissions s
			ON s.id = l.target_id AND s.is_draft = 0 WHERE l.company_id = new.company_id AND l.document_id IN (new.document_id) AND l.target_type = 'INTAKE_SUBMISSION') v
	 CROSS JOIN documents d ON d.id = v.id WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL AND d.company_id = new.company_id;
END;

CREATE TRIGGER `document_links_readers_removed` AFTER DELETE ON `document_links`
WHEN old.target_type NOT IN ('VENDOR', 'SERVICE', 'OPEN_COMMENT') BEGIN
	DELETE FROM document_readers WHERE company_id = old.company_id AND document_id IN (old.document_id);
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT d.company_id, v.reader, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM (
		SELECT d.uploaded_by_user_id AS reader, d.id FROM documents d WHERE d.id IN (old.document_id)
		UNION SELECT '*', d.id FROM documents d WHERE d.id IN (old.document_id) AND d.open_count > 0
		UNION SELECT p.user_id, l.document_id FROM document_links l CROSS JOIN request_participants p
			ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id WHERE l.company_id = old.company_id AND l.document_id IN (old.document_id)
		UNION SELECT s.intake_category_id, l.document_id FROM document_links l CROSS JOIN intake_submissions s
			ON s.id = l.target_id AND s.is_draft = 0 WHERE l.company_id = old.company_id AND l.document_id IN (old.document_id) AND l.target_type = 'INTAKE_SUBMISSION') v
	 CROSS JOIN documents d ON d.id = v.id WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL AND d.company_id = old.company_id;
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

CREATE TRIGGER `intake_submissions_readers_changed` AFTER UPDATE OF `is_draft`, `intake_category_id` ON `intake_submissions`
WHEN new.is_draft IS NOT old.is_draft OR new.intake_category_id IS NOT old.intake_category_id BEGIN
	DELETE FROM document_readers WHERE company_id = new.company_id AND document_id IN (SELECT l.document_id FROM document_links l WHERE l.company_id = new.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = new.id);
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT d.company_id, v.reader, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM (
		SELECT d.uploaded_by_user_id AS reader, d.id FROM documents d WHERE d.id IN (SELECT l.document_id FROM document_links l WHERE l.company_id = new.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = new.id)
		UNION SELECT '*', d.id FROM documents d WHERE d.id IN (SELECT l.document_id FROM document_links l WHERE l.company_id = new.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = new.id) AND d.open_count > 0
		UNION SELECT p.user_id, l.document_id FROM document_links l CROSS JOIN request_participants p
			ON p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id WHERE l.company_id = new.company_id AND l.document_id IN (SELECT l.document_id FROM document_links l WHERE l.company_id = new.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = new.id)
		UNION SELECT s.intake_category_id, l.document_id FROM document_links l CROSS JOIN intake_submissions s
			ON s.id = l.target_id AND s.is_draft = 0 WHERE l.company_id = new.company_id AND l.document_id IN (SELECT l.document_id FROM document_links l WHERE l.company_id = new.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = new.id) AND l.target_type = 'INTAKE_SUBMISSION') v
	 CROSS JOIN documents d ON d.id = v.id WHERE d.deleted_at IS NULL AND d.temporary_since IS NULL AND d.company_id = new.company_id;
END;

-- Members are found by a part of their name: each two and three letters of it in a row, with the name, so that those who
-- have them come in order from one index, be they few or many.
CREATE TABLE `member_name_parts` (
	`company_id` text NOT NULL,
	`part` text NOT NULL,
	`name_key` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `part`, `name_key`, `user_id`)
) WITHOUT ROWID;

INSERT INTO member_name_parts (company_id, part, name_key, user_id)
SELECT DISTINCT m.company_id, substr(m.name_key, j.key + 1, l.value), m.name_key, m.user_id
  FROM company_memberships m CROSS JOIN json_each('[' || substr(replace(hex(zeroblob(length(m.name_key))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
 WHERE length(substr(m.name_key, j.key + 1, l.value)) = l.value;

CREATE TRIGGER `company_memberships_parts_added` AFTER INSERT ON `company_memberships` WHEN new.name_key <> '' BEGIN
	INSERT INTO member_name_parts (company_id, part, name_key, user_id)
	SELECT DISTINCT new.company_id, substr(new.name_key, j.key + 1, l.value), new.name_key, new.user_id
	  FROM json_each('[' || substr(replace(hex(zeroblob(length(new.name_key))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
	 WHERE length(substr(new.name_key, j.key + 1, l.value)) = l.value;
END;

CREATE TRIGGER `company_memberships_parts_changed` AFTER UPDATE OF `name_key` ON `company_memberships`
WHEN new.name_key IS NOT old.name_key BEGIN
	DELETE FROM member_name_parts WHERE company_id = old.company_id AND name_key = old.name_key AND user_id = old.user_id
	   AND part IN (SELECT substr(old.name_key, j.key + 1, l.value) FROM json_each('[' || substr(replace(hex(zeroblob(length(old.name_key))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l);
	INSERT INTO member_name_parts (company_id, part, name_key, user_id)
	SELECT DISTINCT new.company_id, substr(new.name_key, j.key + 1, l.value), new.name_key, new.user_id
	  FROM json_each('[' || substr(replace(hex(zeroblob(length(new.name_key))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l
	 WHERE length(substr(new.name_key, j.key + 1, l.value)) = l.value;
END;

CREATE TRIGGER `company_memberships_parts_removed` AFTER DELETE ON `company_memberships` BEGIN
	DELETE FROM member_name_parts WHERE company_id = old.company_id AND name_key = old.name_key AND user_id = old.user_id
	   AND part IN (SELECT substr(old.name_key, j.key + 1, l.value) FROM json_each('[' || substr(replace(hex(zeroblob(length(old.name_key))), '00', ',1'), 2) || ']') j CROSS JOIN json_each('[2,3]') l);
END;
