-- Vendors and services keep the ids of their people, units and categories, and no copies of what these are called: a
-- page's second read brings the names.
DROP TRIGGER `business_units_names_in_services`;
DROP TRIGGER `departments_names_in_services`;
DROP TRIGGER `departments_names_in_vendors`;
DROP TRIGGER `locations_names_in_services`;
DROP TRIGGER `services_names_added`;
DROP TRIGGER `services_names_changed`;
DROP TRIGGER `spend_categories_names_in_services`;
DROP TRIGGER `spend_categories_names_in_vendors`;
DROP TRIGGER `users_names_in_services`;
DROP TRIGGER `users_names_in_vendors`;
DROP TRIGGER `vendor_categories_names_in_vendors`;
DROP TRIGGER `vendors_names_added`;
DROP TRIGGER `vendors_names_changed`;
DROP TRIGGER `vendors_names_in_services`;
DROP VIEW `service_names`;
DROP VIEW `vendor_names`;
ALTER TABLE `services` DROP COLUMN `names`;
ALTER TABLE `vendors` DROP COLUMN `names`;
