-- Someone who wants to start a company, from the link that proved their address until they confirm. In the directory.
CREATE TABLE `sign_ups` (
  `token_hash` text PRIMARY KEY NOT NULL,
  `email` text NOT NULL,
  `created_at` integer NOT NULL,
  `expires_at` integer NOT NULL,
  `company_id` text,
  `cell` integer,
  `tried_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sign_ups_expiry` ON `sign_ups` (`expires_at`);
