-- The orders that a vendor learns of: open, and sent to it.
CREATE INDEX `purchase_orders_sent` ON `purchase_orders` (`company_id`,`vendor_id`,`created_at`,`id`) WHERE status = 'OPEN' AND (mailed_at IS NOT NULL OR sync_state = 'SYNCED');
-- What one person asked for, for lists and counts by requester.
CREATE INDEX `spend_requests_requestor` ON `spend_requests` (`company_id`,`requestor_user_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
