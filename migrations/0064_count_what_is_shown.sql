-- Counts that screens show, kept as rows come and go: reading them does not walk what they count.
ALTER TABLE `departments` ADD COLUMN `member_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `business_units` ADD COLUMN `member_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `groups` ADD COLUMN `member_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `locations` ADD COLUMN `member_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `vendor_categories` ADD COLUMN `vendor_count` integer DEFAULT 0 NOT NULL;
UPDATE departments SET member_count = (SELECT COUNT(*) FROM department_members m WHERE m.company_id = departments.company_id AND m.department_id = departments.id);
UPDATE business_units SET member_count = (SELECT COUNT(*) FROM business_unit_members m WHERE m.company_id = business_units.company_id AND m.business_unit_id = business_units.id);
UPDATE groups SET member_count = (SELECT COUNT(*) FROM group_members m WHERE m.company_id = groups.company_id AND m.group_id = groups.id);
UPDATE locations SET member_count = (SELECT COUNT(*) FROM company_memberships m WHERE m.company_id = locations.company_id AND m.location_id = locations.id);
UPDATE vendor_categories SET vendor_count = (SELECT COUNT(*) FROM vendor_links k
  WHERE k.company_id = vendor_categories.company_id AND k.kind = 'CATEGORY' AND k.target_id = vendor_categories.id);

CREATE TRIGGER `department_members_counted` AFTER INSERT ON `department_members` BEGIN
	UPDATE departments SET member_count = member_count + 1 WHERE id = new.department_id;
END;
CREATE TRIGGER `department_members_uncounted` AFTER DELETE ON `department_members` BEGIN
	UPDATE departments SET member_count = member_count - 1 WHERE id = old.department_id;
END;
CREATE TRIGGER `department_members_recounted` AFTER UPDATE OF `department_id` ON `department_members` WHEN new.department_id <> old.department_id BEGIN
	UPDATE departments SET member_count = member_count - 1 WHERE id = old.department_id;
	UPDATE departments SET member_count = member_count + 1 WHERE id = new.department_id;
END;

CREATE TRIGGER `business_unit_members_counted` AFTER INSERT ON `business_unit_members` BEGIN
	UPDATE business_units SET member_count = member_count + 1 WHERE id = new.business_unit_id;
END;
CREATE TRIGGER `business_unit_members_uncounted` AFTER DELETE ON `business_unit_members` BEGIN
	UPDATE business_units SET member_count = member_count - 1 WHERE id = old.business_unit_id;
END;
CREATE TRIGGER `business_unit_members_recounted` AFTER UPDATE OF `business_unit_id` ON `business_unit_members` WHEN new.business_unit_id <> old.business_unit_id BEGIN
	UPDATE business_units SET member_count = member_count - 1 WHERE id = old.business_unit_id;
	UPDATE business_units SET member_count = member_count + 1 WHERE id = new.business_unit_id;
END;

CREATE TRIGGER `group_members_counted` AFTER INSERT ON `group_members` BEGIN
	UPDATE groups SET member_count = member_count + 1 WHERE id = new.group_id;
END;
CREATE TRIGGER `group_members_uncounted` AFTER DELETE ON `group_members` BEGIN
	UPDATE groups SET member_count = member_count - 1 WHERE id = old.group_id;
END;
CREATE TRIGGER `group_members_recounted` AFTER UPDATE OF `group_id` ON `group_members` WHEN new.group_id <> old.group_id BEGIN
	UPDATE groups SET member_count = member_count - 1 WHERE id = old.group_id;
	UPDATE groups SET member_count = member_count + 1 WHERE id = new.group_id;
END;

CREATE TRIGGER `company_memberships_place_counted` AFTER INSERT ON `company_memberships` WHEN new.location_id IS NOT NULL BEGIN
	UPDATE locations SET member_count = member_count + 1 WHERE id = new.location_id;
END;
CREATE TRIGGER `company_memberships_place_uncounted` AFTER DELETE ON `company_memberships` WHEN old.location_id IS NOT NULL BEGIN
	UPDATE locations SET member_count = member_count - 1 WHERE id = old.location_id;
END;
CREATE TRIGGER `company_memberships_place_recounted` AFTER UPDATE OF `location_id` ON `company_memberships`
WHEN new.location_id IS NOT old.location_id BEGIN
	UPDATE locations SET member_count = member_count - 1 WHERE id = old.location_id;
	UPDATE locations SET member_count = member_count + 1 WHERE id = new.location_id;
END;

CREATE TRIGGER `vendor_links_category_counted` AFTER INSERT ON `vendor_links` WHEN new.kind = 'CATEGORY' BEGIN
	UPDATE vendor_categories SET vendor_count = vendor_count + 1 WHERE id = new.target_id;
END;
CREATE TRIGGER `vendor_links_category_uncounted` AFTER DELETE ON `vendor_links` WHEN old.kind = 'CATEGORY' BEGIN
	UPDATE vendor_categories SET vendor_count = vendor_count - 1 WHERE id = old.target_id;
END;
CREATE TRIGGER `vendor_links_category_recounted` AFTER UPDATE OF `kind`, `target_id` ON `vendor_links`
WHEN new.kind <> old.kind OR new.target_id <> old.target_id BEGIN
	UPDATE vendor_categories SET vendor_count = vendor_count - 1 WHERE old.kind = 'CATEGORY' AND id = old.target_id;
	UPDATE vendor_categories SET vendor_count = vendor_count + 1 WHERE new.kind = 'CATEGORY' AND id = new.target_id;
END;

-- Active members of a company by what they are.
CREATE TABLE `member_counts` (
	`company_id` text PRIMARY KEY NOT NULL,
	`active` integer DEFAULT 0 NOT NULL,
	`admins` integer DEFAULT 0 NOT NULL,
	`super_viewers` integer DEFAULT 0 NOT NULL,
	`leads` integer DEFAULT 0 NOT NULL,
	`members` integer DEFAULT 0 NOT NULL
);
INSERT INTO member_counts (company_id, active, admins, super_viewers, leads, members)
SELECT m.company_id, SUM(m.disabled_at IS NULL),
       SUM(m.disabled_at IS NULL AND m.has_admin_access = 1),
       SUM(m.disabled_at IS NULL AND m.has_super_viewer_access = 1),
       SUM(m.disabled_at IS NULL AND (m.has_department_access = 1 OR m.has_business_unit_access = 1)),
       SUM(m.disabled_at IS NULL AND m.has_admin_access = 0 AND m.has_super_viewer_access = 0 AND NOT (m.has_department_access = 1 OR m.has_business_unit_access = 1))
  FROM company_memberships m GROUP BY m.company_id;
CREATE TRIGGER `company_memberships_counted` AFTER INSERT ON `company_memberships` BEGIN
	INSERT INTO member_counts (company_id) SELECT new.company_id
	 WHERE NOT EXISTS (SELECT 1 FROM member_counts WHERE company_id = new.company_id);
	UPDATE member_counts SET active = active + (new.disabled_at IS NULL),
		admins = admins + (new.disabled_at IS NULL AND new.has_admin_access = 1),
		super_viewers = super_viewers + (new.disabled_at IS NULL AND new.has_super_viewer_access = 1),
		leads = leads + (new.disabled_at IS NULL AND (new.has_department_access = 1 OR new.has_business_unit_access = 1)),
		members = members + (new.disabled_at IS NULL AND new.has_admin_access = 0 AND new.has_super_viewer_access = 0 AND NOT (new.has_department_access = 1 OR new.has_business_unit_access = 1))
	 WHERE company_id = new.company_id;
END;
CREATE TRIGGER `company_memberships_uncounted` AFTER DELETE ON `company_memberships` BEGIN
	UPDATE member_counts SET active = active - (old.disabled_at IS NULL),
		admins = admins - (old.disabled_at IS NULL AND old.has_admin_access = 1),
		super_viewers = super_viewers - (old.disabled_at IS NULL AND old.has_super_viewer_access = 1),
		leads = leads - (old.disabled_at IS NULL AND (old.has_department_access = 1 OR old.has_business_unit_access = 1)),
		members = members - (old.disabled_at IS NULL AND old.has_admin_access = 0 AND old.has_super_viewer_access = 0 AND NOT (old.has_department_access = 1 OR old.has_business_unit_access = 1))
	 WHERE company_id = old.company_id;
END;
CREATE TRIGGER `company_memberships_recounted`
AFTER UPDATE OF `disabled_at`, `has_admin_access`, `has_super_viewer_access`, `has_department_access`, `has_business_unit_access`
ON `company_memberships` BEGIN
	UPDATE member_counts SET active = active + (new.disabled_at IS NULL) - (old.disabled_at IS NULL),
		admins = admins + (new.disabled_at IS NULL AND new.has_admin_access = 1) - (old.disabled_at IS NULL AND old.has_admin_access = 1),
		super_viewers = super_viewers + (new.disabled_at IS NULL AND new.has_super_viewer_access = 1) - (old.disabled_at IS NULL AND old.has_super_viewer_access = 1),
		leads = leads + (new.disabled_at IS NULL AND (new.has_department_access = 1 OR new.has_business_unit_access = 1)) - (old.disabled_at IS NULL AND (old.has_department_access = 1 OR old.has_business_unit_access = 1)),
		members = members + (new.disabled_at IS NULL AND new.has_admin_access = 0 AND new.has_super_viewer_access = 0 AND NOT (new.has_department_access = 1 OR new.has_business_unit_access = 1)) - (old.disabled_at IS NULL AND old.has_admin_access = 0 AND old.has_super_viewer_access = 0 AND NOT (old.has_department_access = 1 OR old.has_business_unit_access = 1))
	 WHERE company_id = new.company_id;
END;

-- Requests of a category: all that were filed, those under decision, and those being written.
CREATE TABLE `category_request_counts` (
	`company_id` text NOT NULL,
	`intake_category_id` text NOT NULL,
	`filed` integer DEFAULT 0 NOT NULL,
	`open` integer DEFAULT 0 NOT NULL,
	`drafts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `intake_category_id`)
);
INSERT INTO category_request_counts (company_id, intake_category_id, filed, open, drafts)
SELECT s.company_id, s.intake_category_id, SUM(s.is_draft = 0), SUM(s.is_draft = 0 AND s.status IS 'PENDING' AND s.archived_at IS NULL AND s.deleted_at IS NULL), SUM(s.is_draft = 1 AND s.deleted_at IS NULL)
  FROM intake_submissions s GROUP BY s.company_id, s.intake_category_id;
CREATE TRIGGER `intake_submissions_counted` AFTER INSERT ON `intake_submissions` BEGIN
	INSERT INTO category_request_counts (company_id, intake_category_id) SELECT new.company_id, new.intake_category_id
	 WHERE NOT EXISTS (SELECT 1 FROM category_request_counts
	                    WHERE company_id = new.company_id AND intake_category_id = new.intake_category_id);
	UPDATE category_request_counts SET filed = filed + (new.is_draft = 0),
		open = open + (new.is_draft = 0 AND new.status IS 'PENDING' AND new.archived_at IS NULL AND new.deleted_at IS NULL),
		drafts = drafts + (new.is_draft = 1 AND new.deleted_at IS NULL)
	 WHERE company_id = new.company_id AND intake_category_id = new.intake_category_id;
END;
CREATE TRIGGER `intake_submissions_uncounted` AFTER DELETE ON `intake_submissions` BEGIN
	UPDATE category_request_counts SET filed = filed - (old.is_draft = 0),
		open = open - (old.is_draft = 0 AND old.status IS 'PENDING' AND old.archived_at IS NULL AND old.deleted_at IS NULL),
		drafts = drafts - (old.is_draft = 1 AND old.deleted_at IS NULL)
	 WHERE company_id = old.company_id AND intake_category_id = old.intake_category_id;
END;
CREATE TRIGGER `intake_submissions_recounted` AFTER UPDATE OF `intake_category_id`, `is_draft`, `status`, `archived_at`, `deleted_at` ON `intake_submissions`
WHEN new.intake_category_id IS NOT old.intake_category_id OR new.is_draft IS NOT old.is_draft OR new.status IS NOT old.status OR new.archived_at IS NOT old.archived_at OR new.deleted_at IS NOT old.deleted_at BEGIN
	UPDATE category_request_counts SET filed = filed - (old.is_draft = 0),
		open = open - (old.is_draft = 0 AND old.status IS 'PENDING' AND old.archived_at IS NULL AND old.deleted_at IS NULL),
		drafts = drafts - (old.is_draft = 1 AND old.deleted_at IS NULL)
	 WHERE company_id = old.company_id AND intake_category_id = old.intake_category_id;
	INSERT INTO category_request_counts (company_id, intake_category_id) SELECT new.company_id, new.intake_category_id
	 WHERE NOT EXISTS (SELECT 1 FROM category_request_counts
	                    WHERE company_id = new.company_id AND intake_category_id = new.intake_category_id);
	UPDATE category_request_counts SET filed = filed + (new.is_draft = 0),
		open = open + (new.is_draft = 0 AND new.status IS 'PENDING' AND new.archived_at IS NULL AND new.deleted_at IS NULL),
		drafts = drafts + (new.is_draft = 1 AND new.deleted_at IS NULL)
	 WHERE company_id = new.company_id AND intake_category_id = new.intake_category_id;
END;
