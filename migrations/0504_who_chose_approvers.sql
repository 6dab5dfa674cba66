-- Who made someone an approver of a department or business unit, or a person's manager, and when: a person who chose who
-- decides may not have it decided by them at once.
ALTER TABLE `department_members` ADD COLUMN `added_by_user_id` text;
--> statement-breakpoint
ALTER TABLE `department_members` ADD COLUMN `added_at` integer;
--> statement-breakpoint
ALTER TABLE `business_unit_members` ADD COLUMN `added_by_user_id` text;
--> statement-breakpoint
ALTER TABLE `business_unit_members` ADD COLUMN `added_at` integer;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `manager_set_by_user_id` text;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `manager_set_at` integer;
