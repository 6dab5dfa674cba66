-- A session after an email link owes a second factor, where the person has one or the company asks for it.
ALTER TABLE `sessions` ADD COLUMN `owes_factor` text;--> statement-breakpoint
ALTER TABLE `companies` ADD COLUMN `factor_for_email` integer DEFAULT false NOT NULL;
