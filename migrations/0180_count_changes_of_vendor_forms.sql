-- What happens to a form before it is submitted, counted, so that an older look at it never replaces a newer one.
ALTER TABLE `vendor_form_invitations` ADD COLUMN `changes` integer DEFAULT 1 NOT NULL;
-- Closed because its step no longer needs it. It is opened again if the step does.
ALTER TABLE `vendor_form_invitations` ADD COLUMN `closed_by_task` integer DEFAULT false NOT NULL;
-- A person chose who gets it for a step.
ALTER TABLE `vendor_form_invitations` ADD COLUMN `chosen_by_hand` integer DEFAULT false NOT NULL;
-- The forms of steps that wait for their vendor, by how long they have waited.
CREATE INDEX `vendor_form_invitations_reminded` ON `vendor_form_invitations` (`company_id`,coalesce(sent_back_at, sent_at)) WHERE source_block_id IS NOT NULL AND revoked_at IS NULL AND deleted_at IS NULL AND archived_at IS NULL AND (status = 'UNSUBMITTED' OR sent_back_at IS NOT NULL);
