import { env } from 'cloudflare:workers'
import { newId, newSecret } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { addPurchaseOrder } from '../../support/worker/fixtures/purchase-orders.ts'
import { FORM, file, makeCategory, rule, save } from '../../support/worker/intake.ts'
import { uploadedLogo } from '../../support/worker/platform-staff.ts'
import { ACCOUNT, changedId, invite } from '../../support/worker/portal-scene.ts'
import { run } from '../../support/worker/sessions.ts'
import { addRuleSet, always } from '../../support/worker/spend.ts'
import { DOCX, makeDocument, receivedUpload, send } from '../../support/worker/uploads.ts'
import { makeFormCategory } from '../../support/worker/vendor-forms.ts'
import { failTask, hook } from '../../support/worker/webhooks.ts'
import { type Client, signIn } from '../../support/worker/world.ts'
import { jobContext } from '../../support/worker/writable-books.ts'

import { billMakers } from './bill-makers.ts'
import { erpMakers } from './erp-makers.ts'
import { type Ground, later, ok, type Things } from './ground.ts'

type Maker = (ground: Ground, things: Things) => unknown

const mutate = async (client: Client, text: string, variables: Record<string, unknown>) =>
  Object.values((await ok(client.graphql(text, variables))).data)[0] as { id: string }

const blockOf = async ({ clients }: Ground, things: Things, label: string): Promise<string> => {
  const { levels } = await ok(clients.admin.get(`/api/intake-submission/${await things.get('request')}/approvals`))
  const blocks = levels.flatMap((level: { blocks: { label: string; id: string }[] }) => level.blocks)
  return blocks.find((block: { label: string }) => block.label === label).id
}

const nameOf = async (table: 'groups' | 'departments', id: Promise<string>): Promise<string> => {
  const row = await env.DB.prepare(`SELECT name FROM ${table} WHERE id = ?`)
    .bind(await id)
    .first<{ name: string }>()
  return row?.name ?? ''
}

const vendorBody = (ground: Ground) => ({
  name: `Vendor ${newId()}`,
  owners: [ground.people.colleague.userId],
  paymentMethod: 'ACH',
})

const withRules = new WeakMap<Ground, Promise<unknown>>()
/** Every spend request is approved by the approver. */
const requireSpendRules = (ground: Ground): Promise<unknown> => {
  const known =
    withRules.get(ground) ?? addRuleSet(ground.company, { levels: [always('Owner', ground.people.approver.userId)] })
  withRules.set(ground, known)
  return known
}
const spendBody = async (things: Things, more: object = {}) => ({
  vendorId: await things.get('vendor'),
  ...{ serviceStartDate: '2027-01-01', serviceEndDate: '2027-12-31', ...more },
  lines: [
    { amount: 120_000, categoryId: await things.get('spendCategory'), departmentId: await things.get('department') },
  ],
})
const fileSpend = async (ground: Ground, things: Things, { path = '/api/spend-requests', ...more } = {}) => {
  await requireSpendRules(ground)
  return (await ok(ground.clients.admin.post(path, await spendBody(things, more)))).id
}

/** What the rows of the contract name, and how each is made. */
export const makers: Record<string, Maker> = {
  ...erpMakers,
  ...billMakers,
  companyId: ({ company }) => company.id,
  admin: ({ people }) => people.admin.userId,
  requester: ({ people }) => people.requester.userId,
  approver: ({ people }) => people.approver.userId,
  colleague: ({ people }) => people.colleague.userId,
  newMember: async ({ company }) => (await company.addPerson({ name: 'Nils New' })).userId,
  newAddress: () => `${newId()}@people.test`,
  newId: () => newId(),
  keyName: () => `key-${newId().slice(-12)}`,
  newName: () => `Named ${newId()}`,
  category: ({ category }) => category.id,
  workflow: ({ category }) => category.workflowId,
  publicCategory: ({ publicCategory }) => publicCategory,
  publicQuestion: ({ publicQuestion }) => publicQuestion,
  vendorCompanyId: ({ vendorCompanyId }) => vendorCompanyId,
  formVendor: ({ formVendor }) => formVendor,
  vendorForm: ({ clients, people }) => makeFormCategory(clients.admin, people.approver.userId),
  sentForm: async ({ clients, formVendor, vendorPerson }, things) =>
    (
      await ok(
        clients.admin.post(`/api/vendor/${formVendor}/send-intake-invitation`, {
          ...{ vendorUserId: vendorPerson.userId, intakeCategoryId: await things.get('vendorForm') },
        }),
      )
    ).intakeSubmissionId,
  submittedForm: async ({ clients }, things) => {
    const id = await things.get('sentForm')
    const steps = [{ stepId: 'security', fields: [{ questionId: 'policy', value: 'On our page' }] }]
    const body = { steps, isDraft: false, version: 0, batch: 1, totalBatches: 1 }
    await ok(clients.vendorUser.post(`/api/vendor-intake/forms/${id}/submit`, body))
    return id
  },
  vendorThread: async ({ clients }, things) => {
    const path = `/api/v/intake-submissions/${await things.get('submittedForm')}/threads`
    return (await ok(clients.vendorUser.post(path, { commentBody: 'Is a link enough?', documentIds: [] }))).id
  },
  vendorComment: async ({ clients }, things) => {
    const lines = await ok(clients.vendorUser.get(`/api/v/comments/${await things.get('vendorThread')}`))
    return lines[0].id
  },
  /** Staff ask the vendor. */
  askedVendor: async ({ clients }, things) => {
    const path = `/api/intake-submission/${await things.get('submittedForm')}/threads`
    const body = { commentBody: 'Which page?', documentIds: [], shareWithVendor: true }
    return (await ok(clients.admin.post(path, body))).id
  },
  vendorUpload: async ({ clients }) => {
    const { url, fieldsJson } = await ok(clients.vendorUser.post('/api/v/signed-upload-url', { fileName: 'iso.pdf' }))
    const granted = { url, ...JSON.parse(fieldsJson) }
    await ok(send(clients.vendorUser, granted))
    return granted.key
  },
  vendorAddress: ({ clients }) =>
    changedId(clients.vendorUser, 'createVendorCompanyAddress', {
      ...{ address1: '2 Side St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
    }),
  vendorContact: ({ clients }) =>
    changedId(clients.vendorUser, 'createVendorCompanyContact', { firstName: 'Cora', email: 'cora@vendors.test' }),
  vendorAccount: ({ clients }) => changedId(clients.vendorUser, 'createVendorCompanyPaymentInformation', ACCOUNT),
  vendorInvitation: async ({ clients, company, vendorPerson }) =>
    invite(clients.admin, await company.add('vendors'), vendorPerson.email),
  kindQuestion: () => 'kind',
  logo: () => uploadedLogo(),
  ownLogo: async ({ company }) => {
    const key = await uploadedLogo()
    await run('UPDATE companies SET light_logo_key = ? WHERE id = ?', key, company.id)
    return key
  },
  externalRequests: ({ company, category, people }) => {
    const form = new FormData()
    form.set('companyId', company.id)
    form.set('intakeCategoryId', category.id)
    form.set('system', 'Coupa')
    const row = `A decided request,${people.requester.email},Approved,2026-01-05`
    form.set('file', new File([`Title,Requester,Status,Submitted\n${row}\n`], 'requests.csv', { type: 'text/csv' }))
    return form
  },
  emptyCategory: async ({ clients }) =>
    (await ok(clients.admin.post('/api/intake-categories', { name: `Empty ${newId()}` }))).id,
  emptyWorkflow: async ({ clients }, things) =>
    (
      await mutate(
        clients.admin,
        'mutation ($c: ID!) { createIntakeWorkflow(intakeCategoryId: $c, label: "Spare") { id } }',
        { c: await things.get('emptyCategory') },
      )
    ).id,
  request: async ({ clients, category, company }, things) =>
    file(clients.requester, category.id, {
      title: `Request ${newId()}`,
      kind: 'new',
      vendor: await things.get('vendor'),
      department: await company.add('departments'),
      due: '2030-01-01',
    }),
  draft: async ({ clients, category }) =>
    (await save(clients.requester, category.id, { title: `Draft ${newId()}` }, { isDraft: true })).body.id,
  approval: (ground, things) => blockOf(ground, things, 'legal'),
  task: (ground, things) => blockOf(ground, things, 'setup'),
  vendor: async (ground) => (await ok(ground.clients.admin.post('/api/vendors', vendorBody(ground)))).id,
  otherVendor: async (ground) => (await ok(ground.clients.admin.post('/api/vendors', vendorBody(ground)))).id,
  service: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post('/api/services', {
          name: `Service ${newId()}`,
          vendorId: await things.get('vendor'),
          servicePeriods: [
            { startDate: '2026-01-01', endDate: '2030-12-31', totalServicePeriodCost: 120_000, currency: 'USD' },
          ],
        }),
      )
    ).id,
  spendRules: requireSpendRules,
  spendRequest: (ground, things) => fileSpend(ground, things),
  signedSpendRequest: (ground, things) => fileSpend(ground, things, { needsSigner: true } as object),
  spendOfRequest: async (ground, things) =>
    fileSpend(ground, things, { path: `/api/intake-submission/${await things.get('request')}/spend-request` }),
  spendApproval: async ({ clients }, things) =>
    (await ok(clients.approver.get(`/api/spend-requests/${await things.get('spendRequest')}/approvals`))).levels[0]
      .blocks[0].id,
  spendThread: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post(`/api/spend-requests/${await things.get('spendRequest')}/threads`, { commentBody: 'Why?' }),
      )
    ).id,
  paidService: async ({ clients }, things) =>
    ok(
      clients.admin.post(`/api/spend-requests/${await things.get('spendRequest')}/services`, {
        serviceIdsToAdd: [await things.get('service')],
      }),
    ),
  spendDocument: async ({ clients }, things) => {
    const documentId = await makeDocument(clients.admin)
    const path = `/api/spend-requests/${await things.get('spendRequest')}/documents`
    await ok(clients.admin.post(path, { documentIds: [documentId] }))
    return documentId
  },
  document: ({ clients }) => makeDocument(clients.admin),
  upload: ({ clients }) => receivedUpload(clients.admin),
  approverDocument: ({ clients }) => makeDocument(clients.approver),
  vendorName: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/vendors/${await things.get('vendor')}`))).name,
  vendorCategory: async ({ clients }) =>
    (await ok(clients.admin.post('/api/vendors/categories', { name: `Kind ${newId()}` }))).id,
  filterHash: async ({ clients }, things) => {
    await things.get('vendor')
    return (await ok(clients.admin.post('/api/vendors/by-filter', { filters: { filter: 'ALL' } }))).hash
  },
  verification: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post(`/api/vendors/${await things.get('vendor')}/verifications`, {
          ...{ businessName: 'Chairs Inc.', businessAddress1: '1 Main St', businessAddress2: '', businessCity: 'Rome' },
          ...{ businessState: 'NY', businessPostalCode: '13440', businessCountry: 'US', businessTaxId: '12-3456789' },
        }),
      )
    ).id,
  contactedVendor: async (ground) => {
    const contacts = [{ firstName: 'Pia', lastName: 'Point', email: 'pia@vendors.test', memo: '' }]
    return (await ok(ground.clients.admin.post('/api/vendors', { ...vendorBody(ground), contacts }))).id
  },
  vendorDocument: async ({ clients }, things) => {
    const documentId = await makeDocument(clients.admin)
    await mutate(
      clients.admin,
      'mutation ($v: ID!, $d: [ID!]!) { addDocumentsToVendor(vendorId: $v, documentIds: $d) { id } }',
      { v: await things.get('vendor'), d: [documentId] },
    )
    return documentId
  },
  serviceDocument: async ({ clients }, things) => {
    const documentId = await makeDocument(clients.admin)
    await mutate(
      clients.admin,
      'mutation ($s: ID!, $d: [ID!]!) { addDocumentsToService(serviceId: $s, documentIds: $d) { id } }',
      { s: await things.get('service'), d: [documentId] },
    )
    return documentId
  },
  documentName: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/documents/${await things.get('document')}`))).name,
  contract: ({ clients }) => makeDocument(clients.admin, 'Contract', { fileName: 'contract.docx', bytes: DOCX }),
  readContract: async ({ clients }, things) => {
    const documentId = await things.get('contract')
    await ok(clients.admin.post(`/api/documents/${documentId}/extractText`))
    return documentId
  },
  chat: async ({ clients }, things) =>
    (await ok(clients.admin.post('/api/chat-threads', { documentId: await things.get('contract') }))).threadId,
  askedChat: async ({ clients }, things) => {
    const threadId = await things.get('chat')
    await ok(clients.admin.post(`/api/chat-interface/threads/${threadId}/messages`, { content: 'When does it end?' }))
    return threadId
  },
  groupReference: async (_, things) => ({ id: await things.get('group'), name: 'Any' }),
  serviceTask: async ({ clients, people }) => {
    const more = rule('service', { type: 'CREATE_SERVICE', approverUserIds: [people.approver.userId] })
    const category = await makeCategory(clients.admin, { levels: [[more]] })
    const id = await file(clients.requester, category.id, { title: `Service ${newId()}` })
    return (await ok(clients.admin.get(`/api/intake-submission/${id}/approvals`))).levels[0].blocks[0].id
  },
  mention: async ({ clients, people }, things) =>
    (
      await ok(
        clients.admin.post(`/api/intake-submission/${await things.get('request')}/threads`, {
          commentBody: `Is it this, @[Rita Requester](${people.requester.userId})?`,
        }),
      )
    ).id,
  resolvedThread: async ({ clients }, things) => {
    const id = await things.get('thread')
    await mutate(clients.admin, 'mutation ($t: ID!) { resolveThread(threadId: $t) { id } }', { t: id })
    return id
  },
  departmentReference: async (_, things) => ({ id: await things.get('department'), name: 'Any' }),
  colleagueReference: ({ people }) => ({ id: people.colleague.userId, name: people.colleague.name }),
  colleagueAddress: ({ people }) => people.colleague.email,
  newMemberAddress: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/members/${await things.get('newMember')}`))).email,
  myDelegate: async ({ company, clients }) => {
    const { userId } = await company.addPerson({ name: 'Dora Delegate' })
    await ok(clients.approver.post('/api/current-user/delegate-approvers', { userId, note: '' }))
    return userId
  },
  memberDelegate: async ({ company, clients }, things) => {
    const { userId } = await company.addPerson({ name: 'Dora Delegate' })
    const path = `/api/members/${await things.get('newMember')}/delegate-approvers`
    await ok(clients.admin.post(path, { delegateUserId: userId, note: '' }))
    return userId
  },
  reminder: async ({ clients }) => {
    const body = { daysAfterNotification: 20 + Math.floor(Math.random() * 300), note: 'Waiting' }
    return (await ok(clients.admin.post('/api/notification-settings-reminders', body))).id
  },
  apiKey: async ({ clients }) =>
    (await ok(clients.admin.post('/api/api-keys', { name: `key-${newId().slice(-12)}` }))).id,
  matrix: async ({ clients }) =>
    (await ok(clients.admin.post('/api/approver-matrix', { name: `Matrix ${newId()}` }))).id,
  ruleSet: async ({ clients: { admin } }) => {
    const create = 'mutation ($name: String!) { createSpendRuleSet(name: $name) { id } }'
    const { id } = await mutate(admin, create, { name: `Rules ${newId()}` })
    const customFields = [{ label: 'Reason', type: 'TEXT' }]
    await ok(admin.call('PUT', `/api/spend-rule-sets/${id}`, { body: { customFields } }))
    return id
  },
  groupName: (_, things) => nameOf('groups', things.get('group')),
  departmentName: (_, things) => nameOf('departments', things.get('department')),
  inGroup: async ({ company, people }, things) =>
    company.addToGroup(await things.get('group'), people.colleague.userId),
  inDepartment: async ({ company, people }, things) =>
    company.addToDepartment(await things.get('department'), people.colleague.userId),
  inBusinessUnit: async ({ company, people }, things) =>
    company.addToBusinessUnit(await things.get('businessUnit'), people.colleague.userId),
  loginToken: async ({ company, people }) => {
    const token = newSecret()
    await run(
      `INSERT INTO login_tokens (token_hash, purpose, user_id, company_id, created_at, expires_at)
       VALUES (?, 'EMAIL_LINK', ?, ?, ?, ?)`,
      ...[sha256Hex(token), people.second.userId, company.id, Date.now(), Date.now() + 60_000],
    )
    return token
  },
  fullGroup: async ({ company, people }) => {
    const group = await company.add('groups')
    await company.addToGroup(group, people.colleague.userId)
    return group
  },
  copyOfCategory: async ({ clients, category }) => {
    const copy = { name: `Copy ${newId()}`, includeForm: true, includeWorkflow: true, includeAdvanced: true }
    return (await ok(clients.admin.post(`/api/intake-categories/${category.id}/duplicate`, copy))).id
  },
  stepCategory: async ({ clients, people }) => {
    const settings = { stepIds: ['later'], workflowType: 'SUB_LEVELS' as const }
    const more = rule('more', { type: 'ADDITIONAL_STEP', approverUserIds: [people.approver.userId], settings })
    return (await makeCategory(clients.admin, { form: [...FORM, later], levels: [[more]] })).id
  },
  stepRequest: async ({ clients }, things) =>
    file(clients.requester, await things.get('stepCategory'), { title: `More ${newId()}` }),
  stepTask: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/intake-submission/${await things.get('stepRequest')}/approvals`))).levels[0]
      .blocks[0].id,
  webhookTask: async ({ company, clients, people }) => {
    const category = await makeCategory(clients.admin, {
      levels: [
        [rule('legal', { approverUserIds: [people.second.userId] })],
        [hook('hook', { approverUserIds: [people.approver.userId] })],
      ],
    })
    const requestId = await file(clients.requester, category.id, { title: `Hook ${newId()}` })
    const { levels } = await ok(clients.admin.get(`/api/intake-submission/${requestId}/approvals`))
    const [legal, webhook] = levels.map((level: { blocks: { id: string }[] }) => level.blocks[0]?.id)
    const decision = { status: 'APPROVED', levelGroupStatusId: legal, seenVersion: 1 }
    await ok((await signIn(company, people.second)).post(`/api/intake-submission/${requestId}/status`, decision))
    await failTask(company.id, webhook)
    return webhook
  },
  purchaseOrder: ({ company }) => addPurchaseOrder(company.id),
  orderTask: async ({ clients, people }) => {
    const category = await makeCategory(clients.admin, {
      levels: [[rule('order', { type: 'NETSUITE_PURCHASE_ORDER', approverUserIds: [people.approver.userId] })]],
    })
    const requestId = await file(clients.requester, category.id, { title: `Order ${newId()}` })
    await runGroup(jobContext({ now: Date.now() + 5_000 }), 'task.run', null)
    return (await ok(clients.admin.get(`/api/intake-submission/${requestId}/approvals`))).levels[0].blocks[0].id
  },
  department: ({ company }) => company.add('departments'),
  businessUnit: ({ company }) => company.add('business_units'),
  location: ({ company }) => company.add('locations'),
  entity: ({ company }) => company.add('entities'),
  group: ({ company }) => company.add('groups'),
  spendCategory: ({ company }) => company.add('spend_categories'),
  revenueCategory: ({ company }) => company.add('revenue_categories'),
  linkedService: async ({ clients }, things) => {
    const serviceIds = [await things.get('service')]
    await ok(clients.admin.post(`/api/intake-submission/${await things.get('request')}/services`, { serviceIds }))
    return serviceIds[0]
  },
  linkedDocument: async ({ clients }, things) => {
    const documentIds = [await things.get('document')]
    await ok(clients.admin.post(`/api/intake-submission/${await things.get('request')}/documents`, { documentIds }))
    return documentIds[0]
  },
  thread: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post(`/api/intake-submission/${await things.get('request')}/threads`, { commentBody: 'Why?' }),
      )
    ).id,
  blockThread: async ({ clients }, things) =>
    (
      await ok(
        clients.approver.post(`/api/level-group-statuses/${await things.get('task')}/threads`, { commentBody: 'How?' }),
      )
    ).id,
  comment: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/threads/${await things.get('thread')}/comment-lines`)))[0].id,
  filterQuery: async ({ clients }) =>
    (
      await ok(
        clients.admin.post('/api/intake-submissions/filter-queries', {
          label: `Filter ${newId()}`,
          queryString: 'status=PENDING',
        }),
      )
    ).id,
}
