-- Names that rows keep of other objects are written by the commands that rename these (worker/core/kinds/copy-names.ts)
-- or that add the rows.
DROP TRIGGER `business_unit_members_name_added`;
DROP TRIGGER `business_units_card_renamed`;
DROP TRIGGER `company_memberships_name_in_business_units`;
DROP TRIGGER `company_memberships_name_in_departments`;
DROP TRIGGER `company_memberships_name_in_groups`;
DROP TRIGGER `department_members_name_added`;
DROP TRIGGER `departments_card_renamed`;
DROP TRIGGER `entities_card_renamed`;
DROP TRIGGER `group_members_name_added`;
DROP TRIGGER `groups_card_renamed`;
DROP TRIGGER `locations_card_renamed`;
DROP TRIGGER `users_card_renamed`;
DROP TRIGGER `users_keys`;
DROP TRIGGER `vendors_links_renamed`;
DROP TRIGGER `vendors_services_renamed`;
