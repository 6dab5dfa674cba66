-- How many departments, vendors and so on a plan names, and how many of them are linked to nothing.
CREATE TABLE `plan_item_counts` (
	`company_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`kind` text NOT NULL,
	`total` integer NOT NULL,
	`unlinked` integer NOT NULL,
	PRIMARY KEY(`company_id`, `plan_id`, `kind`)
);
INSERT INTO `plan_item_counts` (`company_id`, `plan_id`, `kind`, `total`, `unlinked`)
SELECT i.company_id, i.plan_id, i.kind, COUNT(*),
       SUM(NOT EXISTS (SELECT 1 FROM plan_unit_links k WHERE k.company_id = i.company_id AND k.item_id = i.id)
         AND NOT EXISTS (SELECT 1 FROM plan_vendor_links k WHERE k.company_id = i.company_id AND k.item_id = i.id))
  FROM plan_items i GROUP BY 1, 2, 3;
