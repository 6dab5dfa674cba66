-- Who chose who decides: who made someone a delegate, put them into a group, or disabled who would have decided.
ALTER TABLE `delegate_approvers` ADD COLUMN `set_by_user_id` text;
--> statement-breakpoint
ALTER TABLE `group_members` ADD COLUMN `added_by_user_id` text;
--> statement-breakpoint
ALTER TABLE `group_members` ADD COLUMN `added_at` integer;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `disabled_by_user_id` text;
