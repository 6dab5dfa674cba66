-- Links in emails by which one person decides one step on one version. Only a hash of the link is kept.
CREATE TABLE `decision_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`block_id` text NOT NULL,
	`run` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`used_for` text
);
--> statement-breakpoint
CREATE INDEX `decision_links_expiry` ON `decision_links` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `decision_links_person` ON `decision_links` (`user_id`,`expires_at`);
--> statement-breakpoint
-- Whether a company's people may decide by such links, and up to which amount. No row means: any amount.
CREATE TABLE `decision_link_settings` (
	`company_id` text PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`max_minor` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
