-- Forms that go to someone else when their sender leaves.
CREATE INDEX `vendor_form_invitations_waiting` ON `vendor_form_invitations` (`company_id`,`owner_user_id`,`id`,`vendor_id`,`intake_category_id`) WHERE status = 'UNSUBMITTED' AND deleted_at IS NULL AND revoked_at IS NULL;
