-- Runs that fetch data from outside systems, each from where the one before it stopped. At most one of a kind is open.
CREATE TABLE `sync_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`provider` text NOT NULL,
	`kind` text NOT NULL,
	`trigger` text NOT NULL,
	`state` text NOT NULL,
	`cursor` text,
	`counts` text DEFAULT '{}' NOT NULL,
	`runner` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`error` text,
	`retry_at` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer
);
CREATE UNIQUE INDEX `sync_runs_open` ON `sync_runs` (`company_id`,`provider`,`kind`) WHERE finished_at IS NULL;
CREATE INDEX `sync_runs_of` ON `sync_runs` (`company_id`,`provider`,`kind`,`created_at`,`id`);
CREATE INDEX `sync_runs_newest` ON `sync_runs` (`company_id`,`created_at`,`id`);
-- Exchange rates are fetched by a run from now on.
DELETE FROM `outbox` WHERE `topic` = 'currency-rates.import' AND `done_at` IS NULL;
