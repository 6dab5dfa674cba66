-- A mail that fails its sender's own check (DMARC) is kept aside until somebody releases or discards it.
ALTER TABLE `inbound_messages` ADD COLUMN `state` text DEFAULT 'TAKEN' NOT NULL;
CREATE INDEX `inbound_messages_held` ON `inbound_messages` (`company_id`,`received_at`,`id`) WHERE state = 'HELD';
