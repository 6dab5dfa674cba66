-- Who looks after a request as a whole, beside the assignees of its steps, and who attached a document to it.
ALTER TABLE `intake_submissions` ADD COLUMN `assignee_user_id` text;
-- Who attached a document may detach it again.
ALTER TABLE `document_links` ADD COLUMN `created_by_user_id` text;
