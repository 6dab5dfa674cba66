-- The commands that write links and answers of vendors and services, and those that rename or merge vendors, write the
-- names that these rows keep for their order. Lists of ids are still kept by triggers.
DROP TRIGGER `service_links_sorted_added`;
DROP TRIGGER `services_links_sorted`;
DROP TRIGGER `service_answer_values_sorted_added`;
DROP TRIGGER `services_answer_values_sorted`;
DROP TRIGGER `vendor_links_added`;
CREATE TRIGGER `vendor_links_added` AFTER INSERT ON `vendor_links` BEGIN
	UPDATE vendors SET
		owner_ids = CASE new.kind WHEN 'OWNER' THEN (SELECT json_group_array(k.target_id) FROM vendor_links k WHERE k.company_id = new.company_id AND k.vendor_id = new.vendor_id AND k.kind = 'OWNER') ELSE owner_ids END,
		category_ids = CASE new.kind WHEN 'CATEGORY' THEN (SELECT json_group_array(k.target_id) FROM vendor_links k WHERE k.company_id = new.company_id AND k.vendor_id = new.vendor_id AND k.kind = 'CATEGORY') ELSE category_ids END
	 WHERE id = new.vendor_id AND company_id = new.company_id;
END;
