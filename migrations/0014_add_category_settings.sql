-- Settings of a request category: when its approvers are asked, and the columns of its list.
ALTER TABLE `intake_categories` ADD COLUMN `approval_mode` text;
ALTER TABLE `intake_categories` ADD COLUMN `dashboard_columns` text DEFAULT '[]' NOT NULL;
