-- The first steps of a new company, on Home of people who manage settings. Companies that exist already have taken them.
ALTER TABLE `companies` ADD COLUMN `first_steps` text DEFAULT 'DONE' NOT NULL;
ALTER TABLE `companies` ADD COLUMN `tried_approvals_at` integer;
