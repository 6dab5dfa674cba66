import { REQUEST_SORT_FIELDS } from '../../../schema/requests/endpoints.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import { newId } from '../../../worker/core/clock.ts'
import { KEEP_KEYS } from '../kept-keys.ts'
import { addBillPayment } from './bill-payment-rows.ts'
import { addErp } from './bills.ts'
import { contentOf as billContent, makeInvoice } from './fixtures/bill-scene.ts'
import { addPurchaseOrder } from './fixtures/purchase-orders.ts'
import type { World } from './matrix-world.ts'
import { addSyncs } from './posted-bills.ts'
import { rows, run } from './sessions.ts'
import { addTransactions, linkBooks } from './transactions.ts'
import { switchOnVendorForms } from './vendor-forms.ts'

/** Objects that differ in little more than their ids, for each list that is made from a definition. */
export interface EqualRows {
  /** Each object's id, and its sort keys where they aren't the same for all. */
  rows: { id: string; keys?: Record<string, string> }[]
  /** A value of each filter that all of them pass, as in the list's address. */
  passing: Record<string, string>
}

const NUMBERS = [3, 1, 5, 2, 4]
const FIELD = {
  ...{ type: 'TEXT', description: '', isRequired: false, isMulti: false, showOnVendorDetails: false },
  ...{
    documentTypes: [],
    ordinal: 0,
    options: [],
    requireDepartmentApproverAssigneeSelection: false,
    ...NO_CONDITIONS,
  },
}

/** Custom fields of the company, one for each kind of object. */
const addFields = (world: World) =>
  run(
    `INSERT OR REPLACE INTO custom_form_fields (company_id, vendor_category_id, definition, version, updated_at) VALUES (?1, '', ?2, 1, 0)`,
    world.own.id,
    JSON.stringify({
      serviceFormFields: [{ id: 'region', label: 'Region', ...FIELD }],
      serviceItemFormFields: [{ id: 'plan', label: 'Plan', ...FIELD }],
      vendorFormFields: [{ id: 'tier', label: 'Tier', ...FIELD }],
    }),
  )

const made = async (world: World, path: string, bodies: object[]): Promise<string[]> => {
  const ids: string[] = []
  for (const body of bodies) {
    const answer = await world.as('admin').post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    ids.push(answer.body.id)
  }
  return ids
}

/** What lists are asked for besides filters, by their names. */
export const ALWAYS_ASKED: Record<string, string> = {
  transactions: '&type=expense&startYearMonth=2031-01&endYearMonth=2031-12',
}

/** By the name of the list. */
export const EQUAL_ROWS: Record<string, (world: World) => Promise<EqualRows>> = {
  'ledger-entries': async (world) => {
    const ids = NUMBERS.map((n) => `equal-${n}-entry`)
    await addSyncs(world.own.id, ids, 'An equal entry')
    return { rows: ids.map((id) => ({ id })), passing: { search: 'equal', filter: 'UNSYNCED', type: 'BILL' } }
  },
  'vendor-forms': async (world) => {
    await switchOnVendorForms(world.own)
    const ids = NUMBERS.map((n) => `equal-${n}-form`)
    await run("UPDATE intake_categories SET name = 'An equal form' WHERE id = ?", world.vendorForm.id)
    await run(
      `INSERT INTO vendor_form_invitations (id, company_id, intake_submission_id, intake_category_id, form_version,
         vendor_id, recipient, owner_user_id, status, created_at, sent_at)
       SELECT value, ?1, value, ?2, 1, ?3, 'VENDOR_COMPANY', ?4, 'PENDING', 1, 1 FROM json_each(?5)`,
      ...[world.own.id, world.vendorForm.id, world.vendorId, world.people.admin.userId, JSON.stringify(ids)],
    )
    return {
      rows: ids.map((id) => ({ id })),
      passing: {
        ...{ search: 'equal', filter: 'ACTIVE', which: 'NEEDS_ATTENTION', status: 'PENDING' },
        ...{ vendorId: world.vendorId, ownerId: world.people.admin.userId },
      },
    }
  },
  plans: async (world) => {
    const ids = NUMBERS.map((n) => `equal-${n}-plan`)
    await run(
      `INSERT INTO plans (id, company_id, name, description, start_month, end_month, currency, created_by_user_id, created_at)
       SELECT value, ?1, 'An equal plan', '', '2031-01', '2031-12', 'USD', ?2, 1 FROM json_each(?3)`,
      ...[world.own.id, world.people.admin.userId, JSON.stringify(ids)],
    )
    return { rows: ids.map((id) => ({ id })), passing: { search: 'equal' } }
  },
  transactions: async (world) => {
    await linkBooks(world.own.id)
    const { departmentId, businessUnitId, vendorId, named } = world
    const of = { departmentId, businessUnitId, vendorId, categoryId: named['spend-category'] ?? null }
    const ids = await addTransactions(
      world.own.id,
      NUMBERS.map((n) => ({
        ...{ id: `equal-${n}-line`, date: '2031-05-05', memo: 'An equal line', ...of },
        ...{ locationId: named.location ?? null, isPayroll: n % 2 === 0 },
      })),
    )
    const others = ['Department', 'BusinessUnit', 'Category', 'Location', 'Vendor'].map((of) => [
      `notIn${of}Ids`,
      'none',
    ])
    return {
      rows: ids.map((id) => ({ id })),
      passing: {
        ...{ search: 'equal', inDepartmentIds: departmentId, inBusinessUnitIds: businessUnitId, inVendorIds: vendorId },
        ...{ inCategoryIds: of.categoryId ?? '', inLocationIds: named.location ?? '', accountType: 'OPEX' },
        ...{ departmentFilter: 'TRANSACTIONS_WITH_DEPARTMENT', ...Object.fromEntries(others) },
      },
    }
  },
  services: async (world) => {
    await addFields(world)
    const ownerId = world.people.member.userId
    const spendCategoryId = world.named['spend-category'] ?? ''
    const { vendorId, departmentId, businessUnitId } = world
    const period = { startDate: '2031-01-01', endDate: '2031-12-31', totalServicePeriodCost: 1, currency: 'USD' }
    const body = {
      ...{ name: 'Equal service', vendorId, ownerIds: [ownerId], departmentIds: [departmentId] },
      ...{ businessUnitId, spendCategoryId, servicePeriods: [period] },
    }
    const ids = await made(
      world,
      '/api/services',
      NUMBERS.map(() => body),
    )
    for (const [question, period] of [
      ['region', ''],
      ['plan', 'p'],
    ]) {
      await run(
        `INSERT INTO service_answer_values (company_id, question_id, value, service_id, period_id)
         SELECT ?1, ?2, 'one', value, ?3 FROM json_each(?4)`,
        ...[world.own.id, question, period, JSON.stringify(ids)],
      )
    }
    for (const sql of KEEP_KEYS) await run(sql, world.own.id)
    return {
      rows: ids.map((id) => ({ id })),
      passing: {
        ...{ search: 'equal', filter: 'ACTIVE', dateRange: '2031-02,2031-03' },
        ...{ endsFrom: '2031-12-31', endsTo: '2031-12-31' },
        ...{ vendorId, ownerId, departmentId, departmentIds: departmentId, businessUnitId, spendCategoryId },
        amount: 'USD,1,1',
        ...{ serviceAnswerFilters: 'Region,one', servicePeriodAnswerFilters: 'Plan,one' },
      },
    }
  },
  'sourcing-events': async (world) => {
    const ids = NUMBERS.map((number) => `equal-event-${newId()}-${number}`)
    await run(
      `INSERT INTO sourcing_events (id, company_id, title, description, status, deadline, created_by_user_id, created_at, updated_at)
       SELECT value, ?1, 'Equal event', '', 'OPEN', 2000, ?2, 1000, 0 FROM json_each(?3)`,
      ...[world.own.id, world.people.admin.userId, JSON.stringify(ids)],
    )
    return { rows: ids.map((id) => ({ id })), passing: { search: 'equal', status: 'OPEN' } }
  },
  vendors: async (world) => {
    await addFields(world)
    const ownerId = world.people.member.userId
    const vendorCategoryId = (await world.as('admin').post('/api/vendors/categories', { name: 'Equal' })).body.id
    const names = NUMBERS.map((number) => `Equal vendor ${number}`)
    const body = { owners: [ownerId], paymentMethod: 'ACH', vendorCategories: [{ vendorCategoryId }] }
    const ids = await made(
      world,
      '/api/vendors',
      names.map((name) => ({ ...body, name })),
    )
    const list = JSON.stringify(ids)
    await run(
      `UPDATE vendors SET created_at = 1, last12_spend = 7, figures_month = '', next12_spend = '[{"currency":"USD","value":5}]'
        WHERE id IN (SELECT value FROM json_each(?1))`,
      list,
    )
    await run(
      `INSERT INTO vendor_answer_values (company_id, question_id, value, vendor_id)
       SELECT ?1, 'tier', 'one', value FROM json_each(?2)`,
      ...[world.own.id, list],
    )
    return {
      rows: ids.map((id, place) => ({ id, keys: { name: names[place]?.toLowerCase() ?? '' } })),
      passing: {
        ...{ search: 'equal', filter: 'ALL', ownerId, vendorCategoryId, paymentMethod: 'ACH' },
        ...{ amount: 'USD,5,5', last12Amount: 'USD,7,7', answerFilters: 'Tier,one' },
      },
    }
  },
  'bill-lines': async (world) => {
    const { departmentId, businessUnitId, vendorId, named } = world
    const [categoryId, entityId] = [named['spend-category'], named.entity]
    const of = { connection_id: 'none' }
    const erpVendorId = await addErp(world.own.id, 'VENDOR', 'Vendor of equal lines', { ...of, vendor_id: vendorId })
    const erpEntityId = await addErp(world.own.id, 'ENTITY', 'Entity of equal lines', { ...of, entity_id: entityId })
    const line = {
      ...{ amount: 120_000, memo: 'An equal line' },
      erpAccountId: await addErp(world.own.id, 'ACCOUNT', 'Equal account', { ...of, category_id: categoryId }),
      erpDepartmentMappingId: await addErp(world.own.id, 'DEPARTMENT', 'Equal unit', {
        ...{ ...of, department_id: departmentId },
      }),
      erpBusinessUnitId: await addErp(world.own.id, 'CLASSIFICATION', 'Equal class', {
        ...{ ...of, business_unit_id: businessUnitId },
      }),
    }
    const more = { erpVendorId, erpEntityId, invoiceDate: '2031-05-05', dueDate: '2031-06-05', lines: [line] }
    const bodies = await Promise.all(NUMBERS.map(() => billContent(world, more)))
    const bills = JSON.stringify(await made(world, '/api/payments/bills', bodies))
    await run('UPDATE bill_lines SET bill_created_at = 1 WHERE bill_id IN (SELECT value FROM json_each(?1))', bills)
    const lines = await rows<{ id: string; billId: string }>(
      'SELECT id, bill_id AS billId FROM bill_lines WHERE bill_id IN (SELECT value FROM json_each(?1))',
      bills,
    )
    return {
      // Lines come by their bills.
      rows: lines.map(({ id, billId }) => ({ id, keys: { createdAt: billId, invoiceDate: billId } })),
      passing: {
        ...{ search: 'equal', filter: 'ACTIVE', status: 'PENDING', vendorId, departmentId, businessUnitId },
        ...{ categoryId: categoryId ?? '', entityId: entityId ?? '', isCredit: 'false' },
        ...{ invoicedFrom: '2031-05-05', invoicedTo: '2031-05-05' },
      },
    }
  },
  bills: async (world) => {
    const erpVendorId = await addErp(world.own.id, 'VENDOR', 'Equal vendor', { vendor_id: world.vendorId })
    const more = { erpVendorId, description: 'Equal bill', invoiceDate: '2031-05-05', dueDate: '2031-06-05' }
    const bodies = await Promise.all(NUMBERS.map(() => billContent(world, more)))
    const ids = await made(world, '/api/payments/bills', bodies)
    const purchaseOrderId = await addPurchaseOrder(world.own.id, { vendorId: world.vendorId })
    const listed = JSON.stringify(ids)
    await run(
      'UPDATE bills SET purchase_order_id = ? WHERE id IN (SELECT value FROM json_each(?))',
      purchaseOrderId,
      listed,
    )
    await run(
      'UPDATE bill_lines SET department_id = ? WHERE bill_id IN (SELECT value FROM json_each(?))',
      ...[world.departmentId, listed],
    )
    for (const [table, id] of [
      ['bills', 'id'],
      ['bill_orders', 'bill_id'],
    ])
      await run(`UPDATE ${table} SET created_at = 1 WHERE ${id} IN (SELECT value FROM json_each(?1))`, listed)
    return {
      rows: ids.map((id) => ({ id })),
      passing: {
        ...{
          search: 'equal',
          filter: 'ACTIVE',
          status: 'PENDING',
          erpVendorId,
          vendorId: world.vendorId,
          purchaseOrderId,
        },
        ...{ createdById: world.people.admin.userId, isCredit: 'false', invoicedFrom: '2031-05-05' },
        ...{ departmentIds: world.departmentId, amount: 'USD,120000,120000' },
        ...{ invoicedTo: '2031-05-05', dueFrom: '2031-06-05', dueTo: '2031-06-05' },
      },
    }
  },
  'bill-payments': async ({ own, people, vendorId }) => {
    const erpVendorId = await addErp(own.id, 'VENDOR', 'Equal payee', { vendor_id: vendorId })
    const ids: string[] = []
    for (const _ of NUMBERS)
      ids.push((await addBillPayment(own.id, { erpVendorId, createdBy: people.admin.userId })).id)
    await run(
      'UPDATE bill_payments SET created_at = 1 WHERE id IN (SELECT value FROM json_each(?1))',
      JSON.stringify(ids),
    )
    return { rows: ids.map((id) => ({ id })), passing: { search: 'equal', status: 'APPROVED', erpVendorId, vendorId } }
  },
  checks: async ({ own }) => {
    const erpVendorId = await addErp(own.id, 'VENDOR', 'Equal vendor')
    const ids = NUMBERS.map((n) => `equal-${n}-finding`)
    await run(
      `INSERT INTO check_findings (id, company_id, rule, state, is_blocking, erp_vendor_id, why, found_at, updated_at)
       SELECT value, ?1, 'SIMILAR', 'OPEN', 0, ?2, 'An equal finding', 1, 1 FROM json_each(?3)`,
      ...[own.id, erpVendorId, JSON.stringify(ids)],
    )
    return { rows: ids.map((id) => ({ id })), passing: { filter: 'OPEN', rule: 'SIMILAR', erpVendorId } }
  },
  invoices: async (world) => {
    const ids: string[] = []
    for (const _ of NUMBERS) {
      const { invoiceId, documentId } = await makeInvoice(world)
      await run("UPDATE documents SET display_name = 'Equal invoice' WHERE id = ?", documentId)
      ids.push(invoiceId)
    }
    await run('UPDATE invoices SET created_at = 1 WHERE id IN (SELECT value FROM json_each(?1))', JSON.stringify(ids))
    return { rows: ids.map((id) => ({ id })), passing: { search: 'equal', state: 'WAITING' } }
  },
  'purchase-orders': async ({ own, vendorId }) => {
    const ids: string[] = []
    for (const number of NUMBERS) ids.push(await addPurchaseOrder(own.id, { vendorId, more: { closed_at: number } }))
    await run(
      `UPDATE purchase_orders SET created_at = 1, memo = 'Equal order' WHERE id IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(ids),
    )
    return {
      rows: ids.map((id, at) => ({ id, keys: { number: String(at).padStart(3, '0') } })),
      passing: {
        ...{ search: 'equal', status: 'OPEN', syncState: 'NONE', vendorId },
        ...{ fromDate: '2026-11-01', toDate: '2026-11-30' },
      },
    }
  },
  'spend-requests': async (world) => {
    const { vendorId, departmentId, businessUnitId } = world
    const categoryId = world.named['spend-category'] ?? ''
    const service = world.named.service ?? ''
    const line = { amount: 1, categoryId, departmentId, businessUnitId }
    const body = { vendorId, serviceStartDate: '2031-01-01', description: 'Equal purchase', lines: [line] }
    const ids = await made(
      world,
      '/api/spend-requests',
      NUMBERS.map(() => body),
    )
    const list = JSON.stringify(ids)
    for (const [table, id] of [
      ['spend_requests', 'id'],
      ['spend_request_orders', 'spend_request_id'],
    ])
      await run(`UPDATE ${table} SET created_at = 1 WHERE ${id} IN (SELECT value FROM json_each(?1))`, list)
    await run(
      `INSERT INTO spend_request_services (company_id, service_id, spend_request_id, created_at)
       SELECT ?1, ?2, value, 0 FROM json_each(?3)`,
      ...[world.own.id, service, list],
    )
    return {
      rows: ids.map((id) => ({ id })),
      passing: {
        ...{ search: 'equal', filter: 'ACTIVE', status: 'APPROVED', vendorId, requestorId: world.people.admin.userId },
        ...{ departmentIds: `elsewhere,${departmentId}`, amount: 'USD,1,1' },
        ...{ categoryId, departmentId, businessUnitId, inServiceIds: service, notInServiceIds: 'nowhere' },
      },
    }
  },
  documents: async ({ own, people, vendorId, named }) => {
    const ids = NUMBERS.map((number) => `${own.id}-equal-${number}`)
    const list = JSON.stringify(ids)
    await run(
      `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
         uploaded_by_user_id, created_at, updated_at)
       SELECT value, ?1, 'd', 'Equal document', 'd.pdf', 'application/pdf', 1, '', '["MSA"]', ?2, 1, 1 FROM json_each(?3)`,
      ...[own.id, people.admin.userId, list],
    )
    const serviceId = named.service ?? ''
    await run(
      `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
       SELECT ?1, d.value, t.key, t.value, 0 FROM json_each(?2) d CROSS JOIN json_each(?3) t`,
      ...[own.id, list, JSON.stringify({ VENDOR: vendorId, SERVICE: serviceId })],
    )
    return {
      rows: ids.map((id) => ({ id })),
      passing: { displayName: 'equal', filter: 'ACTIVE', unassociated: 'false', type: 'MSA', vendorId, serviceId },
    }
  },
  requests: async (world) => {
    await addFields(world)
    const { own, people, category, departmentId, vendorId, named } = world
    const userId = people.admin.userId
    const rows = NUMBERS.map((number) => ({ id: `${own.id}-equal-${number}`, number: 900_000 + number }))
    const list = JSON.stringify(rows)
    await run(
      `INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
         requestor_user_id, requestor_name, created_by_user_id, assignee_user_id, vendor_id, due_date,
         amount_value, amount_currency, created_at, submitted_at, completed_at, updated_at)
       SELECT value ->> 'id', ?1, value ->> 'number', ?2, 1, 'Equal request', ?3, 'Equal', ?3, ?3, ?4, '2031-01-01',
         500, 'EUR', 1, 1, 1, 1
         FROM json_each(?5)`,
      ...[own.id, category.id, userId, vendorId, list],
    )
    await run(
      'INSERT OR IGNORE INTO department_members (company_id, department_id, user_id) VALUES (?, ?, ?)',
      ...[own.id, departmentId, userId],
    )
    const serviceId = named.service ?? ''
    await run(
      `INSERT INTO intake_submission_services (company_id, submission_id, service_id, linked_at, linked_by_user_id)
       SELECT ?1, value ->> 'id', ?2, 0, ?3 FROM json_each(?4)`,
      ...[own.id, serviceId, userId, list],
    )
    for (const [question, period] of [
      ['region', ''],
      ['plan', 'p'],
    ]) {
      await run(
        `INSERT INTO service_answer_values (company_id, question_id, value, service_id, period_id)
         VALUES (?1, ?2, 'one', ?3, ?4)`,
        ...[own.id, question, serviceId, period],
      )
    }
    await run(
      `INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
       SELECT value ->> 'id', 1, 'due', ?1, '"2031-01-01"' FROM json_each(?2)`,
      ...[own.id, list],
    )
    const key = (number: number) => Object.fromEntries(REQUEST_SORT_FIELDS.map((field) => [field, String(number)]))
    const days = ['created', 'submitted', 'decided'].flatMap((name) => [
      [`${name}From`, '1969-12-01'],
      [`${name}To`, '1970-02-01'],
    ])
    return {
      rows: rows.map(({ id, number }) => ({ id, keys: key(number) })),
      passing: {
        ...{ search: 'equal', filter: 'ACTIVE', source: 'MEMBERS', status: 'PENDING', intakeCategoryId: category.id },
        ...{ requestorUserId: userId, assigneeUserId: userId, vendorId, drafts: 'false', mine: 'true' },
        ...{ departmentIds: departmentId, amount: 'EUR,500,500' },
        ...{ ...Object.fromEntries(days), dueFrom: '2031-01-01', dueTo: '2031-01-01', answerFilters: 'due,2031-01-01' },
        ...{ serviceAnswerFilters: 'Region,one', servicePeriodAnswerFilters: 'Plan,one' },
      },
    }
  },
  members: async ({ own, groupId, departmentId, businessUnitId }) => {
    const people = await Promise.all(NUMBERS.map(() => own.addPerson({ name: 'Equal Person' })))
    for (const { userId } of people) {
      await own.addToGroup(groupId, userId)
      await own.addToDepartment(departmentId, userId)
      await own.addToBusinessUnit(businessUnitId, userId)
    }
    const ids = people.map(({ userId }) => userId)
    await run(
      'UPDATE company_memberships SET created_at = 1 WHERE user_id IN (SELECT value FROM json_each(?1))',
      JSON.stringify(ids),
    )
    return {
      rows: people.map(({ userId, email }) => ({ id: userId, keys: { email } })),
      passing: {
        ...{ inGroupId: groupId, inDepartmentId: departmentId, inBusinessUnitId: businessUnitId },
        ...{ notInGroupId: 'x', notInDepartmentId: 'x', notInBusinessUnitId: 'x' },
        ...{ enabled: 'true', userIds: ids.join(','), name: 'equal', email: '@people.test' },
      },
    }
  },
}
