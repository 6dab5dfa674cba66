-- Platform staff list companies by name or by age.
CREATE INDEX `companies_name` ON `companies` (lower(`name`), `id`);
CREATE INDEX `companies_created` ON `companies` (`created_at`, `id`);
