-- Global search: one row for everything that can be found, kept by triggers on its own table, and a full-text index
-- over these rows. A new kind (services) joins by triggers like those of vendors.
--
-- `scope` is one word for the company and the kind, `refs` holds words for the ids of objects whose names find the
-- row too (its category, its vendor), so that renaming one of these writes one row. Both begin with U+E000, which
-- nobody types: a prefix that people search for never runs through them.
CREATE TABLE `search_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`scope` text NOT NULL,
	`title` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`refs` text DEFAULT '' NOT NULL
);

CREATE UNIQUE INDEX `search_entries_target` ON `search_entries` (`company_id`,`kind`,`target_id`);
CREATE VIRTUAL TABLE `search_index` USING fts5(
	`scope`, `title`, `details`, `refs`,
	content = 'search_entries', content_rowid = 'id', columnsize = 0,
	tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TRIGGER `search_entries_added` AFTER INSERT ON `search_entries` BEGIN
	INSERT INTO search_index (rowid, scope, title, details, refs)
	VALUES (new.id, new.scope, new.title, new.details, new.refs);
END;

CREATE TRIGGER `search_entries_removed` AFTER DELETE ON `search_entries` BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	VALUES ('delete', old.id, old.scope, old.title, old.details, old.refs);
END;

CREATE TRIGGER `search_entries_changed` AFTER UPDATE ON `search_entries` BEGIN
	INSERT INTO search_index (search_index, rowid, scope, title, details, refs)
	VALUES ('delete', old.id, old.scope, old.title, old.details, old.refs);
	INSERT INTO search_index (rowid, scope, title, details, refs)
	VALUES (new.id, new.scope, new.title, new.details, new.refs);
END;

-- Vendors, by name.
CREATE TRIGGER `vendors_search_added` AFTER INSERT ON `vendors` BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title)
	VALUES (new.company_id, 'VENDOR', new.id, char(57344) || 'VENDOR' || hex(new.company_id), new.name);
END;

CREATE TRIGGER `vendors_search_changed` AFTER UPDATE OF `name` ON `vendors` WHEN new.name IS NOT old.name BEGIN
	UPDATE search_entries SET title = new.name
	 WHERE company_id = new.company_id AND kind = 'VENDOR' AND target_id = new.id;
END;

CREATE TRIGGER `vendors_search_removed` AFTER DELETE ON `vendors` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'VENDOR' AND target_id = old.id;
END;

-- Categories are found by name only to find their requests.
CREATE TRIGGER `intake_categories_search_added` AFTER INSERT ON `intake_categories` BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title)
	VALUES (new.company_id, 'CATEGORY', new.id, char(57344) || 'CATEGORY' || hex(new.company_id), new.name);
END;

CREATE TRIGGER `intake_categories_search_changed` AFTER UPDATE OF `name` ON `intake_categories`
WHEN new.name IS NOT old.name BEGIN
	UPDATE search_entries SET title = new.name
	 WHERE company_id = new.company_id AND kind = 'CATEGORY' AND target_id = new.id;
END;

CREATE TRIGGER `intake_categories_search_removed` AFTER DELETE ON `intake_categories` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'CATEGORY' AND target_id = old.id;
END;

-- Requests, from their submission until they are deleted; drafts are their author's alone and in no index.
CREATE TRIGGER `intake_submissions_search_added` AFTER INSERT ON `intake_submissions`
WHEN new.is_draft = 0 AND new.deleted_at IS NULL BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
	VALUES (new.company_id, 'REQUEST', new.id, char(57344) || 'REQUEST' || hex(new.company_id), new.title,
		new.number || ' ' || new.requestor_name,
		char(57344) || hex(new.intake_category_id) || coalesce(' ' || char(57344) || hex(new.vendor_id), ''));
END;

CREATE TRIGGER `intake_submissions_search_shown` AFTER UPDATE OF `is_draft`, `deleted_at` ON `intake_submissions`
WHEN new.is_draft = 0 AND new.deleted_at IS NULL AND (old.is_draft = 1 OR old.deleted_at IS NOT NULL) BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
	VALUES (new.company_id, 'REQUEST', new.id, char(57344) || 'REQUEST' || hex(new.company_id), new.title,
		new.number || ' ' || new.requestor_name,
		char(57344) || hex(new.intake_category_id) || coalesce(' ' || char(57344) || hex(new.vendor_id), ''));
END;

CREATE TRIGGER `intake_submissions_search_hidden` AFTER UPDATE OF `is_draft`, `deleted_at` ON `intake_submissions`
WHEN (new.is_draft = 1 OR new.deleted_at IS NOT NULL) AND old.is_draft = 0 AND old.deleted_at IS NULL BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'REQUEST' AND target_id = old.id;
END;

CREATE TRIGGER `intake_submissions_search_changed`
AFTER UPDATE OF `title`, `number`, `requestor_name`, `intake_category_id`, `vendor_id` ON `intake_submissions`
WHEN new.is_draft = 0 AND new.deleted_at IS NULL AND old.is_draft = 0 AND old.deleted_at IS NULL
	AND (new.title IS NOT old.title OR new.number IS NOT old.number OR new.requestor_name IS NOT old.requestor_name
		OR new.intake_category_id IS NOT old.intake_category_id OR new.vendor_id IS NOT old.vendor_id) BEGIN
	UPDATE search_entries SET title = new.title, details = new.number || ' ' || new.requestor_name,
		refs = char(57344) || hex(new.intake_category_id) || coalesce(' ' || char(57344) || hex(new.vendor_id), '')
	 WHERE company_id = new.company_id AND kind = 'REQUEST' AND target_id = new.id;
END;

CREATE TRIGGER `intake_submissions_search_removed` AFTER DELETE ON `intake_submissions` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'REQUEST' AND target_id = old.id;
END;

-- Members who may sign in, by name and address: who may be mentioned.
CREATE TRIGGER `company_memberships_search_added` AFTER INSERT ON `company_memberships` WHEN new.disabled_at IS NULL BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details)
	SELECT new.company_id, 'MEMBER', u.id, char(57344) || 'MEMBER' || hex(new.company_id),
		u.first_name || ' ' || u.last_name, u.email
	  FROM users u WHERE u.id = new.user_id;
END;

CREATE TRIGGER `company_memberships_search_changed` AFTER UPDATE OF `disabled_at` ON `company_memberships`
WHEN (new.disabled_at IS NULL) <> (old.disabled_at IS NULL) BEGIN
	DELETE FROM search_entries
	 WHERE company_id = new.company_id AND kind = 'MEMBER' AND target_id = new.user_id AND new.disabled_at IS NOT NULL;
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details)
	SELECT new.company_id, 'MEMBER', u.id, char(57344) || 'MEMBER' || hex(new.company_id),
		u.first_name || ' ' || u.last_name, u.email
	  FROM users u WHERE u.id = new.user_id AND new.disabled_at IS NULL;
END;

CREATE TRIGGER `company_memberships_search_removed` AFTER DELETE ON `company_memberships` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'MEMBER' AND target_id = old.user_id;
END;

CREATE TRIGGER `users_search_changed` AFTER UPDATE OF `first_name`, `last_name`, `email` ON `users` BEGIN
	UPDATE search_entries SET title = new.first_name || ' ' || new.last_name, details = new.email
	 WHERE kind = 'MEMBER' AND target_id = new.id
	   AND company_id IN (SELECT company_id FROM company_memberships WHERE user_id = new.id);
END;

-- What is there already.
INSERT INTO search_entries (company_id, kind, target_id, scope, title, details)
SELECT m.company_id, 'MEMBER', u.id, char(57344) || 'MEMBER' || hex(m.company_id),
       u.first_name || ' ' || u.last_name, u.email
  FROM company_memberships m JOIN users u ON u.id = m.user_id
 WHERE m.disabled_at IS NULL ORDER BY m.created_at, u.id;
INSERT INTO search_entries (company_id, kind, target_id, scope, title)
SELECT company_id, 'VENDOR', id, char(57344) || 'VENDOR' || hex(company_id), name FROM vendors ORDER BY created_at, id;
INSERT INTO search_entries (company_id, kind, target_id, scope, title)
SELECT company_id, 'CATEGORY', id, char(57344) || 'CATEGORY' || hex(company_id), name
  FROM intake_categories ORDER BY created_at, id;
INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
SELECT company_id, 'REQUEST', id, char(57344) || 'REQUEST' || hex(company_id), title, number || ' ' || requestor_name,
       char(57344) || hex(intake_category_id) || coalesce(' ' || char(57344) || hex(vendor_id), '')
  FROM intake_submissions WHERE is_draft = 0 AND deleted_at IS NULL ORDER BY created_at, id;

-- A vendor's requests in the order of the list.
CREATE INDEX `intake_submissions_of_vendor` ON `intake_submissions` (`company_id`,`vendor_id`,`is_draft`,`created_at`,`id`) WHERE vendor_id IS NOT NULL;
-- The company's log from its newest entry on: all of it, by what was changed, by whom, and by whom as somebody else.
CREATE INDEX `audit_log_time` ON `audit_log` (`company_id`,`occurred_at`,`id`);
CREATE INDEX `audit_log_type` ON `audit_log` (`company_id`,`target_type`,`occurred_at`,`id`);
CREATE INDEX `audit_log_actor` ON `audit_log` (`company_id`,`actor_user_id`,`occurred_at`,`id`);
CREATE INDEX `audit_log_impersonator` ON `audit_log` (`company_id`,`impersonator_user_id`,`occurred_at`,`id`) WHERE impersonator_user_id IS NOT NULL;
