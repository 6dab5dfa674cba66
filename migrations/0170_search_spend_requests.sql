-- Spend requests in the global search: by description, by number ("SR-12"), and by the name of their vendor.
CREATE TRIGGER `spend_requests_search_added` AFTER INSERT ON `spend_requests` WHEN new.deleted_at IS NULL BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
	VALUES (new.company_id, 'SPEND_REQUEST', new.id, char(57344) || 'SPEND_REQUEST' || hex(new.company_id),
		substr(new.description, 1, 500), 'SR ' || new.number, char(57344) || hex(new.vendor_id));
END;

CREATE TRIGGER `spend_requests_search_shown` AFTER UPDATE OF `deleted_at` ON `spend_requests`
WHEN new.deleted_at IS NULL AND old.deleted_at IS NOT NULL BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
	VALUES (new.company_id, 'SPEND_REQUEST', new.id, char(57344) || 'SPEND_REQUEST' || hex(new.company_id),
		substr(new.description, 1, 500), 'SR ' || new.number, char(57344) || hex(new.vendor_id));
END;

CREATE TRIGGER `spend_requests_search_hidden` AFTER UPDATE OF `deleted_at` ON `spend_requests`
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'SPEND_REQUEST' AND target_id = old.id;
END;

CREATE TRIGGER `spend_requests_search_changed` AFTER UPDATE OF `description`, `number`, `vendor_id` ON `spend_requests`
WHEN new.deleted_at IS NULL AND old.deleted_at IS NULL
	AND (new.description IS NOT old.description OR new.number IS NOT old.number OR new.vendor_id IS NOT old.vendor_id) BEGIN
	UPDATE search_entries SET title = substr(new.description, 1, 500), details = 'SR ' || new.number,
		refs = char(57344) || hex(new.vendor_id)
	 WHERE company_id = new.company_id AND kind = 'SPEND_REQUEST' AND target_id = new.id;
END;

CREATE TRIGGER `spend_requests_search_removed` AFTER DELETE ON `spend_requests` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'SPEND_REQUEST' AND target_id = old.id;
END;

INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
SELECT s.company_id, 'SPEND_REQUEST', s.id, char(57344) || 'SPEND_REQUEST' || hex(s.company_id),
       substr(s.description, 1, 500), 'SR ' || s.number, char(57344) || hex(s.vendor_id)
  FROM spend_requests s WHERE s.deleted_at IS NULL;
