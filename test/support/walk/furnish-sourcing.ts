import { DAY_MS, type Furnished, numbers, type Run } from './statements.ts'

/** Thirty-two bytes of zeros. A scene that has file storage stores the files. */
const BID_FILE_KEY = `${'A'.repeat(43)}=`

/** Many events, and one with as much as an event can have. Its first bidder has the walk's token. */
export const sourcingEvents = async (
  run: Run,
  { companyId, adminId, memberId, feedTokenHash }: Furnished,
): Promise<void> => {
  await run(
    `${numbers(600)} INSERT INTO sourcing_events (id, company_id, title, description, form, status, deadline, criteria, exchange,
         opened_at, created_by_user_id, created_at, updated_at)
       SELECT ?1 || '-event-' || i, ?1, 'Supplier ' || i, '', '{"steps":[]}', 'OPENED', ${Date.now() + DAY_MS} + i,
              '[{"id":"q","label":"Quality","description":"","weight":100}]', '{"currency":"USD","allowsOthers":false,"rates":[]}',
              1, ?2, ${Date.now() - DAY_MS} + i, 0 FROM n`,
    ...[companyId, adminId],
  )
  for (const userId of [adminId, memberId])
    await run(
      `INSERT INTO sourcing_event_people (company_id, event_id, user_id, is_owner, is_reviewer, created_at, deadline)
       SELECT company_id, id, ?2, 0, 1, created_at, deadline FROM sourcing_events WHERE company_id = ?1`,
      ...[companyId, userId],
    )
  await run(
    `INSERT OR IGNORE INTO sourcing_event_people (company_id, event_id, user_id, is_owner, is_reviewer, created_at, deadline)
     SELECT ?1, ?1 || '-event-599', user_id, 0, 1, 0, 0 FROM company_memberships WHERE company_id = ?1 LIMIT 18`,
    companyId,
  )
  await run(
    `${numbers(40)} INSERT INTO sourcing_bidders (id, company_id, event_id, name, email, vendor_id, status, token_hash, submitted_at,
         content, created_at)
       SELECT ?1 || '-bidder-' || i, ?1, ?1 || '-event-599', 'Bidder ' || i, i || '@bidders.example',
              (SELECT id FROM vendors WHERE company_id = ?1 LIMIT 1), 'SUBMITTED', iif(i = 0, ?2, ?1 || i), 1,
              '{"price":null,"leadTimeDays":null,"remark":"","answers":[],"fileIds":[],"files":[]}', i FROM n`,
    ...[companyId, feedTokenHash],
  )
  await run(
    `${numbers(20)} INSERT INTO sourcing_bid_files (id, company_id, event_id, bidder_id, storage_key, sealed, content, created_at)
       SELECT ?1 || '-bid-file-' || i, ?1, ?1 || '-event-599', ?1 || '-bidder-0', ?1 || '-bid-file-' || i, '',
              '{"name":"a.pdf","mimeType":"application/pdf","size":4,"key":"${BID_FILE_KEY}"}', 0 FROM n`,
    companyId,
  )
  await run(
    `${numbers(100)} INSERT INTO sourcing_questions (id, company_id, event_id, question, answer, created_at)
       SELECT ?1 || '-question-' || i, ?1, ?1 || '-event-599', 'Why?', 'Because.', i FROM n`,
    companyId,
  )
  await run(
    `INSERT INTO sourcing_scorecards (company_id, event_id, user_id, scores, submitted_at, version, updated_at)
     SELECT company_id, event_id, user_id, '[]', 1, 1, 0 FROM sourcing_event_people WHERE company_id = ?1 AND event_id = ?1 || '-event-599'`,
    companyId,
  )
}
