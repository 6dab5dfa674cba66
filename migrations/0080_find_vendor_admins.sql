-- Who is told of what happens to vendors.
CREATE INDEX `company_memberships_vendor_admins` ON `company_memberships` (`company_id`) WHERE has_vendor_admin_access = 1 AND disabled_at IS NULL;
