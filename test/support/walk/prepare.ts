import { sha256Hex } from '../../../worker/core/hash.ts'
import { receiptUrl } from '../../../worker/features/requests/sourcing/receipt-address.ts'
import type { Find, Given } from './ids.ts'
import { findIds, type WalkIds } from './ids.ts'
import { makeBill } from './prepare-bill.ts'
import type { Run } from './statements.ts'
import { unsubscribeOf } from './unsubscribe.ts'

/**
 * What only the product itself can create: a filed request and a spend request with their objects, a file, a matrix,
 * saved filters.
 */

/** Calls as one person. Throws unless the answer is 2xx. */
export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

export interface Place {
  companyId: string
  memberId: string
  category: string
  /** Answers of a valid request in that category, and those to its questions with a choice. */
  answers: { questionId: string; value: unknown }[]
  question: string
  option: string
  vendorQuestion: string
  feedToken: string
  /** Whose key signs links. */
  signing: Parameters<typeof receiptUrl>[0] & Parameters<typeof unsubscribeOf>[0]
}

const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1])
const PDF = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

/** Throws the errors of a GraphQL answer. */
const ask = async (call: Call, query: string, variables: object): Promise<Record<string, Record<string, string>>> => {
  const answer = (await call('POST', '/graphql', { query, variables })) as {
    data?: Record<string, Record<string, string>>
    errors?: unknown
  }
  if (!answer.data || answer.errors) throw new Error(JSON.stringify(answer.errors))
  return answer.data
}

export type Ask = typeof ask

const upload = async (call: Call, fileName: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const asked = 'mutation ($f: String!) { getSignedUploadUrl(fileName: $f) { url fieldsJson } }'
  const { getSignedUploadUrl: granted } = await ask(call, asked, { f: fileName })
  const { key, policy, signature } = JSON.parse(granted?.fieldsJson ?? '{}') as Record<string, string>
  const form = new FormData()
  form.set('policy', policy ?? '')
  form.set('signature', signature ?? '')
  form.set('file', new File([bytes], fileName))
  await call('POST', granted?.url ?? '', form)
  return key ?? ''
}

const makeDocument = async (call: Call): Promise<string> => {
  const name = await upload(call, 'quote.pdf', PDF)
  const asked = 'mutation ($i: CreateDocumentInput!) { createDocument(input: $i) { id } }'
  return (await ask(call, asked, { i: { name, displayName: 'Quote of the walk' } })).createDocument?.id ?? ''
}

const makeMatrix = async (call: Call, find: Find, companyId: string): Promise<void> => {
  const { id } = (await call('POST', '/api/approver-matrix', { name: 'A matrix of the walk' })) as { id: string }
  const lines = [0, 1, 2, 3]
  const nth = (sql: string) => Promise.all(lines.map((i) => find(`${sql} LIMIT 1 OFFSET ?2`, companyId, i)))
  const departments = await nth('SELECT id FROM departments WHERE company_id = ?1')
  const people = await nth('SELECT user_id FROM company_memberships WHERE company_id = ?1 AND disabled_at IS NULL')
  await call('POST', `/api/approver-matrix/${id}/logic`, {
    version: 1,
    rows: lines.map((i) => ({ id: `row-${i}` })),
    conditionColumns: [
      {
        ...{ id: 'DEPARTMENT', conditionType: 'DEPARTMENT', ordinal: 0 },
        cells: lines.map((ordinal) => ({ ordinal, values: [{ id: departments[ordinal] }] })),
      },
    ],
    approverColumns: [
      {
        ...{ id: 'finance', ordinal: 0, name: 'Finance' },
        cells: lines.map((ordinal) => ({ ordinal, users: [{ id: people[ordinal] }] })),
      },
    ],
  })
}

const makeRuleSet = async (call: Call, find: Find, companyId: string): Promise<void> => {
  const asked = 'mutation ($name: String!) { createSpendRuleSet(name: $name) { id } }'
  const id = (await ask(call, asked, { name: 'A rule set of the walk' })).createSpendRuleSet?.id
  const department = await find('SELECT id FROM departments WHERE company_id = ?1 LIMIT 1', companyId)
  const category = await find('SELECT id FROM spend_categories WHERE company_id = ?1 LIMIT 1', companyId)
  const group = await find('SELECT id FROM groups WHERE company_id = ?1 LIMIT 1', companyId)
  const rule = { approverType: 'CUSTOM_APPROVERS', approverGroupIds: [group] }
  const person = await find('SELECT user_id FROM group_members WHERE group_id = ?1 LIMIT 1', String(group))
  const ofPerson = { approverType: 'CUSTOM_APPROVERS', approverUserIds: [person] }
  await call('PUT', `/api/spend-rule-sets/${id}`, {
    ...{ departmentIds: [department], spendCategoryIds: [category] },
    customFields: [{ label: 'Region', type: 'SINGLE_CHOICE', options: [{ label: 'EU' }, { label: 'US' }] }],
    // The spend requests of the walk wait for one person each, like most.
    levels: [{ number: 1, costRules: [{ ...rule, min: 100_000_000 }], noConditionRules: [ofPerson] }],
  })
}

/** The spend request of a filed request, with a service of its vendor. */
const makeSpendRequest = async (call: Call, { find, run }: { find: Find; run: Run }, place: Place, request: string) => {
  const { companyId } = place
  const of = (table: string) => find(`SELECT id FROM ${table} WHERE company_id = ?1 LIMIT 1`, companyId)
  await call('POST', `/api/intake-submission/${request}/spend-request`, {
    ...{ vendorId: await of('vendors'), serviceStartDate: '2026-01-01', serviceEndDate: '2026-12-31' },
    lines: [{ amount: 120_000, categoryId: await of('spend_categories'), departmentId: await of('departments') }],
  })
  await run(
    `INSERT INTO spend_request_services (company_id, service_id, spend_request_id, created_at)
     SELECT s.company_id, t.id, s.id, 0 FROM spend_requests s JOIN services t ON t.company_id = s.company_id
      WHERE s.company_id = ?1 AND s.intake_submission_id = ?2
        AND t.id = (SELECT target_id FROM document_links WHERE company_id = ?1 AND target_type = 'SERVICE' LIMIT 1)`,
    ...[companyId, request],
  )
}

/** A stranger sent one of the requests. */
const makeReceipt = async (run: Run, find: Find, { companyId, signing }: Place): Promise<string> => {
  const id = String(
    await find('SELECT id FROM intake_submissions WHERE company_id = ?1 AND is_draft = 0 LIMIT 1', companyId),
  )
  await run(
    'UPDATE intake_submissions SET contact_email = ?3 WHERE company_id = ?1 AND id = ?2',
    companyId,
    id,
    'sender@walk.test',
  )
  return (await receiptUrl(signing, companyId, id)).split('/').at(-1) ?? ''
}

/** An approver of the request got the walk's link by email. */
const mailDecision = (run: Run, { companyId, feedToken }: Place, request: string): Promise<unknown> =>
  run(
    `INSERT INTO decision_links (token_hash, company_id, user_id, target_type, target_id, block_id, run, version, created_at,
       expires_at)
     SELECT ?3, l.company_id, l.block ->> '$.approvers[0].userId', l.target_type, l.target_id, l.id, l.run, 1, 0, 4e12
       FROM level_group_statuses l
      WHERE l.company_id = ?1 AND l.target_id = ?2 AND l.block ->> '$.approvers[0].userId' IS NOT NULL LIMIT 1`,
    ...[companyId, request, sha256Hex(feedToken)],
  )

/** The request being read has one or two of everything. */
const hang = async (run: Run, { companyId, memberId }: Place, request: string, documentId: string): Promise<void> => {
  const one = [companyId, request, memberId] as const
  await run(
    `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
     VALUES (?1, ?4, 'INTAKE_SUBMISSION', ?2, 0, ?3)`,
    ...[...one, documentId],
  )
  await run(
    `INSERT INTO threads (id, company_id, target_type, target_id, created_by_user_id, created_at)
     VALUES (?2 || '-own', ?1, 'INTAKE_SUBMISSION', ?2, ?3, 1)`,
    ...one,
  )
  await run(
    `INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at)
     VALUES (?2 || '-own-1', ?1, ?2 || '-own', 'One', ?3, 1, 1), (?2 || '-own-2', ?1, ?2 || '-own', 'Two', ?3, 2, 2)`,
    ...one,
  )
  await run(
    // Tasks, for the people of its first step.
    `UPDATE request_blocks SET blocks = (
       SELECT json_group_array(json(value)) FROM (
         SELECT value FROM json_each(blocks)
         UNION ALL
         SELECT json_set(blocks -> 0, '$[0]', 98 + j.key, '$[2]', 98 + j.key, '$[6]', NULL, '$[13]',
                  json_object('ruleId', NULL, 'ruleType', j.value, 'label', 'Tell them', 'quorum', json('{"kind":"ANY"}'),
                    'settings', json('{}')))
           FROM json_each('["SEND_VENDOR_FORM", "WEBHOOK", "NETSUITE_PURCHASE_ORDER"]') j))
      WHERE company_id = ?1 AND target_id = ?2`,
    ...one.slice(0, 2),
  )
  await run(
    `INSERT INTO webhook_deliveries (id, company_id, block_id, url, request_body, response_status_code, response_body, sent_at)
     SELECT b.id || '-own', ?1, b.id, 'https://hook.example', '{}', 200, '', 1
       FROM level_group_statuses b WHERE b.company_id = ?1 AND b.target_type = 'INTAKE_SUBMISSION' AND b.target_id = ?2`,
    ...one.slice(0, 2),
  )
  await run("UPDATE evidence_packs SET target_id = ?2 WHERE company_id = ?1 AND id = 'walk-' || ?1", companyId, request)
  await run(
    `INSERT INTO intake_submission_services (company_id, submission_id, service_id, linked_at, linked_by_user_id)
     SELECT ?1, ?2, id, 0, ?3 FROM services WHERE company_id = ?1 LIMIT 3`,
    ...one,
  )
}

export const prepare = async (
  place: Place,
  { admin, member, find, run }: { admin: Call; member: Call; find: Find; run: Run },
): Promise<WalkIds> => {
  const { companyId, category, answers } = place
  const documentId = await makeDocument(member)
  const submission = { intakeCategoryId: category, isDraft: false, answers }
  const filed = (await member('POST', '/api/intake-submission', { batch: 1, totalBatches: 1, submission })) as {
    id: string
  }
  const draft = { ...submission, isDraft: true }
  await member('POST', '/api/intake-submission', { batch: 1, totalBatches: 1, submission: draft })
  await hang(run, place, filed.id, documentId)
  const logoKey = await upload(admin, 'logo.png', PNG)
  await run('UPDATE companies SET light_logo_key = ?2, dark_logo_key = ?2 WHERE id = ?1', companyId, logoKey)
  await makeMatrix(admin, find, companyId)
  await makeRuleSet(admin, find, companyId)
  await makeSpendRequest(admin, { find, run }, place, filed.id)
  await proposeOrderChange(member, { find, run }, place.memberId, companyId)
  const saveFilter = async (list: string, filters: object): Promise<string> => {
    const body = { filters, label: 'Of the walk' }
    return ((await admin('POST', `/api/${list}/by-filter`, body)) as { hash: string }).hash
  }
  const document = (await member('GET', `/api/documents/${documentId}`)) as Record<string, string>
  await mailDecision(run, place, filed.id)
  const given: Given = {
    request: filed.id,
    category,
    member: place.memberId,
    bill: await makeBill({ call: admin, ask, find, run }, companyId, documentId),
    company: companyId,
    question: place.question,
    option: place.option,
    vendorQuestion: place.vendorQuestion,
    filterHash: await saveFilter('vendors', { filter: 'ACTIVE', paymentMethod: 'ACH' }),
    documentFilterHash: await saveFilter('documents', { filter: 'ACTIVE' }),
    memberFilterHash: await saveFilter('members', { enabled: true }),
    serviceFilterHash: await saveFilter('services', { filter: 'ACTIVE' }),
    spendFilterHash: await saveFilter('spend-requests', { filter: 'ACTIVE', status: 'PENDING' }),
    billFilterHash: await saveFilter('payments/bills', { filter: 'ALL' }),
    paymentFilterHash: await saveFilter('payments/bill-payments', { status: 'PAID' }),
    orderFilterHash: await saveFilter('purchase-orders', { status: 'OPEN' }),
    feedToken: place.feedToken,
    filePath: document.signedDownloadUrl ?? '',
    receipt: await makeReceipt(run, find, place),
    unsubscribe: await unsubscribeOf(place.signing, place.companyId, place.memberId),
    viewerPath: '',
  }
  return { ...(await findIds(find, given)), viewerPath: await viewerPath(member) }
}

/** A change that waits for the admins, of an order that the member made. */
const proposeOrderChange = async (
  call: Call,
  { find, run }: { find: Find; run: Run },
  memberId: string,
  companyId: string,
): Promise<void> => {
  const id = `walk-order-${companyId}-1`
  const vendorId = await find('SELECT vendor_id FROM purchase_orders WHERE company_id = ?1 AND number = 1', companyId)
  await run('UPDATE purchase_orders SET created_by_user_id = ?2 WHERE id = ?1', id, memberId)
  await call('POST', `/api/purchase-orders/${id}/changes`, {
    ...{ vendorId, transactionDate: '2026-11-02', memo: 'Order', lines: [{ description: 'Seats', amount: 12_000 }] },
  })
}

/** Only files that the viewer shows have an address for it. */
const viewerPath = async (call: Call): Promise<string> => {
  const name = await upload(call, 'letter.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]))
  const asked = 'mutation ($i: CreateDocumentInput!) { createDocument(input: $i) { id } }'
  const id = (await ask(call, asked, { i: { name, displayName: 'Letter' } })).createDocument?.id
  const { signedViewerUrl } = (await call('GET', `/api/documents/${id}`)) as { signedViewerUrl: string | null }
  if (!signedViewerUrl) throw new Error('The viewer has no address of this kind of file')
  const { pathname, search } = new URL(signedViewerUrl)
  return pathname + search
}
