-- Of vendors' names each three letters in a row are kept, not each two as well: half as many rows are written for a vendor.
DROP TRIGGER `vendors_parts_added`;
DROP TRIGGER `vendors_parts_changed`;
DROP TRIGGER `vendors_parts_removed`;
DELETE FROM object_name_parts WHERE length(part) < 3;

CREATE TRIGGER `vendors_parts_added` AFTER INSERT ON `vendors` BEGIN
	INSERT OR IGNORE INTO object_name_parts (company_id, kind, part, name_key, target_id)
	SELECT new.company_id, 'VENDOR', substr(lower(new.name), j.key + 1, 3), lower(new.name), new.id FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.name) - 2, 0))), '00', ',1'), 2) || ']') j;
END;

CREATE TRIGGER `vendors_parts_changed` AFTER UPDATE OF `name` ON `vendors` WHEN new.name IS NOT old.name BEGIN
	DELETE FROM object_name_parts
	 WHERE company_id = old.company_id AND kind = 'VENDOR' AND name_key = lower(old.name) AND target_id = old.id
	   AND part IN (SELECT substr(lower(old.name), j.key + 1, 3) FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.name) - 2, 0))), '00', ',1'), 2) || ']') j);
	INSERT OR IGNORE INTO object_name_parts (company_id, kind, part, name_key, target_id)
	SELECT new.company_id, 'VENDOR', substr(lower(new.name), j.key + 1, 3), lower(new.name), new.id FROM json_each('[' || substr(replace(hex(zeroblob(max(length(new.name) - 2, 0))), '00', ',1'), 2) || ']') j;
END;

CREATE TRIGGER `vendors_parts_removed` AFTER DELETE ON `vendors` BEGIN
	DELETE FROM object_name_parts
	 WHERE company_id = old.company_id AND kind = 'VENDOR' AND name_key = lower(old.name) AND target_id = old.id
	   AND part IN (SELECT substr(lower(old.name), j.key + 1, 3) FROM json_each('[' || substr(replace(hex(zeroblob(max(length(old.name) - 2, 0))), '00', ',1'), 2) || ']') j);
END;
