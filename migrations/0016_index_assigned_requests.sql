-- What is assigned to a person, in the order of the list. Few requests are assigned: the index holds only these.
CREATE INDEX `intake_submissions_assignee` ON `intake_submissions` (`company_id`,`assignee_user_id`,`is_draft`,`created_at`,`id`) WHERE assignee_user_id IS NOT NULL;
