-- Members: what their list says beside the membership itself, and what each request needs to know of who makes it,
-- kept as JSON, so that nothing reads more rows than its own. The view says what it is; triggers keep it in the same
-- transaction, whoever writes what it is made of.
ALTER TABLE `company_memberships` ADD COLUMN `card` text DEFAULT '{}' NOT NULL;
CREATE VIEW `member_cards` (`company_id`, `user_id`, `card`) AS
SELECT m.company_id, m.user_id, json_object(
  'firstName', u.first_name, 'lastName', u.last_name,
  'departments', json((SELECT json_group_array(json_object('id', x.id, 'name', x.name, 'approvesRequests', json(iif(xm.approves_requests, 'true', 'false'))))
     FROM department_members xm INDEXED BY department_members_user JOIN departments x ON x.id = xm.department_id
    WHERE xm.company_id = m.company_id AND xm.user_id = m.user_id)),
  'businessUnits', json((SELECT json_group_array(json_object('id', x.id, 'name', x.name, 'approvesRequests', json(iif(xm.approves_requests, 'true', 'false'))))
     FROM business_unit_members xm INDEXED BY business_unit_members_user JOIN business_units x ON x.id = xm.business_unit_id
    WHERE xm.company_id = m.company_id AND xm.user_id = m.user_id)),
  'groups', json((SELECT json_group_array(json_object('id', x.id, 'name', x.name))
     FROM group_members xm INDEXED BY group_members_user JOIN groups x ON x.id = xm.group_id
    WHERE xm.company_id = m.company_id AND xm.user_id = m.user_id)),
  'entities', json((SELECT json_group_array(json_object('id', x.id, 'name', x.name))
     FROM entity_members xm INDEXED BY entity_members_user JOIN entities x ON x.id = xm.entity_id
    WHERE xm.company_id = m.company_id AND xm.user_id = m.user_id)),
  'manager', json((SELECT json_object('id', mu.id, 'name', coalesce(nullif(trim(mu.first_name || ' ' || mu.last_name), ''), mu.email))
     FROM users mu WHERE mu.id = m.manager_user_id)),
  'location', json((SELECT json_object('id', l.id, 'name', l.name)
     FROM locations l WHERE l.id = m.location_id AND l.company_id = m.company_id)),
  'receiveEmail', json(iif(coalesce(np.receive_email, 1), 'true', 'false')),
  'receiveSlack', json(iif(coalesce(np.receive_slack, 0), 'true', 'false')),
  'ownedCategories', json((SELECT json_group_array(json_object('id', c.id, 'type', c.type, 'deleted', json(iif(c.deleted_at IS NULL, 'false', 'true'))))
     FROM intake_category_owners o INDEXED BY intake_category_owners_user JOIN intake_categories c ON c.id = o.intake_category_id
    WHERE o.company_id = m.company_id AND o.user_id = m.user_id)))
  FROM company_memberships m
  LEFT JOIN users u ON u.id = m.user_id
  LEFT JOIN notification_preferences np ON np.company_id = m.company_id AND np.user_id = m.user_id;

UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE true;
-- Whoever joins or leaves a unit has the version of their membership raised: the card follows that.
CREATE TRIGGER `company_memberships_card` AFTER INSERT ON `company_memberships` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `company_memberships_card_changed` AFTER UPDATE OF `version`, `manager_user_id`, `location_id` ON `company_memberships` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `departments_card_renamed` AFTER UPDATE OF `name` ON `departments` WHEN NEW.name IS NOT OLD.name BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id IN (SELECT user_id FROM department_members WHERE company_id = NEW.company_id AND department_id = NEW.id); END;
CREATE TRIGGER `business_units_card_renamed` AFTER UPDATE OF `name` ON `business_units` WHEN NEW.name IS NOT OLD.name BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id IN (SELECT user_id FROM business_unit_members WHERE company_id = NEW.company_id AND business_unit_id = NEW.id); END;
CREATE TRIGGER `groups_card_renamed` AFTER UPDATE OF `name` ON `groups` WHEN NEW.name IS NOT OLD.name BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id IN (SELECT user_id FROM group_members WHERE company_id = NEW.company_id AND group_id = NEW.id); END;
CREATE TRIGGER `entities_card_renamed` AFTER UPDATE OF `name` ON `entities` WHEN NEW.name IS NOT OLD.name BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id IN (SELECT user_id FROM entity_members WHERE company_id = NEW.company_id AND entity_id = NEW.id); END;
CREATE TRIGGER `locations_card_renamed` AFTER UPDATE OF `name` ON `locations` WHEN NEW.name IS NOT OLD.name BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND location_id = NEW.id; END;
CREATE TRIGGER `users_card_renamed` AFTER UPDATE OF `first_name`, `last_name`, `email` ON `users` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE manager_user_id = NEW.id AND company_id IN (SELECT company_id FROM company_memberships WHERE user_id = NEW.id); END;
CREATE TRIGGER `notification_preferences_card_added` AFTER INSERT ON `notification_preferences` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `notification_preferences_card_changed` AFTER UPDATE OF `receive_email`, `receive_slack` ON `notification_preferences` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `notification_preferences_card_removed` AFTER DELETE ON `notification_preferences` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
CREATE TRIGGER `intake_category_owners_card_added` AFTER INSERT ON `intake_category_owners` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `intake_category_owners_card_removed` AFTER DELETE ON `intake_category_owners` BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
CREATE TRIGGER `intake_categories_card_changed` AFTER UPDATE OF `deleted_at`, `type` ON `intake_categories` WHEN NEW.deleted_at IS NOT OLD.deleted_at OR NEW.type IS NOT OLD.type BEGIN UPDATE company_memberships SET card = (SELECT v.card FROM member_cards v WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id) WHERE company_id = NEW.company_id AND user_id IN (SELECT user_id FROM intake_category_owners WHERE company_id = NEW.company_id AND intake_category_id = NEW.id); END;
-- The members of a unit are listed by name: their names stand beside them. Only what a person changes raises a version.
ALTER TABLE `department_members` ADD COLUMN `name_key` text DEFAULT '' NOT NULL;
DROP TRIGGER `department_members_changed`;
CREATE TRIGGER `department_members_changed` AFTER UPDATE OF `approves_requests` ON `department_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
UPDATE department_members SET name_key = coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = department_members.company_id AND m.user_id = department_members.user_id), '');
CREATE INDEX `department_members_name` ON `department_members` (`company_id`,`department_id`,`name_key`,`user_id`);
CREATE TRIGGER `department_members_name_added` AFTER INSERT ON `department_members` BEGIN UPDATE department_members SET name_key = coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = NEW.company_id AND m.user_id = NEW.user_id), '') WHERE company_id = NEW.company_id AND department_id = NEW.department_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `company_memberships_name_in_departments` AFTER UPDATE OF `name_key` ON `company_memberships` WHEN NEW.name_key IS NOT OLD.name_key BEGIN UPDATE department_members SET name_key = NEW.name_key WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
ALTER TABLE `business_unit_members` ADD COLUMN `name_key` text DEFAULT '' NOT NULL;
DROP TRIGGER `business_unit_members_changed`;
CREATE TRIGGER `business_unit_members_changed` AFTER UPDATE OF `approves_requests` ON `business_unit_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
UPDATE business_unit_members SET name_key = coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = business_unit_members.company_id AND m.user_id = business_unit_members.user_id), '');
CREATE INDEX `business_unit_members_name` ON `business_unit_members` (`company_id`,`business_unit_id`,`name_key`,`user_id`);
CREATE TRIGGER `business_unit_members_name_added` AFTER INSERT ON `business_unit_members` BEGIN UPDATE business_unit_members SET name_key = coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = NEW.company_id AND m.user_id = NEW.user_id), '') WHERE company_id = NEW.company_id AND business_unit_id = NEW.business_unit_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `company_memberships_name_in_business_units` AFTER UPDATE OF `name_key` ON `company_memberships` WHEN NEW.name_key IS NOT OLD.name_key BEGIN UPDATE business_unit_members SET name_key = NEW.name_key WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
ALTER TABLE `group_members` ADD COLUMN `name_key` text DEFAULT '' NOT NULL;
UPDATE group_members SET name_key = coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = group_members.company_id AND m.user_id = group_members.user_id), '');
CREATE INDEX `group_members_name` ON `group_members` (`company_id`,`group_id`,`name_key`,`user_id`);
CREATE TRIGGER `group_members_name_added` AFTER INSERT ON `group_members` BEGIN UPDATE group_members SET name_key = coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = NEW.company_id AND m.user_id = NEW.user_id), '') WHERE company_id = NEW.company_id AND group_id = NEW.group_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `company_memberships_name_in_groups` AFTER UPDATE OF `name_key` ON `company_memberships` WHEN NEW.name_key IS NOT OLD.name_key BEGIN UPDATE group_members SET name_key = NEW.name_key WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
