ALTER TABLE `companies` ADD COLUMN `time_zone` text NOT NULL DEFAULT 'UTC';
