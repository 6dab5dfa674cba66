import { type Furnished, numbers, type Run } from './statements.ts'

/** The vendor that the walk is about; see ids.ts. */
const WALKED_VENDOR =
  'SELECT id FROM vendors WHERE company_id = ?1 AND documents_count > 0 AND services_count > 0 LIMIT 1'

/** Forms sent to every vendor, of which one has many, and a link to one. */
export const vendorForms = async (run: Run, { companyId, adminId, feedTokenHash }: Furnished): Promise<void> => {
  const form = JSON.stringify({
    steps: [{ id: 'asked', label: 'Asked', ordinal: 0, isAdditionalStep: false, questions: [] }],
  })
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     VALUES (?1 || '-vendor-form', ?1, 'Security review of the walk', 999, 'CUSTOM_VENDOR_FORM', 1, 0)`,
    companyId,
  )
  await run(
    `INSERT INTO intake_form_versions (intake_category_id, version, company_id, definition, created_by_user_id, created_at)
     VALUES (?1 || '-vendor-form', 1, ?1, ?2, ?3, 0)`,
    ...[companyId, form, adminId],
  )
  const insert = (vendors: string, count: number, recipient: string, more = 'NULL') =>
    `${numbers(count)} INSERT INTO vendor_form_invitations (id, company_id, intake_submission_id, intake_category_id,
         form_version, vendor_id, recipient, owner_user_id, status, created_at, sent_at, token_hash, expires_at)
       SELECT v.id || '-${recipient}-' || i, ?1, v.id || '-${recipient}-of-' || i, ?1 || '-vendor-form', 1, v.id, '${recipient}',
              ?2, iif(i % 4, 'PENDING', 'UNSUBMITTED'), i, i, ${more}, 4000000000000
         FROM n CROSS JOIN (${vendors}) v`
  const of = [companyId, adminId]
  await run(insert('SELECT id FROM vendors WHERE company_id = ?1', 1, 'VENDOR_USER'), ...of)
  await run(insert(WALKED_VENDOR, 400, 'VENDOR_COMPANY'), ...of)
  await run(insert(WALKED_VENDOR, 1, 'EMAIL', '?3'), ...of, feedTokenHash)
  // What the vendor gave in each of its forms. A scene that has file storage stores the file.
  const papers = `FROM vendor_form_invitations v WHERE v.company_id = ?1 AND v.recipient IN ('VENDOR_COMPANY', 'EMAIL')`
  await run(
    `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, uploaded_by_user_id,
                            created_at, updated_at)
     SELECT v.id || '-paper', ?1, 'paper', 'paper.pdf', 'walk-paper.pdf', 'application/pdf', 4, '', 'contact-form-' || v.id, 0, 0 ${papers}`,
    companyId,
  )
  await run(
    `INSERT INTO vendor_documents (document_id, company_id, kind, expires_on, vendor_form_id, given_at, created_at)
     SELECT v.id || '-paper', ?1, 'INSURANCE', '2031-01-01', v.id, 1, 1 ${papers}`,
    companyId,
  )
  await run(
    `${numbers(3)} INSERT INTO threads (id, company_id, target_type, target_id, created_by_user_id, created_at, shared_with_vendor)
     SELECT lower(hex(randomblob(16))), ?1, 'INTAKE_SUBMISSION', v.intake_submission_id, ?2, i, 1
       FROM n CROSS JOIN vendor_form_invitations v WHERE v.company_id = ?1 AND v.recipient = 'VENDOR_COMPANY'`,
    ...of,
  )
  await run(
    `${numbers(4)} INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at, version)
     SELECT lower(hex(randomblob(16))), ?1, t.id, 'Which site?', ?2, i, i, 1
       FROM n CROSS JOIN threads t WHERE t.company_id = ?1 AND t.shared_with_vendor = 1`,
    ...of,
  )
}

/** What the vendor sent in the portal: more than a page, some of it entered as bills. */
export const sentInvoices = async (run: Run, companyId: string, sellerId: string): Promise<void> => {
  const insert = `INSERT INTO vendor_invoices (company_id, document_id,
       vendor_company_id, vendor_company_name, sent_by_user_id, sent_by_name, sent_at, file_name, sha256, message)`
  await run(
    `${numbers(300)} ${insert} SELECT ?1, ?1 || '-sent-' || i, ?2, 'Seller', 'vera', 'Vera', i, 'invoice.pdf', i, '' FROM n`,
    ...[companyId, sellerId],
  )
  await run(
    `${insert} SELECT ?1, i.document_id, ?2, 'Seller', 'vera', 'Vera', 1000, 'invoice.pdf', 'bill-' || i.id, ''
       FROM invoices i WHERE i.company_id = ?1 AND i.bill_count > 0 LIMIT 100`,
    ...[companyId, sellerId],
  )
}
