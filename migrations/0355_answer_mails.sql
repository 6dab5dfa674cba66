-- Addresses that make the answer to an email a comment of the person it was sent to. Only a hash of the secret is kept.
CREATE TABLE `reply_addresses` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`thread_id` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reply_addresses_expiry` ON `reply_addresses` (`expires_at`);
