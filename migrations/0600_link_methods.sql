-- Sign-in methods that people link to their account themselves, and remove again. A removed one is kept, so that it doesn't
-- come back by its address alone.
ALTER TABLE `sign_on_identities` ADD `removed_at` integer;
--> statement-breakpoint
-- The session that began to link. Only that one can finish.
ALTER TABLE `directory_sign_on_attempts` ADD `for_session` text;
--> statement-breakpoint
-- Where a provider's account is linked, whatever its address is there.
CREATE TABLE `directory_sign_on_identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`of_company` text NOT NULL,
	PRIMARY KEY(`issuer`, `subject`, `of_company`)
);
