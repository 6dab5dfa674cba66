-- When what a connection leads to last changed, how often in a row it failed, and what admins were told of its certificate.
ALTER TABLE `sign_on_connections` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `sign_on_connections` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sign_on_connections` ADD `certificate_told` text;
