-- Sourcing events: vendors send sealed bids until a deadline, reviewers score them, one is chosen. Bids and files are
-- encrypted with a key that only the event's own object has.
CREATE TABLE `sourcing_events` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`intake_category_id` text,
	`form` text,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`deadline` integer NOT NULL,
	`criteria` text DEFAULT '[]' NOT NULL,
	`seal_key_id` text,
	`exchange` text,
	`published_at` integer,
	`opened_at` integer,
	`closed_reason` text,
	`award` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
CREATE INDEX `sourcing_events_created` ON `sourcing_events` (`company_id`, `created_at`, `id`) WHERE deleted_at IS NULL;
CREATE INDEX `sourcing_events_deadline` ON `sourcing_events` (`company_id`, `deadline`, `id`) WHERE deleted_at IS NULL;
CREATE INDEX `sourcing_events_due` ON `sourcing_events` (`deadline`) WHERE status = 'OPEN';
CREATE INDEX `sourcing_events_keys` ON `sourcing_events` (`status`, `seal_key_id`) WHERE seal_key_id IS NOT NULL;

CREATE TABLE `sourcing_event_people` (
	`company_id` text NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`is_owner` integer NOT NULL,
	`is_reviewer` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deadline` integer NOT NULL,
	PRIMARY KEY(`company_id`, `event_id`, `user_id`)
);
CREATE INDEX `sourcing_event_people_created` ON `sourcing_event_people` (`company_id`, `user_id`, `created_at`, `event_id`);
CREATE INDEX `sourcing_event_people_deadline` ON `sourcing_event_people` (`company_id`, `user_id`, `deadline`, `event_id`);

CREATE TABLE `sourcing_bidders` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`vendor_id` text,
	`status` text DEFAULT 'INVITED' NOT NULL,
	`token_hash` text,
	`invited_at` integer,
	`viewed_at` integer,
	`submitted_at` integer,
	`sealed_draft` text,
	`sealed_bid` text,
	`bid_version` integer DEFAULT 0 NOT NULL,
	`content` text,
	`is_unreadable` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `sourcing_bidders_email` ON `sourcing_bidders` (`company_id`, `event_id`, `email`);
CREATE UNIQUE INDEX `sourcing_bidders_token` ON `sourcing_bidders` (`token_hash`) WHERE token_hash IS NOT NULL;
CREATE INDEX `sourcing_bidders_event` ON `sourcing_bidders` (`company_id`, `event_id`, `created_at`, `id`);

CREATE TABLE `sourcing_bid_files` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`event_id` text NOT NULL,
	`bidder_id` text NOT NULL,
	`storage_key` text NOT NULL,
	`sealed` text NOT NULL,
	`content` text,
	`created_at` integer NOT NULL
);
CREATE INDEX `sourcing_bid_files_bidder` ON `sourcing_bid_files` (`company_id`, `event_id`, `bidder_id`, `id`);

CREATE TABLE `sourcing_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`event_id` text NOT NULL,
	`bidder_id` text,
	`question` text NOT NULL,
	`answer` text,
	`answered_by_user_id` text,
	`answered_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `sourcing_questions_event` ON `sourcing_questions` (`company_id`, `event_id`, `created_at`, `id`);

CREATE TABLE `sourcing_scorecards` (
	`company_id` text NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`scores` text NOT NULL,
	`submitted_at` integer,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `event_id`, `user_id`)
);
