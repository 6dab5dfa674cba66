-- What Outlay writes into the accounting system: one row for each object there, with what was asked for last and how it ended.
CREATE TABLE `erp_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`entry` text,
	`is_removal` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`send_key` text NOT NULL,
	`asked` text,
	`asked_revision` integer,
	`sender` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`erp_id` text,
	`number` text,
	`url` text,
	`erp_version` text,
	`erp_changed_at` text,
	`sent` text,
	`sent_at` integer,
	`error` text,
	`reason` text,
	`failed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `erp_entries_owner` ON `erp_entries` (`company_id`, `owner_kind`, `owner_id`, `kind`);
CREATE INDEX `erp_entries_state` ON `erp_entries` (`company_id`, `state`, `updated_at`, `id`);
