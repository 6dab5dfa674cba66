-- Answers of approved vendor forms become values of the vendor, its service and the service's periods.
ALTER TABLE `vendor_form_invitations` ADD COLUMN `period_ids` text;
ALTER TABLE `vendor_form_invitations` ADD COLUMN `values_before` text;
ALTER TABLE `vendor_form_invitations` ADD COLUMN `left_out` text;
ALTER TABLE `vendor_form_invitations` ADD COLUMN `shown_updates` text;
ALTER TABLE `vendor_form_invitations` ADD COLUMN `made_updates` text;
UPDATE vendor_form_invitations SET period_ids = (SELECT json_group_array(p.id) FROM (
	SELECT id FROM service_periods WHERE company_id = vendor_form_invitations.company_id
	   AND service_id = vendor_form_invitations.service_id ORDER BY start_date) p)
 WHERE service_id IS NOT NULL;
-- What was approved until now changed nothing.
UPDATE vendor_form_invitations SET made_updates = '{"effect":"","at":0,"rows":[]}' WHERE status = 'APPROVED';
