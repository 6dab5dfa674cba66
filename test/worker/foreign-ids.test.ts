import { beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../schema/shared/conditions.ts'
import { newId } from '../../worker/core/clock.ts'
import { rowCounts } from '../support/worker/contract.ts'
import { fieldsOf } from '../support/worker/doors.ts'
import { type FilingScene, makeFilingScene } from '../support/worker/filing-scene.ts'
import { FORM, file, levelsOf, makeCategory, question, rule, save, step } from '../support/worker/intake.ts'
import { rows } from '../support/worker/sessions.ts'
import { makeDocument } from '../support/worker/uploads.ts'
import { type Answer, makeCompany, signIn } from '../support/worker/world.ts'

/**
 * Ids in lists inside a body, of missing objects and of another company. Both are refused the same way, with nothing
 * changed.
 */

type Kind =
  | 'person'
  | 'disabled'
  | 'group'
  | 'vendor'
  | 'service'
  | 'department'
  | 'document'
  | 'matrix'
  | 'category'
  | 'workflow'
type Bad = Record<Kind, string>

let scene: FilingScene
let own: Record<
  'group' | 'department' | 'category' | 'workflow' | 'request' | 'block' | 'task' | 'service' | 'vendor',
  string
>
let foreign: Bad
let unknown: Bad

beforeAll(async () => {
  scene = await makeFilingScene()
  const approver = { approverUserIds: [scene.people.approver.userId] }
  const asked = step(
    'asked',
    [
      question('tool', 'SERVICE_SELECT'),
      question('teams', 'DEPARTMENT_SELECT', { isMulti: true, requireDepartmentApproverAssigneeSelection: true }),
    ],
    3,
  )
  const later = { ...step('later', [question('maker', 'VENDOR_SELECT')], 2), isAdditionalStep: true }
  const made = await makeCategory(scene.admin, {
    form: [...FORM, asked, later],
    levels: [
      [
        rule('legal', approver),
        rule('more', { ...approver, type: 'ADDITIONAL_STEP', settings: { stepIds: ['later'] } }),
        rule('service', { ...approver, type: 'CREATE_SERVICE' }),
      ],
    ],
  })
  const request = await file(scene.requester, made.id, { title: 'Untouched' })
  own = {
    group: await scene.company.add('groups'),
    department: await scene.company.add('departments'),
    category: made.id,
    workflow: made.workflowId,
    request,
    block: `${request}-1-1`,
    task: `${request}-1-2`,
    service: `${request}-1-3`,
    vendor: await scene.company.add('vendors'),
  }
  const other = await makeCompany()
  const boss = await other.addPerson({ flags: ['hasAdminAccess'] })
  const client = await signIn(other, boss)
  const theirs = await makeCategory(client, { levels: [] })
  const { userId: disabled } = await scene.company.addPerson({ disabled: true })
  foreign = {
    person: boss.userId,
    disabled,
    group: await other.add('groups'),
    vendor: await other.add('vendors'),
    service: (await client.post('/api/services', { name: 'Theirs', vendorId: await other.add('vendors') })).body.id,
    department: await other.add('departments'),
    document: await makeDocument(client),
    matrix: (await client.post('/api/approver-matrix', { name: 'Theirs' })).body.id,
    category: theirs.id,
    workflow: theirs.workflowId,
  }
  unknown = Object.fromEntries(Object.keys(foreign).map((kind) => [kind, newId()])) as Bad
})

const url = (what: string) => `/api/intake-submission/${own.request}/${what}`
const levels = (more: Parameters<typeof rule>[1]) =>
  scene.admin.post(`/api/intake-workflow/${own.workflow}/levels`, {
    version: 2,
    entryPoints: NO_CONDITIONS,
    levels: levelsOf([rule('good', { approverUserIds: [me()] }), rule('bad', { approverUserIds: [me()], ...more })]),
  })
const me = () => scene.people.approver.userId
const task = (more: object) =>
  scene.admin.post(url('task'), { ruleType: 'APPROVAL', label: 'Extra', approverUserIds: [me()], ...more })
const replace = (more: object) =>
  scene.admin.post('/api/replace-lgs-approvers', { levelGroupStatusId: own.block, approverUserIds: [me()], ...more })

const comment = (more: object) =>
  scene.requester.post(url('threads'), { commentBody: 'Look', documentIds: [], ...more })
const settings = async (more: object) => {
  const path = `/api/intake-categories/${own.category}/settings`
  const { owners, ...read } = (await scene.admin.get(path)).body
  return scene.admin.post(path, { ...read, ownerIds: owners.map(({ id }: { id: string }) => id), ...more })
}
const form = (bad: Partial<Question> & Pick<Question, 'type'>) =>
  scene.admin.graphql(
    `mutation ($c: ID!, $t: ID!, $s: [IntakeStepInput!]!) {
       updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion }
     }`,
    { c: own.category, t: newId(), s: [...FORM, step('more', [question('bad', bad.type, bad)], 3)] },
  )
const column = (more: object) => ({ columnName: 'Column', questionId: null, ruleId: null, ...more })

const service = (more: object) =>
  scene.approver.post('/api/services/create-service', {
    levelGroupStatusId: own.service,
    name: 'Service',
    vendorId: own.vendor,
    ...more,
  })

const CASES: [name: string, call: (bad: Bad) => Promise<Answer>][] = [
  ['watchers of a request', (bad) => scene.requester.post(url('watchers'), { watcherIds: [me(), bad.person] })],
  ['a disabled watcher of a request', (bad) => scene.requester.post(url('watchers'), { watcherIds: [bad.disabled] })],
  [
    'watchers while filing',
    (bad) => save(scene.requester, own.category, { title: 'x' }, { watcherUserIds: [me(), bad.person] }),
  ],
  ['answers that are people', (bad) => save(scene.requester, own.category, { title: 'x', owner: bad.person })],
  ['answers that are vendors', (bad) => save(scene.requester, own.category, { title: 'x', vendor: bad.vendor })],
  ['answers that are documents', (bad) => save(scene.requester, own.category, { title: 'x', files: [bad.document] })],
  ['the people of a task that is added', (bad) => task({ approverUserIds: [me(), bad.person] })],
  ['a disabled person of a task that is added', (bad) => task({ approverUserIds: [bad.disabled] })],
  ['the groups of a task that is added', (bad) => task({ approverGroupIds: [own.group, bad.group] })],
  ['the steps of a task that is added', () => task({ ruleType: 'ADDITIONAL_STEP', stepIds: ['later', newId()] })],
  ['people who take over', (bad) => replace({ approverUserIds: [me(), bad.person] })],
  ['groups that take over', (bad) => replace({ approverGroupIds: [bad.group] })],
  [
    'the assignee of a block',
    (bad) => scene.admin.post(`/api/level-group-statuses/${own.block}/assignee`, { assigneeUserId: bad.person }),
  ],
  [
    'answers of an additional step',
    (bad) =>
      scene.approver.post(`/api/additional-step-tasks/${own.task}/complete`, {
        seenVersion: 1,
        steps: [{ stepId: 'later', fields: [{ questionId: 'maker', value: bad.vendor }] }],
      }),
  ],
  ['documents of a request', (bad) => scene.requester.post(url('documents'), { documentIds: [bad.document] })],
  ['approvers of a rule', (bad) => levels({ approverUserIds: [me(), bad.person] })],
  ['approver groups of a rule', (bad) => levels({ approverGroupIds: [own.group, bad.group] })],
  ['watchers of a rule', (bad) => levels({ watcherType: 'CUSTOM_WATCHERS', watcherUserIds: [me(), bad.person] })],
  ['watcher groups of a rule', (bad) => levels({ watcherType: 'CUSTOM_WATCHERS', watcherGroupIds: [bad.group] })],
  [
    'questions of a rule’s conditions',
    () => levels({ conditionBooleans: [{ valuesQuestionId: newId(), value: true }] }),
  ],
  ['steps of a rule', () => levels({ type: 'ADDITIONAL_STEP', settings: { stepIds: ['later', newId()] } })],
  [
    'the questions that fill in a service',
    () => levels({ type: 'CREATE_SERVICE', settings: { createService: { mappings: { name: newId() } } } }),
  ],
  [
    'documents that a rule sends',
    (bad) =>
      levels({
        type: 'SEND_DOCUMENT',
        settings: { sendDocument: { recipient: { source: 'REQUESTER' }, emailCopy: '', documentIds: [bad.document] } },
      }),
  ],
  [
    'the question that says whom a rule sends to',
    () =>
      levels({
        type: 'SEND_DOCUMENT',
        settings: {
          sendDocument: { recipient: { source: 'QUESTION', questionId: newId() }, emailCopy: '', documentIds: [] },
        },
      }),
  ],
  [
    'the matrix of a rule',
    (bad) => levels({ approverUserIds: [], approverMatrixId: bad.matrix, approverMatrixColumnId: newId() }),
  ],
  [
    'the answers that a webhook sends',
    () =>
      levels({
        type: 'WEBHOOK',
        settings: {
          webhook: { url: 'https://hooks.acme-tools.com/x', fields: [{ key: 'k', value: '', questionId: newId() }] },
        },
      }),
  ],
  ['answers that are services', (bad) => save(scene.requester, own.category, { title: 'x', tool: bad.service })],
  [
    'answers that are departments with their approvers',
    (bad) =>
      save(scene.requester, own.category, {
        title: 'x',
        teams: [{ id: bad.department, departmentApproverAssigneeUserId: me() }],
      }),
  ],
  [
    'the approver of a department that is chosen',
    (bad) =>
      save(scene.requester, own.category, {
        title: 'x',
        teams: [{ id: own.department, departmentApproverAssigneeUserId: bad.person }],
      }),
  ],
  [
    'documents of a block',
    (bad) => scene.approver.post(`/api/level-group-statuses/${own.block}/documents`, { documentIds: [bad.document] }),
  ],
  ['documents of a comment', (bad) => comment({ documentIds: [bad.document] })],
  ['the answer that a comment is about', () => comment({ intakeSubmissionAnswerId: newId() })],
  ['people who are mentioned', (bad) => comment({ commentBody: `@[Somebody](${bad.person}) look` })],
  ['vendors that are linked', (bad) => scene.requester.post(url('vendors'), { vendorIds: [own.vendor, bad.vendor] })],
  ['services that are linked', (bad) => scene.requester.post(url('services'), { serviceIds: [bad.service] })],
  ['owners of a category', (bad) => settings({ ownerIds: [me(), bad.person] })],
  [
    'columns of a category',
    () =>
      settings({
        dashboardCustomColumns: [
          column({ columnName: 'A', questionId: newId() }),
          column({ columnName: 'B', ruleId: newId() }),
        ],
      }),
  ],
  [
    'a question’s own list of vendors',
    (bad) =>
      form({
        type: 'VENDOR_SELECT',
        options: [own.vendor, bad.vendor].map((id, ordinal) => ({ id, label: 'x', parentId: null, ordinal })),
      }),
  ],
  [
    'the question that a question depends on',
    () => form({ type: 'TEXT', conditionAnyOfs: [{ valuesQuestionId: newId(), values: ['new'] }] }),
  ],
  [
    'the option that an option is below',
    () => form({ type: 'CUSTOM_SELECT', options: [{ id: 'a', label: 'A', parentId: newId(), ordinal: 0 }] }),
  ],
  ['the vendor of a task’s service', (bad) => service({ vendorId: bad.vendor })],
  ['the owners of a task’s service', (bad) => service({ ownerIds: [me(), bad.person] })],
  [
    'the order of workflows',
    (bad) =>
      scene.admin.call('PUT', `/api/intake-categories/${own.category}/workflows`, {
        body: [own.workflow, bad.workflow],
      }),
  ],
  [
    'the order of categories',
    (bad) =>
      scene.admin.call('PUT', '/api/intake-categories', {
        body: [
          { id: own.category, ordinal: 0 },
          { id: bad.category, ordinal: 1 },
        ],
      }),
  ],
]

/** The field, or the status if it is about the whole list. */
const REFUSED_AS: Record<string, string[] | number> = {
  'documents that a rule sends': ['bad'],
  'the question that says whom a rule sends to': ['bad'],
  'the matrix of a rule': ['bad'],
  'the answers that a webhook sends': ['bad'],
  'answers that are services': ['tool'],
  'answers that are departments with their approvers': ['teams'],
  'the approver of a department that is chosen': ['teams'],
  'documents of a block': ['documentIds'],
  'documents of a comment': ['documentIds'],
  'the answer that a comment is about': ['intakeSubmissionAnswerId'],
  'people who are mentioned': ['commentBody'],
  'vendors that are linked': ['vendorIds'],
  'services that are linked': ['serviceIds'],
  'owners of a category': ['ownerIds'],
  'columns of a category': ['dashboardCustomColumns.0.source', 'dashboardCustomColumns.1.source'],
  'a question’s own list of vendors': ['bad'],
  'the question that a question depends on': ['bad'],
  'the option that an option is below': ['bad'],
  'watchers of a request': ['watcherIds'],
  'a disabled watcher of a request': ['watcherIds'],
  'watchers while filing': ['watcherUserIds'],
  'answers that are people': ['owner'],
  'answers that are vendors': ['vendor'],
  'answers that are documents': ['files'],
  'the people of a task that is added': ['approverUserIds'],
  'a disabled person of a task that is added': ['approverUserIds'],
  'the groups of a task that is added': ['approverGroupIds'],
  'the steps of a task that is added': ['stepIds'],
  'people who take over': ['approverUserIds'],
  'groups that take over': ['approverGroupIds'],
  'the assignee of a block': ['assigneeUserId'],
  'answers of an additional step': ['maker'],
  'documents of a request': ['documentIds'],
  'approvers of a rule': ['bad'],
  'approver groups of a rule': ['bad'],
  'watchers of a rule': ['bad'],
  'watcher groups of a rule': ['bad'],
  'questions of a rule’s conditions': ['bad'],
  'steps of a rule': ['bad'],
  'the questions that fill in a service': ['bad'],
  'the vendor of a task’s service': ['vendorId'],
  'the owners of a task’s service': ['ownerIds'],
  'the order of workflows': 409,
  'the order of categories': 404,
}

const state = async () => ({
  rows: await rowCounts(),
  requests: await rows('SELECT id, projected_sequence FROM intake_submissions WHERE company_id = ?', scene.company.id),
  workflow: await rows('SELECT version, definition FROM intake_workflows WHERE id = ?', own.workflow),
  order: await rows('SELECT id, ordinal FROM intake_categories WHERE company_id = ? ORDER BY id', scene.company.id),
})

describe('ids of missing objects and of another company are refused and change nothing', () => {
  it.each(CASES)('unknown and foreign ids are refused for %s', async (name, call) => {
    const refusedAs = REFUSED_AS[name]
    const before = await state()
    const [a, b] = [await call(foreign), await call(unknown)]
    for (const answer of [a, b]) {
      const fields = fieldsOf(answer)
      const said = Object.keys(fields).length > 0 ? Object.keys(fields) : answer.status
      expect(said, JSON.stringify(answer.body)).toEqual(refusedAs)
    }
    expect(a.status).toBe(b.status)
    expect(await state()).toEqual(before)
  })
})
