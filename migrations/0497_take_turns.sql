-- In topics with long work, companies take turns, so that one with many files doesn't delay the others. Other effects have no
-- row in this index.
CREATE INDEX `outbox_turns` ON `outbox` (`topic`,`company_id`,`id`) WHERE done_at IS NULL AND dead_at IS NULL AND topic IN ('configuration.run', 'document.read', 'external-requests.run', 'vendor-import.run');
