-- Discussions about an object, or a part of it (an answer, a block), with comments, mentions and what waits for whom.
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`part_type` text,
	`part_id` text,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by_user_id` text
);
CREATE INDEX `threads_target` ON `threads` (`company_id`,`target_type`,`target_id`,`created_at`,`id`);
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`body` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
CREATE INDEX `comments_thread` ON `comments` (`company_id`,`thread_id`,`created_at`,`id`);
CREATE TABLE `comment_attention` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`comment_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_mention` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`, `comment_id`)
);
CREATE INDEX `comment_attention_user` ON `comment_attention` (`company_id`,`user_id`,`created_at`,`comment_id`);
CREATE INDEX `comment_attention_thread` ON `comment_attention` (`company_id`,`thread_id`,`user_id`);
-- Every attempt to deliver a webhook, with what was sent and what came back.
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`block_id` text NOT NULL,
	`url` text NOT NULL,
	`request_body` text NOT NULL,
	`response_status_code` integer,
	`response_body` text,
	`error` text,
	`sent_at` integer NOT NULL
);
CREATE INDEX `webhook_deliveries_block` ON `webhook_deliveries` (`company_id`,`block_id`,`sent_at`,`id`);
