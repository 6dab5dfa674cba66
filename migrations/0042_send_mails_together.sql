-- Mails of rows that were first taken on together go out in one call of the provider, under one key. A try after a crash
-- must ask for the same ones again: which those are stays with each row.
ALTER TABLE `outbox` ADD COLUMN `sent_with` text;
