-- The months that bills can be booked in, newest first.
CREATE INDEX `erp_objects_open_period` ON `erp_objects` (`company_id`,(details ->> 'startDay'),`id`) WHERE kind = 'ACCOUNTING_PERIOD' AND deleted_at IS NULL AND is_active AND coalesce(details ->> 'isClosed', 0) = 0 AND coalesce(details ->> 'isPosting', 1) = 1;
