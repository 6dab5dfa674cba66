CREATE INDEX `company_memberships_payers` ON `company_memberships` (`company_id`) WHERE has_payments_access = 1 AND disabled_at IS NULL;
CREATE INDEX `payment_runs_waiting` ON `payment_runs` (`company_id`, `created_at`, `id`) WHERE status = 'WAITING';
