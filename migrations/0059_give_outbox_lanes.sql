-- Each topic of the outbox is taken on by itself: what is due is found by topic.
DROP INDEX `outbox_due`;
CREATE INDEX `outbox_due` ON `outbox` (`topic`,`available_at`) WHERE done_at IS NULL AND dead_at IS NULL;
