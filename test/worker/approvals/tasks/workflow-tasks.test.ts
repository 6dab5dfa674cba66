import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import {
  answersOf,
  createWorkflow,
  FORM,
  file,
  levelsOf,
  makeCategory,
  question,
  rule,
  saveForm,
  step,
} from '../../../support/worker/intake.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { makeTaskScene, type TaskScene } from '../../../support/worker/task-scene.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'

let scene: TaskScene

beforeAll(async () => {
  scene = await makeTaskScene()
})

const url = (id: string, path: string) => `/api/intake-submission/${id}/${path}`

describe('an additional step', () => {
  const later = {
    ...step('later', [question('plan', 'TEXT', { isRequired: true }), question('risky', 'YES_NO')], 9),
    isAdditionalStep: true,
  }
  const risk = rule('risk', {
    conditionBooleans: [{ valuesQuestionId: 'risky', value: true }],
  })
  const make = async (workflowType: 'SUB_LEVELS' | 'APPEND_LEVELS_TO_END') => {
    const more = rule('more', {
      type: 'ADDITIONAL_STEP',
      approverUserIds: [scene.idOf('abe')],
      settings: { stepIds: ['later'], workflowType },
    })
    const category = await makeCategory(scene.as.ada, {
      form: [...FORM, later],
      levels: [
        [more, { ...risk, approverUserIds: [scene.idOf('bea')] }],
        [rule('last', { approverUserIds: [scene.idOf('bea')] })],
      ],
    })
    return file(scene.as.rita, category.id, { title: 'Laptops' })
  }
  const answer = async (id: string, answers: Record<string, unknown>, seenVersion = 1) =>
    scene.as.abe.post(`/api/additional-step-tasks/${(await scene.blockOf(id, 'more')).id}/complete`, {
      seenVersion,
      steps: [{ stepId: 'later', fields: answersOf(answers) }],
    })

  it.each([
    ['SUB_LEVELS', { level: 1, subLevel: 1 }],
    ['APPEND_LEVELS_TO_END', { level: 3, subLevel: 0 }],
  ] as const)(
    'the setting %s puts the approvals that the answers require in the right place',
    async (workflowType, place) => {
      const id = await make(workflowType)
      expect((await scene.blocksOf(id)).map((block: { label: string }) => block.label)).toEqual(['more', 'last'])
      expect((await answer(id, { plan: 'Small', risky: true })).status).toBe(200)
      expect(await scene.blockOf(id, 'risk')).toMatchObject(place)
      const after = { SUB_LEVELS: ['more', 'risk', 'last'], APPEND_LEVELS_TO_END: ['more', 'last', 'risk'] }
      expect((await scene.blocksOf(id)).map(({ label }) => label)).toEqual(after[workflowType])
      const [steps] = (await scene.as.rita.get(url(id, 'additional-steps'))).body
      expect(steps.answers.map((one: { questionId: string; value: unknown }) => [one.questionId, one.value])).toEqual([
        ['plan', 'Small'],
        ['risky', true],
      ])
      expect((await scene.as.rita.get(`/api/intake-submission/${id}`)).body.version).toBe(2)
    },
  )

  it('answers that require nothing add nothing', async () => {
    const id = await make('SUB_LEVELS')
    await answer(id, { plan: 'Small', risky: false })
    expect(await scene.blocksOf(id)).toHaveLength(2)
  })

  it('invalid answers are refused beside the question, and an outdated edit shows what changed', async () => {
    const id = await make('SUB_LEVELS')
    expect(fieldsOf(await answer(id, { risky: true }))).toEqual({ plan: 'Required' })
    const { intakeCategoryId } = (await scene.as.rita.get(`/api/intake-submission/${id}`)).body
    await scene.as.rita.post('/api/intake-submission', {
      batch: 1,
      totalBatches: 1,
      submission: { id, intakeCategoryId, isDraft: false, version: 1, answers: answersOf({ title: 'Tablets' }) },
    })
    const stale = await answer(id, { plan: 'Small' })
    expect([stale.status, stale.body.reason]).toEqual([409, 'ANSWERS_CHANGED'])
    expect(stale.body.details.changes).toMatchObject([{ questionId: 'title', after: 'Tablets' }])
    expect((await answer(id, { plan: 'Small' }, 2)).status).toBe(200)
  })
})

describe('a task that sends documents', () => {
  it('the documents are emailed as attachments to the address in the answer, and complete the task', async () => {
    const documentId = await makeDocument(scene.as.ada, 'Terms.pdf')
    const form = [...FORM, step('contact', [question('email', 'EMAIL')], 8)]
    const settings = (source: object) => ({
      sendDocument: { recipient: source, emailCopy: 'Please sign.', documentIds: [documentId] },
    })
    const sends = rule('terms', {
      type: 'SEND_DOCUMENT',
      approverUserIds: [scene.idOf('abe')],
      settings: settings({ source: 'QUESTION', questionId: 'email' }) as WorkflowRule['settings'],
    })
    const category = await makeCategory(scene.as.ada, { form, levels: [[sends]] })
    // No other test writes to it.
    const to = `vendor-${documentId}@acme-tools.com`
    const id = await file(scene.as.rita, category.id, { title: 'Laptops', email: to })
    await scene.carryOut(id)
    const [mail] = sentMails(to)
    expect(mail?.text).toContain('Please sign.')
    expect(mail?.attachments).toMatchObject([{ filename: 'Terms.pdf', content_type: 'application/pdf' }])
    expect(atob(mail?.attachments[0]?.content ?? '')).toMatch(/^%PDF/)
    expect(await scene.blockOf(id, 'terms')).toMatchObject({
      status: 'APPROVED',
      automatic: { result: { pocEmail: to } },
    })

    expect((await scene.as.rita.get(url(id, 'documents'))).body).toEqual([
      { id: documentId, source: 'BLOCK', label: 'terms', canRemove: true },
    ])

    const blank = await file(scene.as.rita, category.id, { title: 'Laptops' })
    await scene.carryOut(blank)
    expect((await scene.blockOf(blank, 'terms')).automatic).toMatchObject({
      state: 'FAILED',
      error: 'No recipient: “email” isn’t answered',
    })
  })
})

describe('a workflow', () => {
  it('a workflow with a task that couldn’t run is refused beside the rule', async () => {
    const category = await makeCategory(scene.as.ada, { levels: [] })
    await saveForm(scene.as.ada, category.id, FORM)
    const workflowId = await createWorkflow(scene.as.ada, category.id, 'Other')
    const problem = async (more: Partial<WorkflowRule>) => {
      const bad = rule('bad', { approverUserIds: [scene.idOf('abe')], ...more })
      const body = {
        version: 1,
        entryPoints: { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] },
        levels: levelsOf([bad]),
      }
      const answer = await scene.as.ada.post(`/api/intake-workflow/${workflowId}/levels`, body)
      expect(codeOf(answer)).toBe('INVALID')
      return fieldsOf(answer)?.bad
    }
    const sendDocument = { recipient: { source: 'REQUESTER' as const }, emailCopy: '', documentIds: ['nothing'] }
    expect(await problem({ type: 'ADDITIONAL_STEP', settings: { stepIds: ['what'] } })).toMatch(
      /no longer an additional step/,
    )
    expect(await problem({ type: 'WEBHOOK', settings: {} })).toMatch(/Enter an address/)
    expect(await problem({ type: 'WEBHOOK', settings: { webhook: { url: 'https://10.0.0.1/', fields: [] } } })).toMatch(
      /must be public/,
    )
    expect(await problem({ type: 'SEND_DOCUMENT', settings: {} })).toMatch(/at least one document/)
    expect(await problem({ type: 'SEND_DOCUMENT', settings: { sendDocument } })).toMatch(/doesn’t exist/)
    expect(await problem({ type: 'CREATE_JIRA_ISSUE' })).toMatch(/cannot be used yet/)
  })
})
