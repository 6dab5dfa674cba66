-- Mails as they were first handed to the provider, so that a retry sends the same bytes under the same key.
CREATE TABLE `mail_calls` (
	`call` text NOT NULL,
	`ordinal` integer NOT NULL,
	`sent_with` text NOT NULL,
	`effect_id` text NOT NULL,
	`letter_key` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`call`, `ordinal`)
);
CREATE INDEX `mail_calls_group` ON `mail_calls` (`sent_with`);
CREATE INDEX `mail_calls_age` ON `mail_calls` (`created_at`);
