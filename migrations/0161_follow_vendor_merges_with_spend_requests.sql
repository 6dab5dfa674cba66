-- A projection that arrives after a merge names the vendor that is gone.
CREATE TRIGGER `spend_requests_vendor_merged_added` AFTER INSERT ON `spend_requests`
WHEN EXISTS (SELECT 1 FROM vendor_merges m
	WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) BEGIN
	UPDATE spend_requests SET vendor_id = (SELECT m.survivor_id FROM vendor_merges m
		WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) WHERE id = new.id;
END;

CREATE TRIGGER `spend_requests_vendor_merged_changed` AFTER UPDATE OF `vendor_id` ON `spend_requests`
WHEN EXISTS (SELECT 1 FROM vendor_merges m
	WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) BEGIN
	UPDATE spend_requests SET vendor_id = (SELECT m.survivor_id FROM vendor_merges m
		WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) WHERE id = new.id;
END;
