-- The newest ones in progress of a category, for moving them to a new version of their approvals.
CREATE INDEX `intake_submissions_pending` ON `intake_submissions` (`company_id`, `intake_category_id`, `created_at`, `id`)
	WHERE status = 'PENDING' AND is_draft = 0 AND archived_at IS NULL AND deleted_at IS NULL;
