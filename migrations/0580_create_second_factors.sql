-- Second factors of a company's people: passkeys, an authenticator app, and codes for when both are lost.
CREATE TABLE `second_factors` (
  `id` text PRIMARY KEY NOT NULL,
  `company_id` text NOT NULL,
  `user_id` text NOT NULL,
  `kind` text NOT NULL,
  `name` text NOT NULL,
  `credential_id` text,
  `public_key` text,
  `counter` integer DEFAULT 0 NOT NULL,
  `transports` text DEFAULT '[]' NOT NULL,
  `secret_sealed` text,
  `secret_key_id` text,
  `last_step` integer DEFAULT 0 NOT NULL,
  `proven_at` integer,
  `created_at` integer NOT NULL,
  `last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `second_factors_person` ON `second_factors` (`company_id`,`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factors_credential` ON `second_factors` (`credential_id`) WHERE credential_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factors_app` ON `second_factors` (`company_id`,`user_id`) WHERE kind = 'APP' AND proven_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `second_factors_key` ON `second_factors` (`secret_key_id`) WHERE secret_key_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
  `company_id` text NOT NULL,
  `user_id` text NOT NULL,
  `code_hash` text NOT NULL,
  `created_at` integer NOT NULL,
  `used_at` integer,
  PRIMARY KEY(`company_id`, `user_id`, `code_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `factor_challenges` (
  `id` text PRIMARY KEY NOT NULL,
  `company_id` text NOT NULL,
  `user_id` text NOT NULL,
  `session_hash` text NOT NULL,
  `purpose` text NOT NULL,
  `expires_at` integer NOT NULL,
  `used_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `factor_challenges_expiry` ON `factor_challenges` (`expires_at`);
--> statement-breakpoint
-- When a session last gave one, and which.
ALTER TABLE `sessions` ADD COLUMN `factor_at` integer;
--> statement-breakpoint
ALTER TABLE `sessions` ADD COLUMN `factor_kind` text;
