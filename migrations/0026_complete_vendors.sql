-- Vendors whole: what is known of them, their categories, owners, verifications and saved lists.
--
-- `vendor_links` is the truth about owners and categories; `owner_ids` and `category_ids` are copies, kept by triggers,
-- so that a page of the list is read without a row for each of them. `vendor_key` (the name in lower case) orders the
-- vendors of an owner or a category. `match_key` is the name without numbers, punctuation and company suffixes, by which
-- duplicates are noticed.
--
-- Figures are kept too. Counts follow their rows by triggers. What the next twelve months cost depends on the calendar:
-- `figures_month` is the first month that `next12_spend` counts, '' where there is nothing to count, and '0' where a
-- service has changed since; readers sum anew where it is not the present month, and the sweep writes that down.
ALTER TABLE `vendors` ADD COLUMN `match_key` text DEFAULT '' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `description` text DEFAULT '' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `website` text DEFAULT '' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `payment_method` text;
ALTER TABLE `vendors` ADD COLUMN `is_soc_two_compliant` integer;
ALTER TABLE `vendors` ADD COLUMN `signer_user_id` text;
ALTER TABLE `vendors` ADD COLUMN `external_contact` text;
ALTER TABLE `vendors` ADD COLUMN `external_signer` text;
ALTER TABLE `vendors` ADD COLUMN `contacts` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `address` text;
ALTER TABLE `vendors` ADD COLUMN `tax_ids` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `answers` text DEFAULT '{}' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `logo_key` text;
ALTER TABLE `vendors` ADD COLUMN `owner_ids` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `category_ids` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `department_ids` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `spend_category_ids` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `services_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `documents_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `next12_spend` text DEFAULT '[]' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `next12_sort` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `figures_month` text DEFAULT '' NOT NULL;
ALTER TABLE `vendors` ADD COLUMN `created_by_user_id` text;

CREATE INDEX `vendors_active` ON `vendors` (`company_id`,lower(`name`),`id`) WHERE archived_at IS NULL;
CREATE INDEX `vendors_archived` ON `vendors` (`company_id`,lower(`name`),`id`) WHERE archived_at IS NOT NULL;
CREATE INDEX `vendors_incomplete` ON `vendors` (`company_id`,lower(`name`),`id`) WHERE archived_at IS NULL AND (owner_ids = '[]' OR payment_method IS NULL);
CREATE INDEX `vendors_created` ON `vendors` (`company_id`,`created_at`,`id`);
CREATE INDEX `vendors_spend` ON `vendors` (`company_id`,`next12_sort`,`id`);
CREATE INDEX `vendors_services` ON `vendors` (`company_id`,`services_count`,`id`);
CREATE INDEX `vendors_match` ON `vendors` (`company_id`,`match_key`,`id`);
CREATE INDEX `vendors_signer` ON `vendors` (`company_id`,`signer_user_id`) WHERE signer_user_id IS NOT NULL;
CREATE INDEX `vendors_figures_due` ON `vendors` (`figures_month`,`id`) WHERE figures_month <> '';

CREATE TABLE `vendor_links` (
	`company_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`vendor_key` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`company_id`, `vendor_id`, `kind`, `target_id`)
);
CREATE INDEX `vendor_links_target` ON `vendor_links` (`company_id`,`kind`,`target_id`,`vendor_key`,`vendor_id`);

CREATE TABLE `vendor_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `vendor_categories_name` ON `vendor_categories` (`company_id`,lower(`name`));

-- Each scalar of a vendor's answers to the company's own fields, to filter by.
CREATE TABLE `vendor_answer_values` (
	`company_id` text NOT NULL,
	`question_id` text NOT NULL,
	`value` text NOT NULL,
	`vendor_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `question_id`, `value`, `vendor_id`)
);
CREATE INDEX `vendor_answer_values_vendor` ON `vendor_answer_values` (`company_id`,`vendor_id`);

CREATE TABLE `vendor_verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`business_name` text NOT NULL,
	`business_address1` text NOT NULL,
	`business_address2` text NOT NULL,
	`business_city` text NOT NULL,
	`business_state` text NOT NULL,
	`business_postal_code` text NOT NULL,
	`business_country` text NOT NULL,
	`business_tax_id` text NOT NULL,
	`document_id` text,
	`note` text DEFAULT '' NOT NULL,
	`verified_at` integer,
	`synced_at` integer,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `vendor_verifications_vendor` ON `vendor_verifications` (`company_id`,`vendor_id`,`created_at`,`id`);

-- Filters of the list by the hash of their content: the same filters have the same address for everybody.
CREATE TABLE `vendor_filters` (
	`company_id` text NOT NULL,
	`hash` text NOT NULL,
	`definition` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `hash`)
);

-- Those that a person keeps under a name.
CREATE TABLE `vendor_views` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `vendor_views_label` ON `vendor_views` (`company_id`,`user_id`,lower(`label`));

CREATE TRIGGER `vendor_links_added` AFTER INSERT ON `vendor_links` BEGIN
	UPDATE vendor_links SET vendor_key = (SELECT lower(v.name) FROM vendors v WHERE v.id = new.vendor_id)
	 WHERE company_id = new.company_id AND vendor_id = new.vendor_id AND kind = new.kind AND target_id = new.target_id;
	UPDATE vendors SET
		owner_ids = CASE new.kind WHEN 'OWNER' THEN (SELECT json_group_array(k.target_id) FROM vendor_links k WHERE k.company_id = new.company_id AND k.vendor_id = new.vendor_id AND k.kind = 'OWNER') ELSE owner_ids END,
		category_ids = CASE new.kind WHEN 'CATEGORY' THEN (SELECT json_group_array(k.target_id) FROM vendor_links k WHERE k.company_id = new.company_id AND k.vendor_id = new.vendor_id AND k.kind = 'CATEGORY') ELSE category_ids END
	 WHERE id = new.vendor_id AND company_id = new.company_id;
END;

CREATE TRIGGER `vendor_links_removed` AFTER DELETE ON `vendor_links` BEGIN
	UPDATE vendors SET
		owner_ids = CASE old.kind WHEN 'OWNER' THEN (SELECT json_group_array(k.target_id) FROM vendor_links k WHERE k.company_id = old.company_id AND k.vendor_id = old.vendor_id AND k.kind = 'OWNER') ELSE owner_ids END,
		category_ids = CASE old.kind WHEN 'CATEGORY' THEN (SELECT json_group_array(k.target_id) FROM vendor_links k WHERE k.company_id = old.company_id AND k.vendor_id = old.vendor_id AND k.kind = 'CATEGORY') ELSE category_ids END
	 WHERE id = old.vendor_id AND company_id = old.company_id;
END;

CREATE TRIGGER `vendors_links_renamed` AFTER UPDATE OF `name` ON `vendors` WHEN new.name IS NOT old.name BEGIN
	UPDATE vendor_links SET vendor_key = lower(new.name) WHERE company_id = new.company_id AND vendor_id = new.id;
END;

-- Whoever writes a vendor without the key is found by the plain name.
CREATE TRIGGER `vendors_match_added` AFTER INSERT ON `vendors` WHEN new.match_key = '' BEGIN
	UPDATE vendors SET match_key = lower(trim(new.name)) WHERE id = new.id;
END;

CREATE TRIGGER `vendors_answers_added` AFTER INSERT ON `vendors` WHEN new.answers <> '{}' BEGIN
	INSERT OR IGNORE INTO vendor_answer_values (company_id, question_id, value, vendor_id)
	SELECT new.company_id, a.key, substr(lower(t.atom), 1, 200), new.id FROM json_each(new.answers) a, json_tree(new.answers, '$."' || a.key || '"') t WHERE t.atom IS NOT NULL;
END;

CREATE TRIGGER `vendors_answers_changed` AFTER UPDATE OF `answers` ON `vendors` WHEN new.answers IS NOT old.answers BEGIN
	DELETE FROM vendor_answer_values WHERE company_id = new.company_id AND vendor_id = new.id;
	INSERT OR IGNORE INTO vendor_answer_values (company_id, question_id, value, vendor_id)
	SELECT new.company_id, a.key, substr(lower(t.atom), 1, 200), new.id FROM json_each(new.answers) a, json_tree(new.answers, '$."' || a.key || '"') t WHERE t.atom IS NOT NULL;
END;

CREATE TRIGGER `vendors_answers_removed` AFTER DELETE ON `vendors` BEGIN
	DELETE FROM vendor_answer_values WHERE company_id = old.company_id AND vendor_id = old.id;
END;

-- What a vendor's services say of it.
CREATE TRIGGER `services_vendor_added` AFTER INSERT ON `services` BEGIN
	UPDATE vendors SET figures_month = '0',
		services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = new.company_id AND s.vendor_id = new.vendor_id AND s.archived_at IS NULL),
		spend_category_ids = (SELECT json_group_array(DISTINCT s.spend_category_id) FROM services s WHERE s.company_id = new.company_id AND s.vendor_id = new.vendor_id AND s.archived_at IS NULL AND s.spend_category_id IS NOT NULL)
	 WHERE id = new.vendor_id AND company_id = new.company_id;
END;

CREATE TRIGGER `services_vendor_changed` AFTER UPDATE OF `vendor_id`, `archived_at`, `spend_category_id`, `version` ON `services` BEGIN
	UPDATE vendors SET figures_month = '0',
		services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL),
		spend_category_ids = (SELECT json_group_array(DISTINCT s.spend_category_id) FROM services s WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL AND s.spend_category_id IS NOT NULL),
		department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL)
	 WHERE id IN (old.vendor_id, new.vendor_id) AND company_id = new.company_id;
END;

CREATE TRIGGER `services_vendor_removed` AFTER DELETE ON `services` BEGIN
	UPDATE vendors SET figures_month = '0',
		services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = old.company_id AND s.vendor_id = old.vendor_id AND s.archived_at IS NULL),
		spend_category_ids = (SELECT json_group_array(DISTINCT s.spend_category_id) FROM services s WHERE s.company_id = old.company_id AND s.vendor_id = old.vendor_id AND s.archived_at IS NULL AND s.spend_category_id IS NOT NULL),
		department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = old.company_id AND s.vendor_id = old.vendor_id AND s.archived_at IS NULL)
	 WHERE id = old.vendor_id AND company_id = old.company_id;
END;

CREATE TRIGGER `service_links_vendor_added` AFTER INSERT ON `service_links` WHEN new.kind = 'DEPARTMENT' BEGIN
	UPDATE vendors SET department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL)
	 WHERE id = (SELECT s.vendor_id FROM services s WHERE s.id = new.service_id AND +s.company_id = new.company_id) AND company_id = new.company_id;
END;

CREATE TRIGGER `service_links_vendor_removed` AFTER DELETE ON `service_links` WHEN old.kind = 'DEPARTMENT' BEGIN
	UPDATE vendors SET department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL)
	 WHERE id = (SELECT s.vendor_id FROM services s WHERE s.id = old.service_id AND +s.company_id = old.company_id) AND company_id = old.company_id;
END;

-- Documents of a vendor that are still there.
CREATE TRIGGER `document_links_vendor_added` AFTER INSERT ON `document_links` WHEN new.target_type = 'VENDOR' BEGIN
	UPDATE vendors SET documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id WHERE l.company_id = new.company_id AND l.target_type = 'VENDOR' AND l.target_id = new.target_id AND d.deleted_at IS NULL)
	 WHERE id = new.target_id AND company_id = new.company_id;
END;

CREATE TRIGGER `document_links_vendor_removed` AFTER DELETE ON `document_links` WHEN old.target_type = 'VENDOR' BEGIN
	UPDATE vendors SET documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id WHERE l.company_id = old.company_id AND l.target_type = 'VENDOR' AND l.target_id = old.target_id AND d.deleted_at IS NULL)
	 WHERE id = old.target_id AND company_id = old.company_id;
END;

CREATE TRIGGER `documents_vendor_changed` AFTER UPDATE OF `deleted_at` ON `documents` WHEN new.deleted_at IS NOT old.deleted_at BEGIN
	UPDATE vendors SET documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id WHERE l.company_id = vendors.company_id AND l.target_type = 'VENDOR' AND l.target_id = vendors.id AND d.deleted_at IS NULL)
	 WHERE id IN (SELECT l.target_id FROM document_links l WHERE l.company_id = new.company_id AND l.document_id = new.id AND l.target_type = 'VENDOR') AND company_id = new.company_id;
END;

-- What is there already.
UPDATE vendors SET match_key = lower(trim(name)), figures_month = '0',
	services_count = (SELECT COUNT(*) FROM services s WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL),
	spend_category_ids = (SELECT json_group_array(DISTINCT s.spend_category_id) FROM services s WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL AND s.spend_category_id IS NOT NULL),
	department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k ON k.company_id = s.company_id AND k.service_id = s.id AND k.kind = 'DEPARTMENT' WHERE s.company_id = vendors.company_id AND s.vendor_id = vendors.id AND s.archived_at IS NULL);
