-- Lists of vendors, documents and members are grouped by owners, categories, departments, kinds and roles. The rows of a
-- group come together in the order of its names, which each row keeps.
ALTER TABLE `vendors` ADD COLUMN `owner_key` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `vendors` ADD COLUMN `category_key` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `vendors` ADD COLUMN `department_key` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `documents` ADD COLUMN `vendor_key` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `department_key` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Admins first, members without any role last.
ALTER TABLE `company_memberships` ADD COLUMN `role_key` text GENERATED ALWAYS AS ((1 - has_admin_access) || (1 - has_super_viewer_access) || (1 - has_department_access) || (1 - has_department_payroll_access) || (1 - has_business_unit_access) || (1 - has_business_unit_payroll_access) || (1 - has_user_admin_access) || (1 - has_vendor_admin_access) || (1 - has_payments_access) || (1 - has_financial_analysis_access) || (1 - has_approval_bypass_access) || (1 - has_spend_request_access) || (1 - submits_spend_requests_for_others)) VIRTUAL;
--> statement-breakpoint
CREATE VIEW `vendor_group_keys` (`id`, `owner_key`, `category_key`, `department_key`) AS
SELECT v.id,
  coalesce((SELECT group_concat(j.name, ', ') FROM (SELECT m.name_key AS name FROM json_each(v.owner_ids) j
    CROSS JOIN company_memberships m ON m.company_id = v.company_id AND m.user_id = j.value ORDER BY m.name_key, m.user_id) j), ''),
  coalesce((SELECT group_concat(j.name, ', ') FROM (SELECT lower(c.name) AS name FROM json_each(v.category_ids) j
    CROSS JOIN vendor_categories c ON c.id = j.value AND +c.company_id = v.company_id ORDER BY lower(c.name), c.id) j), ''),
  coalesce((SELECT group_concat(j.name, ', ') FROM (SELECT lower(d.name) AS name FROM json_each(v.department_ids) j
    CROSS JOIN departments d ON d.id = j.value AND +d.company_id = v.company_id ORDER BY lower(d.name), d.id) j), '')
  FROM vendors v;
--> statement-breakpoint
UPDATE vendors SET (owner_key, category_key, department_key) =
	(SELECT k.owner_key, k.category_key, k.department_key FROM vendor_group_keys k WHERE k.id = vendors.id);
--> statement-breakpoint
UPDATE documents SET vendor_key = (SELECT lower(v.name) FROM document_links l CROSS JOIN vendors v ON v.id = l.target_id
	WHERE l.company_id = documents.company_id AND l.document_id = documents.id AND l.target_type = 'VENDOR')
 WHERE id IN (SELECT l.document_id FROM document_links l CROSS JOIN vendors v ON v.id = l.target_id WHERE l.target_type = 'VENDOR');
--> statement-breakpoint
UPDATE company_memberships SET department_key = coalesce((SELECT group_concat(x.name, ', ') FROM (
	SELECT lower(j.value ->> 'name') AS name FROM json_each(company_memberships.card, '$.departments') j ORDER BY 1, j.value ->> 'id') x), '')
 WHERE card ->> '$.departments[0]' IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `vendors_by_owner` ON `vendors` (`company_id`,`owner_key`,`id`);
--> statement-breakpoint
CREATE INDEX `vendors_by_category` ON `vendors` (`company_id`,`category_key`,`id`);
--> statement-breakpoint
CREATE INDEX `vendors_by_department` ON `vendors` (`company_id`,`department_key`,`id`);
--> statement-breakpoint
CREATE INDEX `vendors_by_payment` ON `vendors` (`company_id`,coalesce(payment_method, ''),`id`);
--> statement-breakpoint
CREATE INDEX `documents_by_vendor` ON `documents` (`company_id`,`vendor_key`,`id`);
--> statement-breakpoint
CREATE INDEX `documents_by_type` ON `documents` (`company_id`,`types`,`id`);
--> statement-breakpoint
CREATE INDEX `company_memberships_departments` ON `company_memberships` (`company_id`,`department_key`,`user_id`);
--> statement-breakpoint
CREATE INDEX `company_memberships_roles` ON `company_memberships` (`company_id`,`role_key`,`user_id`);
--> statement-breakpoint
CREATE TRIGGER `vendors_grouped` AFTER UPDATE OF `owner_ids`, `category_ids`, `department_ids` ON `vendors`
WHEN new.owner_ids IS NOT old.owner_ids OR new.category_ids IS NOT old.category_ids OR new.department_ids IS NOT old.department_ids BEGIN
	UPDATE vendors SET (owner_key, category_key, department_key) =
		(SELECT k.owner_key, k.category_key, k.department_key FROM vendor_group_keys k WHERE k.id = vendors.id)
	 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `vendor_categories_grouped` AFTER UPDATE OF `name` ON `vendor_categories` WHEN new.name IS NOT old.name BEGIN
	UPDATE vendors SET category_key = (SELECT k.category_key FROM vendor_group_keys k WHERE k.id = vendors.id)
	 WHERE id IN (SELECT l.vendor_id FROM vendor_links l WHERE l.company_id = new.company_id AND l.kind = 'CATEGORY' AND l.target_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `document_links_grouped` AFTER INSERT ON `document_links` WHEN new.target_type = 'VENDOR' BEGIN
	UPDATE documents SET vendor_key = coalesce((SELECT lower(v.name) FROM vendors v WHERE v.id = new.target_id), '') WHERE id = new.document_id;
END;
--> statement-breakpoint
CREATE TRIGGER `document_links_regrouped` AFTER UPDATE OF `target_id` ON `document_links` WHEN new.target_type = 'VENDOR' BEGIN
	UPDATE documents SET vendor_key = coalesce((SELECT lower(v.name) FROM vendors v WHERE v.id = new.target_id), '') WHERE id = new.document_id;
END;
--> statement-breakpoint
CREATE TRIGGER `document_links_ungrouped` AFTER DELETE ON `document_links` WHEN old.target_type = 'VENDOR' BEGIN
	UPDATE documents SET vendor_key = coalesce((SELECT lower(v.name) FROM document_links l CROSS JOIN vendors v ON v.id = l.target_id
		WHERE l.company_id = old.company_id AND l.document_id = old.document_id AND l.target_type = 'VENDOR'), '') WHERE id = old.document_id;
END;
--> statement-breakpoint
CREATE TRIGGER `company_memberships_grouped` AFTER UPDATE OF `card` ON `company_memberships`
WHEN new.card ->> '$.departments' IS NOT old.card ->> '$.departments' BEGIN
	UPDATE company_memberships SET department_key = coalesce((SELECT group_concat(x.name, ', ') FROM (
		SELECT lower(j.value ->> 'name') AS name FROM json_each(new.card, '$.departments') j ORDER BY 1, j.value ->> 'id') x), '')
	 WHERE company_id = new.company_id AND user_id = new.user_id;
END;
