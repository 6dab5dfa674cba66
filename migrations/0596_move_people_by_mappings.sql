-- People who are here already move when an admin says what a provider's value means: how far that is, and how many moved.
ALTER TABLE `provisioning_values` ADD COLUMN `moving` text;
--> statement-breakpoint
ALTER TABLE `provisioning_values` ADD COLUMN `moved_people` integer;
