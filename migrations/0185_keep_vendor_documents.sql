-- What vendors say of the documents in their forms, and the newer versions that replaced them.
CREATE TABLE `vendor_documents` (
	`document_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`kind` text DEFAULT 'OTHER' NOT NULL,
	`expires_on` text,
	`vendor_form_id` text NOT NULL,
	`question_id` text,
	`replaces_id` text,
	`replaced_at` integer,
	`given_at` integer,
	`given_by_user_id` text,
	`asked_at` integer,
	`expired_at` integer,
	`created_at` integer NOT NULL
);
CREATE INDEX `vendor_documents_form` ON `vendor_documents` (`company_id`,`vendor_form_id`,`document_id`);
CREATE INDEX `vendor_documents_asking` ON `vendor_documents` (`expires_on`,`document_id`) WHERE given_at IS NOT NULL AND replaced_at IS NULL AND asked_at IS NULL AND expires_on IS NOT NULL;
CREATE INDEX `vendor_documents_expiring` ON `vendor_documents` (`expires_on`,`document_id`) WHERE given_at IS NOT NULL AND replaced_at IS NULL AND expired_at IS NULL AND expires_on IS NOT NULL;
-- Files of forms that were submitted before.
INSERT INTO vendor_documents (document_id, company_id, vendor_form_id, given_at, created_at)
SELECT d.id, d.company_id, i.id, i.submitted_at, d.created_at
  FROM vendor_form_invitations i
  JOIN document_links l ON l.company_id = i.company_id AND l.target_type = 'INTAKE_SUBMISSION'
   AND l.target_id = i.intake_submission_id
  JOIN documents d ON d.id = l.document_id AND d.uploaded_by_user_id = 'contact-form-' || i.id
 WHERE i.status <> 'UNSUBMITTED' AND i.deleted_at IS NULL;
