-- Who named the people of a matrix's rows and of a rule set, and who let a member in again, and when: a person who chose who
-- decides may not have it decided by them at once.
ALTER TABLE `approver_matrices` ADD COLUMN `named_by` text DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE `rule_sets` ADD COLUMN `named_by` text DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `enabled_by_user_id` text;
--> statement-breakpoint
ALTER TABLE `company_memberships` ADD COLUMN `enabled_at` integer;
