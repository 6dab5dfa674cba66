import { beforeAll, describe, expect, it } from 'vitest'
import { OPTION_KINDS } from '../../schema/platform/lookups/endpoints.ts'
import { MEMBER_SORT_FIELDS } from '../../schema/platform/members/member-endpoints.ts'
import { addressOf } from '../support/call-text.ts'
import { doorsOf, type Input } from '../support/worker/doors.ts'
import { save } from '../support/worker/intake.ts'
import { addressOfCompany, deliver, pdfFile } from '../support/worker/mails.ts'
import { makeWorld, type Principal, type World } from '../support/worker/matrix-world.ts'
import { expectNoScan, expectNoSort, planOf, scansOf, sortsOf, statementsOf } from '../support/worker/query-plans.ts'

/** A list costs in proportion to its page: no statement behind one reads a whole table. */

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.file()
  await world.file()
  const due = { title: 'Due', due: '2030-01-01', amount: { value: 100, currency: 'USD' } }
  await save(world.as('requester'), world.category.id, due)
  await world.draft()
  await world.draft()
})

it('a statement that scans or sorts a whole table is noticed', async () => {
  const sql = 'SELECT d.id FROM documents d WHERE d.display_name = ?1 ORDER BY d.description'
  const plan = await planOf({ sql, params: ['x'] })
  expect({ scans: scansOf(sql, plan).length, sorts: sortsOf(plan).length }).toEqual({ scans: 1, sorts: 1 })
})

describe('other lists', () => {
  const calls = (): { name: string; principal: Principal; path: string }[] => [
    ...['approver', 'watcher', 'recently-completed'].flatMap((filter) =>
      (['approver', 'delegate', 'watcher'] as const).map((principal) => ({
        name: `attention, ${filter}`,
        principal,
        path: `/api/intake-submissions/needs-attention?filter=${filter}`,
      })),
    ),
    ...OPTION_KINDS.flatMap((kind) =>
      ['', '?search=e', `?ids[]=${world.named[kind]}`].map((query) => ({
        name: `options of ${kind}${query}`,
        principal: 'member' as const,
        path: `/api/${kind}-select-options${query}`,
      })),
    ),
    ...['', '&search=e'].map((query) => ({
      name: `options of a department’s approvers${query}`,
      principal: 'member' as const,
      path: `/api/department-approver-select-options?departmentId=${world.named.department}${query}`,
    })),
    ...[
      ['INTAKE_SUBMISSION', world.request.id],
      ['INTAKE_CATEGORY', world.category.id],
      ['INTAKE_WORKFLOW', world.category.workflowId],
      ['DOCUMENT', world.documentId],
      ['APPROVER_MATRIX', world.matrixId],
    ].map(([type, id]) => ({
      name: `history of ${type}`,
      principal: 'admin' as const,
      path: `/api/audit-logs?targetType=${type}&targetId=${id}`,
    })),
    ...(['requester', 'approver', 'admin'] as const).map((principal) => ({
      name: 'documents by id',
      principal,
      path: `/api/global/documents-from-ids?documentId[]=${world.documentId}`,
    })),
    ...[
      '',
      'first=1',
      'targetType=DOCUMENT',
      `userId=${world.people.admin.userId}`,
      `targetType=GROUP&userId=${world.people.admin.userId}&from=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z`,
    ].flatMap((query) =>
      ['company', 'company.csv'].map((part) => ({
        name: `audit log ${part} ${query}`,
        principal: 'admin' as const,
        path: `/api/audit-logs/${part}?${part === 'company' ? query : query.replace('first=1', '')}`,
      })),
    ),
    ...['Request', `${world.request.title} nothing`, '#1', 'P'].map((query) => ({
      name: `search for ${query}`,
      principal: 'admin' as const,
      path: `/api/search?query=${encodeURIComponent(query)}`,
    })),
    ...['', '?query=p'].map((query) => ({
      name: `users for mention${query}`,
      principal: 'member' as const,
      path: `/api/users-for-mention${query}`,
    })),
    { name: 'categories', principal: 'member', path: '/api/intake-categories' },
    { name: 'categories for settings', principal: 'categoryOwner', path: '/api/intake-categories/for-settings' },
    { name: 'workflows', principal: 'admin', path: `/api/intake-categories/${world.category.id}/workflows` },
    ...[
      'groups',
      `groups/${world.groupId}`,
      'departments',
      'departments/page',
      `departments/${world.departmentId}`,
      'business-units',
      'business-units/page',
      `business-units/${world.named['business-unit']}`,
      'locations/page',
      'entities',
      'spend-categories',
      'spend-categories/page',
      'revenue-categories/page?search=world',
    ].map((part) => ({ name: part, principal: 'admin' as const, path: `/api/${part}` })),
    ...['', `?intakeCategoryId=${world.category.id}`].map((query) => ({
      name: `filter options${query}`,
      principal: 'member' as const,
      path: `/api/intake-submissions/filter-options${query}`,
    })),
    { name: 'saved filters', principal: 'member', path: '/api/intake-submissions/filter-queries' },
    { name: 'file of requests', principal: 'requester', path: '/api/download-intake-submissions?filter=ALL' },
    { name: 'inbound mails', principal: 'admin', path: '/api/inbound-messages' },
    ...[
      'api-keys',
      'currency-rates',
      'currency-rates/today',
      'sync-runs',
      'notification-settings',
      'notification-settings-reminders',
      'vendor-notifications-settings',
      'current-user/notification-settings',
      'notifications',
      'notifications?show=UNREAD',
      'notifications/unread',
    ].map((part) => ({ name: part, principal: 'admin' as const, path: `/api/${part}` })),
    { name: 'what a key of the API opens', principal: 'apiKey', path: '/api/current-company' },
    ...['', '?cells=false', `/${world.matrixId}`].map((part) => ({
      name: `approver matrices${part}`,
      principal: 'admin' as const,
      path: `/api/approver-matrix${part}`,
    })),
    { name: 'memberships', principal: 'member', path: '/api/current-user/company-memberships' },
    ...(['approver', 'delegate'] as const).map((principal) => ({
      name: `delegates of the ${principal}`,
      principal,
      path: '/api/current-user/delegate-approvers',
    })),
    ...[
      ...MEMBER_SORT_FIELDS.map((by) => `members?first=1&orderBy[by][]=${by}&orderBy[dir][]=DESC`),
      'members?enabled=true&name=e&email=p',
      'members?name=ann',
      `members?inGroupId=${world.groupId}&notInDepartmentId=${world.departmentId}`,
      `members?inDepartmentId=${world.departmentId}&notInGroupId=${world.groupId}`,
      `members?inBusinessUnitId=${world.named['business-unit']}`,
      `members?userIds[]=${world.people.viewed.userId}`,
      'members.csv',
      'member-stats',
      `members/${world.people.departmentLead.userId}`,
      `members/${world.people.departmentLead.userId}/open-approvals`,
      `members/${world.people.departmentLead.userId}/owned`,
    ].flatMap((part) =>
      (['admin', 'departmentLead'] as const).map((principal) => ({
        name: `${part} for the ${principal}`,
        principal,
        path: `/api/${part}`,
      })),
    ),
    {
      name: 'delegates of a member',
      principal: 'admin',
      path: `/api/members/${world.people.approver.userId}/delegate-approvers`,
    },
    ...['', '/answers', '/tabs', '/approvals'].map((part) => ({
      name: `request${part}`,
      principal: 'approver' as const,
      path: `/api/intake-submission/${world.request.id}${part}`,
    })),
    ...['assignee', 'viewers', 'my-approver-groups', 'additional-steps', 'documents', 'threads'].map((part) => ({
      name: `request/${part}`,
      principal: 'watcher' as const,
      path: `/api/intake-submission/${world.request.id}/${part}`,
    })),
    ...['history', 'documents', 'threads'].map((part) => ({
      name: `block/${part}`,
      principal: 'watcher' as const,
      path: `/api/level-group-statuses/${world.request.taskId}/${part}`,
    })),
    {
      name: 'threads of an object',
      principal: 'requester',
      path: `/api/threads?targetType=INTAKE_SUBMISSION&targetId=${world.request.id}`,
    },
  ]

  it('comments waiting for someone scan no table', async () => {
    const statements = await statementsOf(async () => {
      const body = { commentBody: 'Which plan?' }
      await world.as('approver').post(`/api/intake-submission/${world.request.id}/threads`, body)
      const answer = await world.as('requester').graphql('{ needsAttentionComments { id } }')
      expect(answer.body.data.needsAttentionComments.length).toBeGreaterThan(0)
    })
    await expectNoScan(statements.filter(({ sql }) => sql.trimStart().startsWith('SELECT') || sql.includes('WITH')))
  })

  it('the other lists scan no table', async () => {
    for (const { name, principal, path } of calls()) {
      const statements = await statementsOf(async () => {
        expect({ name, status: (await world.as(principal).get(path)).status }).toEqual({ name, status: 200 })
      })
      await expectNoScan(statements)
    }
  }, 60_000)

  it('members are read in order from an index, however they are sorted', async () => {
    for (const by of MEMBER_SORT_FIELDS) {
      for (const dir of ['ASC', 'DESC']) {
        const statements = await statementsOf(() =>
          world.as('admin').get(`/api/members?enabled=true&first=1&orderBy[by][]=${by}&orderBy[dir][]=${dir}`),
        )
        for (const statement of statements.filter(({ sql }) => sql.includes('company_memberships m'))) {
          // Only the page itself, whose keys were selected, is sorted again.
          const sorts = (await planOf(statement)).filter((step) => step.includes('ORDER BY'))
          expect({ by, dir, sorts: sorts.length <= 1 }).toEqual({ by, dir, sorts: true })
        }
      }
    }
  })

  it('resolving names pasted into a matrix scans no table', async () => {
    const body = {
      DEPARTMENT: ['A', 'B'],
      ENTITY: ['C'],
      BUSINESS_UNIT: ['D'],
      CATEGORY: ['E'],
      users: ['F G', 'h@i.test'],
    }
    const statements = await statementsOf(async () => {
      expect((await world.as('admin').post('/api/approver-matrix/resolve-names', body)).status).toBe(200)
    })
    await expectNoScan(statements)
  })

  it('listing the documents that a person may attach scans no table', async () => {
    for (const principal of ['requester', 'admin', 'categoryOwner'] as const) {
      for (const query of [
        '{ documents { edges { cursor } } }',
        '{ documents(displayName: "Q") { edges { cursor } } }',
      ]) {
        await expectNoScan(await statementsOf(() => world.as(principal).graphql(query)))
      }
    }
  })
})

it('requesting a login link and listing a vendor user’s companies scan no table', async () => {
  for (const portal of ['STAFF', 'VENDOR']) {
    const email = world.people.viewed.email
    await expectNoScan(await statementsOf(() => world.as('anonymous').post('/auth/email-link', { email, portal })))
  }
  await expectNoScan(await statementsOf(() => world.as('vendorUser').get('/api/v/associated-companies')))
})

it('an arriving email scans no table', async () => {
  await expectNoScan(await statementsOf(() => deliver({ to: addressOfCompany(world.own), attachments: [pdfFile()] })))
})

describe('the statements of a request', () => {
  it('filing, previewing, editing, deciding and restarting a request scan no table', async () => {
    const { category } = world
    const answers = {
      title: 'Costs',
      department: world.departmentId,
      vendor: world.vendorId,
      files: [world.documentId],
    }
    const statements = await statementsOf(async () => {
      const filed = await save(world.as('requester'), category.id, answers)
      expect(filed.status).toBe(200)
      const { id } = filed.body
      await save(world.as('requester'), category.id, { ...answers, title: 'More' }, { id, version: 1 })
      await world.as('requester').post(`/api/intake-submission/${id}/restart`)
      const preview = { intakeCategoryId: category.id, answers: [{ questionId: 'title', value: 'x' }] }
      await world.as('requester').post('/api/intake-submissions/preview-approvals', preview)
      await save(world.as('requester'), category.id, answers, { isDraft: true })
    })
    await expectNoScan(statements)
  })
})

it('reading a category’s configuration, or a question by its id, scans no table', async () => {
  const { id } = world.category
  const paths = ['settings', 'columns', 'rules', 'form-effects', 'steps/bare', 'steps.csv'].map(
    (part) => `/api/intake-categories/${id}/${part}`,
  )
  const graphql = [
    '{ optionsForIntakeQuestion(intakeQuestionId: "department") { value } }',
    '{ submissionOptionsForIntakeQuestion(intakeQuestionId: "vendor", search: "a") { value } }',
    '{ labelFromId(id: "renewal", type: CUSTOM_SELECT) }',
  ]
  const statements = await statementsOf(async () => {
    for (const path of [...paths, '/api/custom-form-fields', '/api/vendor-service-custom-columns']) {
      expect({ path, status: (await world.as('admin').get(path)).status }).toEqual({ path, status: 200 })
    }
    for (const query of graphql) expect((await world.as('requester').graphql(query)).body.errors).toBeUndefined()
  })
  await expectNoScan(statements)
})

it('reading an import or a merge of vendors scans no table, and its pages come in order', async () => {
  const admin = world.as('admin')
  const form = new FormData()
  form.set('file', new File([`Name\n${['A', 'B', 'C'].map((name) => `Plan ${name}`).join('\n')}`], 'vendors.csv'))
  const { body } = await admin.call('POST', '/api/vendor-imports', { body: form })
  await admin.post(`/api/vendor-imports/${body.id}/check`, { mapping: ['name'], existing: 'SKIP', version: 1 })
  const [into, from] = await Promise.all([1, 2].map(() => world.own.add('vendors')))
  const statements = await statementsOf(async () => {
    for (const path of [
      '/api/vendor-imports?first=1',
      `/api/vendor-imports/${body.id}`,
      ...['ALL', 'PROBLEMS', 'ERRORS', 'CREATE'].map(
        (filter) => `/api/vendor-imports/${body.id}/rows?filter=${filter}`,
      ),
      `/api/vendor-imports/${body.id}/bad-rows.csv`,
      `/api/vendors/${into}/merge-preview?fromVendorId=${from}`,
      `/api/vendors/${into}/merges`,
    ]) {
      expect({ path, status: (await admin.get(path)).status }).toEqual({ path, status: 200 })
    }
  })
  await expectNoScan(statements)
  await expectNoSort(statements.filter(({ sql }) => /FROM vendor_(imports|import_rows|merges) /.test(sql)))
})

describe('the list of companies', () => {
  it.each(['name', 'createdAt'])('pages by %s, searched or not, read an index in order', async (by) => {
    const [door] = doorsOf('super-admin.list-companies')
    if (!door?.endpoint) throw new Error('No door')
    for (const search of [undefined, 'company']) {
      for (const dir of ['ASC', 'DESC']) {
        let cursor: string | undefined
        const ask = (input: Input) => async () => {
          const answer = await world.as('platformStaff').get(addressOf(door.endpoint as never, input))
          expect(answer.status).toBe(200)
          cursor = answer.body.pageInfo.endCursor
        }
        const input = { search, first: 1, orderBy: { by: [by], dir: [dir] } }
        // A first page begins at the end of an index, which counts as a scan of it.
        await expectNoSort(await statementsOf(ask(input)))
        const next = await statementsOf(ask({ ...input, cursor }))
        await expectNoSort(next)
        await expectNoScan(next)
      }
    }
  })
})
