-- Keys of identity providers, what they say of people, and what their words mean here.
CREATE TABLE `provisioning_keys` (
  `id` text PRIMARY KEY NOT NULL,
  `company_id` text NOT NULL,
  `prefix` text NOT NULL,
  `key_hash` text NOT NULL,
  `created_by_user_id` text NOT NULL,
  `created_at` integer NOT NULL,
  `ends_at` integer,
  `revoked_at` integer,
  `last_used_at` integer,
  `window_start` integer DEFAULT 0 NOT NULL,
  `window_count` integer DEFAULT 0 NOT NULL,
  `last_error` text,
  `last_error_at` integer,
  `version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provisioning_keys_hash` ON `provisioning_keys` (`key_hash`);
--> statement-breakpoint
CREATE INDEX `provisioning_keys_company` ON `provisioning_keys` (`company_id`, `created_at`) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE TABLE `provisioned_people` (
  `company_id` text NOT NULL,
  `user_id` text NOT NULL,
  `position` integer,
  `user_name` text,
  `user_name_key` text,
  `external_id` text,
  `attributes` text DEFAULT '{}' NOT NULL,
  `placed_by` text DEFAULT '{}' NOT NULL,
  `changed_at` integer DEFAULT 0 NOT NULL,
  PRIMARY KEY(`company_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `provisioned_people_position` ON `provisioned_people` (`company_id`, `position`) WHERE position IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `provisioned_people_name` ON `provisioned_people` (`company_id`, `user_name_key`) WHERE user_name_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `provisioned_people_external` ON `provisioned_people` (`company_id`, `external_id`) WHERE external_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `provisioning_values` (
  `company_id` text NOT NULL,
  `kind` text NOT NULL,
  `value_key` text NOT NULL,
  `value` text NOT NULL,
  `target_id` text,
  `role` text,
  `is_left_out` integer DEFAULT false NOT NULL,
  `first_seen_at` integer,
  `last_seen_at` integer,
  `mapped_by_user_id` text,
  `mapped_at` integer,
  PRIMARY KEY(`company_id`, `kind`, `value_key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `provisioning_values_open` ON `provisioning_values` (`company_id`, `kind`, `value_key`) WHERE target_id IS NULL AND role IS NULL AND is_left_out = 0;
--> statement-breakpoint
CREATE INDEX `provisioning_values_target` ON `provisioning_values` (`company_id`, `target_id`) WHERE target_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `provisioned_groups` (
  `company_id` text NOT NULL,
  `group_id` text NOT NULL,
  `external_id` text,
  `changed_at` integer DEFAULT 0 NOT NULL,
  PRIMARY KEY(`company_id`, `group_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `provisioned_groups_external` ON `provisioned_groups` (`company_id`, `external_id`) WHERE external_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO `provisioned_people` (`company_id`, `user_id`, `position`)
SELECT company_id, user_id, row_number() OVER (PARTITION BY company_id ORDER BY created_at, user_id) FROM company_memberships;
--> statement-breakpoint
-- Providers read people by number, without gaps. Rows of a company that arrives from another cell are there already.
CREATE TRIGGER `provisioned_people_join` AFTER INSERT ON `company_memberships` BEGIN
  INSERT INTO provisioned_people (company_id, user_id, position)
  SELECT new.company_id, new.user_id,
         coalesce((SELECT max(p.position) FROM provisioned_people p WHERE p.company_id = new.company_id AND p.position IS NOT NULL), 0) + 1
   WHERE NOT EXISTS (SELECT 1 FROM provisioned_people p WHERE p.company_id = new.company_id AND p.user_id = new.user_id);
END;
--> statement-breakpoint
-- The last one takes the place of one who leaves.
CREATE TRIGGER `provisioned_people_leave` AFTER UPDATE OF `position` ON `provisioned_people` WHEN new.position IS NULL AND old.position IS NOT NULL BEGIN
  UPDATE provisioned_people SET position = old.position
   WHERE company_id = old.company_id AND position > old.position AND position =
     (SELECT max(p.position) FROM provisioned_people p WHERE p.company_id = old.company_id AND p.position IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `provisioned_people_gone` AFTER DELETE ON `company_memberships` BEGIN
  UPDATE provisioned_people SET position = NULL WHERE company_id = old.company_id AND user_id = old.user_id;
  DELETE FROM provisioned_people WHERE company_id = old.company_id AND user_id = old.user_id;
END;
