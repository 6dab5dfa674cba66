-- Events that outside systems sent, verified, each once. The outbox handles them.
CREATE TABLE `webhook_events` (
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`body` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `event_id`)
);
CREATE INDEX `webhook_events_age` ON `webhook_events` (`received_at`);
