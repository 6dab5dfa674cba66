-- A move stops and goes on: how far it has come, who works on it until when, and what it waits for.
ALTER TABLE `company_moves` ADD COLUMN `progress` text;
ALTER TABLE `company_moves` ADD COLUMN `worker` text;
ALTER TABLE `company_moves` ADD COLUMN `worked_until` integer DEFAULT 0 NOT NULL;
ALTER TABLE `company_moves` ADD COLUMN `trouble` text;
