-- Members: what else is known of them, and the keys by which their list is sorted.
ALTER TABLE `company_memberships` ADD COLUMN `title` text DEFAULT '' NOT NULL;
ALTER TABLE `company_memberships` ADD COLUMN `is_signer` integer DEFAULT false NOT NULL;
ALTER TABLE `company_memberships` ADD COLUMN `name_key` text DEFAULT '' NOT NULL;
ALTER TABLE `company_memberships` ADD COLUMN `email_key` text DEFAULT '' NOT NULL;
CREATE TABLE `entity_members` (
	`company_id` text NOT NULL,
	`entity_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `entity_id`, `user_id`)
);

CREATE INDEX `entity_members_user` ON `entity_members` (`company_id`,`user_id`);
UPDATE `company_memberships` SET (`name_key`, `email_key`) = (SELECT lower(coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)), u.email FROM users u WHERE u.id = company_memberships.user_id) WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = company_memberships.user_id);
CREATE INDEX `company_memberships_name` ON `company_memberships` (`company_id`,`name_key`,`user_id`);
CREATE INDEX `company_memberships_email` ON `company_memberships` (`company_id`,`email_key`,`user_id`);
CREATE INDEX `company_memberships_created` ON `company_memberships` (`company_id`,`created_at`,`user_id`);
-- The keys follow the person's name and address, whoever writes them.
CREATE TRIGGER `company_memberships_keys` AFTER INSERT ON `company_memberships` BEGIN UPDATE company_memberships SET (name_key, email_key) = (SELECT lower(coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)), u.email FROM users u WHERE u.id = NEW.user_id) WHERE company_id = NEW.company_id AND user_id = NEW.user_id AND EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id); END;
CREATE TRIGGER `users_keys` AFTER UPDATE OF `first_name`, `last_name`, `email` ON `users` BEGIN UPDATE company_memberships SET name_key = lower(coalesce(nullif(trim(NEW.first_name || ' ' || NEW.last_name), ''), NEW.email)), email_key = NEW.email, version = version + 1 WHERE user_id = NEW.id; END;
-- What a member belongs to is part of the member: whoever saves an older picture of it is told.
CREATE TRIGGER `department_members_added` AFTER INSERT ON `department_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `department_members_changed` AFTER UPDATE ON `department_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `department_members_removed` AFTER DELETE ON `department_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
CREATE TRIGGER `business_unit_members_added` AFTER INSERT ON `business_unit_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `business_unit_members_changed` AFTER UPDATE ON `business_unit_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `business_unit_members_removed` AFTER DELETE ON `business_unit_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
CREATE TRIGGER `group_members_added` AFTER INSERT ON `group_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `group_members_removed` AFTER DELETE ON `group_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
CREATE TRIGGER `entity_members_added` AFTER INSERT ON `entity_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = NEW.company_id AND user_id = NEW.user_id; END;
CREATE TRIGGER `entity_members_removed` AFTER DELETE ON `entity_members` BEGIN UPDATE company_memberships SET version = version + 1 WHERE company_id = OLD.company_id AND user_id = OLD.user_id; END;
