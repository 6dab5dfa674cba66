-- What bills take from purchase orders. A bill takes its amounts before it is entered, so that two at once can't both
-- have what only one can. Rows are then written by the projections of bills.
CREATE TABLE `purchase_order_draws` (
	`company_id` text NOT NULL,
	`bill_id` text NOT NULL,
	`purchase_order_id` text NOT NULL,
	`order_line_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`counts` integer NOT NULL,
	`is_paid` integer NOT NULL,
	`reserved_at` integer,
	PRIMARY KEY(`company_id`, `bill_id`, `purchase_order_id`, `order_line_id`)
);
CREATE INDEX `purchase_order_draws_reserved` ON `purchase_order_draws` (`company_id`,`purchase_order_id`) WHERE reserved_at IS NOT NULL;
CREATE TABLE `purchase_order_billed` (
	`company_id` text NOT NULL,
	`purchase_order_id` text NOT NULL,
	`order_line_id` text NOT NULL,
	`billed_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `purchase_order_id`, `order_line_id`)
);
ALTER TABLE `purchase_orders` ADD `billed_minor` integer DEFAULT 0 NOT NULL;
ALTER TABLE `purchase_orders` ADD `paid_minor` integer DEFAULT 0 NOT NULL;
ALTER TABLE `purchase_orders` ADD `draw_revision` integer DEFAULT 0 NOT NULL;
ALTER TABLE `purchase_orders` ADD `erp_vendor_id` text GENERATED ALWAYS AS (content ->> '$.erpVendor.id') VIRTUAL;
CREATE INDEX `purchase_orders_erp_vendor` ON `purchase_orders` (`company_id`,`erp_vendor_id`,`created_at`,`id`) WHERE erp_vendor_id IS NOT NULL;
ALTER TABLE `bills` ADD `purchase_order_id` text;
CREATE INDEX `bills_purchase_order` ON `bills` (`company_id`,`purchase_order_id`,`created_at`,`id`) WHERE purchase_order_id IS NOT NULL;
CREATE TABLE `bill_match_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`basis_points` integer,
	`amount_minor` integer,
	`group_ids` text NOT NULL,
	`user_ids` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);

-- How much of an order, and of each of its lines, is billed and paid.
CREATE TRIGGER `purchase_order_draws_added` AFTER INSERT ON `purchase_order_draws` WHEN new.counts = 1 BEGIN
	INSERT INTO purchase_order_billed (company_id, purchase_order_id, order_line_id, billed_minor)
	VALUES (new.company_id, new.purchase_order_id, new.order_line_id, new.amount_minor)
	ON CONFLICT (company_id, purchase_order_id, order_line_id) DO UPDATE SET billed_minor = billed_minor + excluded.billed_minor;
	UPDATE purchase_orders SET billed_minor = billed_minor + new.amount_minor,
		paid_minor = paid_minor + new.is_paid * new.amount_minor, draw_revision = draw_revision + 1
	 WHERE id = new.purchase_order_id AND company_id = new.company_id;
END;

CREATE TRIGGER `purchase_order_draws_changed` AFTER UPDATE OF `amount_minor`, `counts`, `is_paid` ON `purchase_order_draws`
WHEN new.amount_minor <> old.amount_minor OR new.counts <> old.counts OR new.is_paid <> old.is_paid BEGIN
	INSERT INTO purchase_order_billed (company_id, purchase_order_id, order_line_id, billed_minor)
	VALUES (new.company_id, new.purchase_order_id, new.order_line_id,
		new.counts * new.amount_minor - old.counts * old.amount_minor)
	ON CONFLICT (company_id, purchase_order_id, order_line_id) DO UPDATE SET billed_minor = billed_minor + excluded.billed_minor;
	UPDATE purchase_orders SET
		billed_minor = billed_minor + new.counts * new.amount_minor - old.counts * old.amount_minor,
		paid_minor = paid_minor + new.counts * new.is_paid * new.amount_minor - old.counts * old.is_paid * old.amount_minor,
		draw_revision = draw_revision + 1
	 WHERE id = new.purchase_order_id AND company_id = new.company_id;
END;

CREATE TRIGGER `purchase_order_draws_removed` AFTER DELETE ON `purchase_order_draws` WHEN old.counts = 1 BEGIN
	UPDATE purchase_order_billed SET billed_minor = billed_minor - old.amount_minor
	 WHERE company_id = old.company_id AND purchase_order_id = old.purchase_order_id AND order_line_id = old.order_line_id;
	UPDATE purchase_orders SET billed_minor = billed_minor - old.amount_minor,
		paid_minor = paid_minor - old.is_paid * old.amount_minor, draw_revision = draw_revision + 1
	 WHERE id = old.purchase_order_id AND company_id = old.company_id;
END;

CREATE TRIGGER `bills_paid_of_order` AFTER UPDATE OF `paid_at` ON `bills`
WHEN (new.paid_at IS NULL) IS NOT (old.paid_at IS NULL) AND new.purchase_order_id IS NOT NULL BEGIN
	UPDATE purchase_order_draws SET is_paid = new.paid_at IS NOT NULL
	 WHERE company_id = new.company_id AND bill_id = new.id;
END;
