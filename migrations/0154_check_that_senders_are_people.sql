-- Whether strangers who send the category's form are checked to be people (Turnstile).
ALTER TABLE `intake_categories` ADD `require_person_check` integer DEFAULT false NOT NULL;
