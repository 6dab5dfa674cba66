-- Purchase orders with their versions, and the documents that are attached to them.
CREATE TABLE `purchase_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`vendor_id` text,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`company_minor` integer,
	`amount_sort` integer NOT NULL,
	`transaction_date` text NOT NULL,
	`memo` text NOT NULL,
	`content` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`intake_submission_id` text,
	`block_id` text,
	`created_by_user_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`close_reason` text,
	`connection_id` text,
	`sync_state` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`erp_id` text,
	`erp_number` text,
	`erp_url` text,
	`erp_total_minor` integer,
	`synced_at` integer,
	`sync_error` text,
	`mailed_to` text,
	`mailed_at` integer
);
CREATE UNIQUE INDEX `purchase_orders_number` ON `purchase_orders` (`company_id`,`number`);
CREATE UNIQUE INDEX `purchase_orders_block` ON `purchase_orders` (`company_id`,`block_id`) WHERE block_id IS NOT NULL;
CREATE INDEX `purchase_orders_created` ON `purchase_orders` (`company_id`,`created_at`,`id`);
CREATE INDEX `purchase_orders_amount` ON `purchase_orders` (`company_id`,`amount_sort`,`id`);
CREATE INDEX `purchase_orders_date` ON `purchase_orders` (`company_id`,`transaction_date`,`id`);
CREATE INDEX `purchase_orders_vendor` ON `purchase_orders` (`company_id`,`vendor_id`,`created_at`,`id`);
CREATE INDEX `purchase_orders_status` ON `purchase_orders` (`company_id`,`status`,`created_at`,`id`);
CREATE INDEX `purchase_orders_request` ON `purchase_orders` (`company_id`,`intake_submission_id`) WHERE intake_submission_id IS NOT NULL;
CREATE TABLE `purchase_order_versions` (
	`purchase_order_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`content` text NOT NULL,
	`note` text NOT NULL,
	`changed_by_name` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`purchase_order_id`, `version`)
);
CREATE INDEX `purchase_order_versions_company` ON `purchase_order_versions` (`company_id`);

-- In the global search: by memo, by number ("PO-12", or the one in the accounting system), and by the name of their vendor.
CREATE TRIGGER `purchase_orders_search_added` AFTER INSERT ON `purchase_orders` BEGIN
	INSERT INTO search_entries (company_id, kind, target_id, scope, title, details, refs)
	VALUES (new.company_id, 'PURCHASE_ORDER', new.id, char(57344) || 'PURCHASE_ORDER' || hex(new.company_id),
		substr(new.memo, 1, 500), 'PO ' || new.number || ' ' || coalesce(new.erp_number, '') || ' ' || coalesce(new.content ->> '$.erpVendor.name', ''),
		char(57344) || hex(coalesce(new.vendor_id, '')));
END;

CREATE TRIGGER `purchase_orders_search_changed` AFTER UPDATE OF `memo`, `erp_number`, `vendor_id`, `content` ON `purchase_orders`
WHEN new.memo IS NOT old.memo OR new.erp_number IS NOT old.erp_number OR new.vendor_id IS NOT old.vendor_id
	OR new.content IS NOT old.content BEGIN
	UPDATE search_entries SET title = substr(new.memo, 1, 500),
		details = 'PO ' || new.number || ' ' || coalesce(new.erp_number, '') || ' ' || coalesce(new.content ->> '$.erpVendor.name', ''),
		refs = char(57344) || hex(coalesce(new.vendor_id, ''))
	 WHERE company_id = new.company_id AND kind = 'PURCHASE_ORDER' AND target_id = new.id;
END;

CREATE TRIGGER `purchase_orders_search_removed` AFTER DELETE ON `purchase_orders` BEGIN
	DELETE FROM search_entries WHERE company_id = old.company_id AND kind = 'PURCHASE_ORDER' AND target_id = old.id;
END;
