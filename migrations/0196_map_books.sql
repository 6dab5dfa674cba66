-- What people say of the accounting system's objects: saves that can be undone, and the months whose transactions follow.
ALTER TABLE `erp_objects` ADD `chosen_type` text;
CREATE TABLE `erp_mapping_saves` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`mapped_kind` text NOT NULL,
	`rows` text NOT NULL,
	`made_at` integer NOT NULL,
	`undone_at` integer
);
CREATE INDEX `erp_mapping_saves_made` ON `erp_mapping_saves` (`company_id`, `made_at`);
CREATE TABLE `erp_remaps` (
	`company_id` text NOT NULL,
	`month` text NOT NULL,
	`stamp` text NOT NULL,
	PRIMARY KEY(`company_id`, `month`)
);
CREATE INDEX `transactions_unrated` ON `transactions` (`company_id`, `date`) WHERE company_minor IS NULL;
-- Merges and checks before deleting ask for all lines, tracked or not.
DROP INDEX `transactions_vendor`;
CREATE INDEX `transactions_vendor` ON `transactions` (`company_id`, `vendor_id`, `is_tracked`, `type`, `date`, `id`) WHERE vendor_id IS NOT NULL;
DROP INDEX `transactions_category`;
CREATE INDEX `transactions_category` ON `transactions` (`company_id`, `category_id`, `is_tracked`, `type`, `date`, `id`) WHERE category_id IS NOT NULL;
-- What is mapped to a unit, for its lists, and for deleting and merging it.
CREATE INDEX `erp_objects_department` ON `erp_objects` (`company_id`, `department_id`, `mapped_kind`, `name_key`, `id`) WHERE department_id IS NOT NULL;
CREATE INDEX `erp_objects_business_unit` ON `erp_objects` (`company_id`, `business_unit_id`, `mapped_kind`, `name_key`, `id`) WHERE business_unit_id IS NOT NULL;
CREATE INDEX `erp_objects_location` ON `erp_objects` (`company_id`, `location_id`, `mapped_kind`, `name_key`, `id`) WHERE location_id IS NOT NULL;
CREATE INDEX `erp_objects_entity` ON `erp_objects` (`company_id`, `entity_id`, `mapped_kind`, `name_key`, `id`) WHERE entity_id IS NOT NULL;
CREATE INDEX `erp_objects_category` ON `erp_objects` (`company_id`, `category_id`, `mapped_kind`, `name_key`, `id`) WHERE category_id IS NOT NULL;
