-- A company's connections to accounting systems, those that ended too.
CREATE INDEX `erp_connections_company` ON `erp_connections` (`company_id`, `connected_at`, `id`);
