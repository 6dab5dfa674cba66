-- A note that a filer adds to an answer: kept with each version of the answer, and with a draft until it is submitted.
ALTER TABLE `intake_answers` ADD `note` text DEFAULT '' NOT NULL;
ALTER TABLE `intake_submissions` ADD `draft_notes` text;
