-- Whether people of a company's proven domains become members when they first sign in, and how many did.
ALTER TABLE `companies` ADD COLUMN `adds_people` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `companies` ADD COLUMN `people_added` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `companies` ADD COLUMN `person_added_at` integer;
