-- The secret that a company's webhooks are signed with can be changed. Kept is which one of them is in use: the secrets
-- themselves are made from the Worker's signing key. A company without a row has its first one.
CREATE TABLE `webhook_secrets` (
	`company_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`rotated_at` integer NOT NULL,
	`rotated_by_user_id` text NOT NULL
);
