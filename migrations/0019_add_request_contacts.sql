-- Who sent a request by a public form, without being a member.
ALTER TABLE `intake_submissions` ADD COLUMN `contact_name` text;
ALTER TABLE `intake_submissions` ADD COLUMN `contact_email` text;
-- What came by public forms, in the order of its list: the index holds only these.
CREATE INDEX `intake_submissions_contact` ON `intake_submissions` (`company_id`,`is_draft`,`created_at`,`id`) WHERE contact_email IS NOT NULL;
-- How many files one sender has uploaded.
CREATE INDEX `uploads_person` ON `uploads` (`company_id`,`user_id`);
