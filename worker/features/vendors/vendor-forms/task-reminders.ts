/**
 * SQL that enqueues what the company's reminders say of forms that steps wait for: each reminder goes to the vendor once
 * for each time that the form was sent to them or sent back. ?1 now; `r` is a due reminder.
 */
export const DUE_FORM_REMINDERS = (due: string): string => `
INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
SELECT 'form-reminder:' || r.id || ':' || i.id || ':' || coalesce(i.sent_back_at, i.sent_at), i.company_id,
       'vendor-form.news',
       json_object('submissionId', i.intake_submission_id, 'kind', 'REMINDED', 'note', r.note, 'actorName',
         coalesce((SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = i.owner_user_id), '')),
       ?1, ?1
  FROM (${due}) r
 CROSS JOIN vendor_form_invitations i INDEXED BY vendor_form_invitations_reminded
    ON i.company_id = r.company_id AND i.source_block_id IS NOT NULL AND i.revoked_at IS NULL
   AND i.deleted_at IS NULL AND i.archived_at IS NULL AND (i.status = 'UNSUBMITTED' OR i.sent_back_at IS NOT NULL)
   AND coalesce(i.sent_back_at, i.sent_at) > r.checked_at - r.after
   AND coalesce(i.sent_back_at, i.sent_at) <= ?1 - r.after`
