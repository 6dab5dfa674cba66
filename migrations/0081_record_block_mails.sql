-- Steps of requests whose approvers were mailed, written when the provider has taken the mail.
CREATE TABLE `request_block_mails` (
	`company_id` text NOT NULL,
	`target_id` text NOT NULL,
	`block_id` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `target_id`, `block_id`)
);
