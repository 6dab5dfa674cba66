ALTER TABLE `notification_preferences` ADD `mails_off` text DEFAULT '[]' NOT NULL;
