CREATE INDEX `erp_objects_payroll` ON `erp_objects` (`company_id`,`category_id`,`name_key`) WHERE is_payroll;
