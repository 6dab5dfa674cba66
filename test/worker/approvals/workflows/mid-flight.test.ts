import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, decide, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import {
  answersOf,
  FORM,
  file,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  saveLevels,
  step,
} from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'
import { signIn } from '../../../support/worker/world.ts'

/** What changes while a request is in progress, and what happens twice or at the same time. */

let scene: FilingScene
let second: Client
beforeAll(async () => {
  scene = await makeFilingScene()
  second = await signIn(scene.company, scene.people.second)
})

const labels = async (client: Client, id: string): Promise<string[]> =>
  (await approvals(client, id)).levels.flatMap((level: { blocks: { label: string }[] }) =>
    level.blocks.map(({ label }) => label),
  )
const decisionsOf = async (client: Client, id: string) => (await approvals(client, id)).levels[0].blocks[0].decisions

describe('changing a form while a draft has answers', () => {
  const withTwo = [
    step('what', [
      question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
      question('why', 'TEXT', { label: 'Why' }),
      question('size', 'CUSTOM_SELECT', {
        options: [
          { id: 'small', label: 'Small', parentId: null, ordinal: 0 },
          { id: 'large', label: 'Large', parentId: null, ordinal: 1 },
        ],
      }),
    ]),
  ]
  const drafted = async (answers: Record<string, unknown>) => {
    const own = await makeCategory(scene.admin, {
      form: withTwo,
      levels: [[rule('legal', { approverUserIds: [scene.people.approver.userId] })]],
    })
    const { body } = await save(scene.requester, own.id, answers, { isDraft: true })
    return { categoryId: own.id, answers, draft: { id: String(body.id), version: Number(body.version) } }
  }

  it('a draft loses the answer to a deleted question, and can still be saved and submitted', async () => {
    const { categoryId, answers, draft } = await drafted({ title: 'Kept', why: 'Soon gone' })
    await saveForm(scene.admin, categoryId, [step('what', withTwo[0]?.questions.filter((q) => q.id !== 'why') ?? [])])
    const opened = await scene.requester.get(`/api/intake-submission/${draft.id}/answers`)
    expect(opened.status).toBe(200)
    const saved = await save(scene.requester, categoryId, answers, { ...draft, isDraft: true })
    expect(saved.body).toMatchObject({ complete: true, version: 2 })
    const filed = await save(scene.requester, categoryId, answers, { id: draft.id, version: 2 })
    expect(filed.body).toMatchObject({ complete: true, isDraft: false })
    const stored = await rows<{ question_id: string }>(
      'SELECT question_id FROM intake_answers WHERE submission_id = ?',
      draft.id,
    )
    expect(stored.map((row) => row.question_id)).toEqual(['title'])
  })

  it('a draft is asked again if a choice was deleted, and is otherwise unchanged', async () => {
    const { categoryId, answers, draft } = await drafted({ title: 'Choice', size: 'large' })
    const [what] = withTwo
    const fewer = (what?.questions ?? []).map((q) => ({ ...q, options: q.options.filter(({ id }) => id !== 'large') }))
    await saveForm(scene.admin, categoryId, [step('what', fewer)])
    const filed = await save(scene.requester, categoryId, answers, draft)
    expect(fieldsOf(filed)).toEqual({ size: 'Choose one of the options' })
    const again = await save(scene.requester, categoryId, { ...answers, size: 'small' }, draft)
    expect(again.body).toMatchObject({ isDraft: false })
  })
})

describe('changing a workflow while a request is in progress', () => {
  const legal = () => rule('legal', { approverUserIds: [scene.people.approver.userId] })
  const finance = () => rule('finance', { approverUserIds: [scene.people.second.userId] })

  it('an edit keeps the workflow of the request, and a restart uses the new one', async () => {
    const own = await makeCategory(scene.admin, { levels: [[legal()]] })
    const id = await file(scene.requester, own.id, { title: 'Old workflow' })
    await saveLevels(scene.admin, own.workflowId, [[finance()]], 2)
    await save(scene.requester, own.id, { title: 'Edited', amount: usd(100) }, { id, version: 1 })
    expect(await labels(scene.requester, id)).toEqual(['legal'])
    await scene.requester.post(`/api/intake-submission/${id}/restart`)
    expect(await labels(scene.requester, id)).toEqual(['finance'])
  })

  it('a request with a deleted workflow runs to its end', async () => {
    const own = await makeCategory(scene.admin, { levels: [[legal()], [finance()]] })
    const id = await file(scene.requester, own.id, { title: 'Deleted workflow' })
    const deleted = await scene.admin.call('DELETE', `/api/intake-categories/${own.id}/workflows/${own.workflowId}`)
    expect(deleted.status, JSON.stringify(deleted.body)).toBeLessThan(300)
    await decide(scene.approver, id, 'APPROVED', 1)
    const { levels } = await approvals(second, id)
    const last = { status: 'APPROVED', levelGroupStatusId: levels[1].blocks[0].id, seenVersion: 1 }
    expect((await second.post(`/api/intake-submission/${id}/status`, last)).body.status).toBe('APPROVED')
  })
})

describe('two people at the same time', () => {
  const both = async () => {
    const people = [scene.people.approver.userId, scene.people.second.userId]
    const own = await makeCategory(scene.admin, { levels: [[rule('either', { approverUserIds: people })]] })
    return file(scene.requester, own.id, { title: `Race ${newId()}` })
  }

  it('one of two contradicting approvers wins, and the other is told that it is decided', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await both()
      const answers = await Promise.all([decide(scene.approver, id, 'APPROVED', 1), decide(second, id, 'REJECTED', 1)])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      const lost = answers.find((answer) => answer.status === 409)
      expect(lost?.body).toMatchObject({ code: 'CONFLICT', message: expect.any(String) })
      expect(await decisionsOf(scene.requester, id)).toHaveLength(1)
    }
  })

  it('no one approves what they didn’t see when a decision and an edit arrive together', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await both()
      const { categoryId } = (
        await rows<{ categoryId: string }>(
          'SELECT intake_category_id AS categoryId FROM intake_submissions WHERE id = ?',
          id,
        )
      )[0] ?? { categoryId: '' }
      const [decided, edited] = await Promise.all([
        decide(scene.approver, id, 'APPROVED', 1),
        save(scene.requester, categoryId, { title: 'Changed' }, { id, version: 1 }),
      ])
      if (decided.status === 200) {
        expect([403, 409]).toContain(edited.status)
      } else {
        expect(edited.status).toBe(200)
        expect(decided.body).toMatchObject({ code: 'CONFLICT', reason: 'ANSWERS_CHANGED' })
        expect(decided.body.details.changes[0]).toMatchObject({ questionId: 'title', after: 'Changed' })
      }
    }
  })
})

describe('a decision sent twice', () => {
  const body = (id: string) => ({
    status: 'APPROVED',
    levelGroupStatusId: `${id}-1-1`,
    seenVersion: 1,
    comment: 'Once',
  })
  const post = (id: string, commandId?: string) =>
    scene.approver.post(`/api/intake-submission/${id}/status`, body(id), commandId)

  it('a decision repeated with its key runs once and answers the same, in a row and at once', async () => {
    const id = await file(scene.requester, scene.category.id, { title: 'Twice' })
    const key = newId()
    const answers = [...(await Promise.all([post(id, key), post(id, key)])), await post(id, key)]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await decisionsOf(scene.requester, id)).toHaveLength(1)
  })

  it('a decision repeated without a key is refused', async () => {
    const id = await file(scene.requester, scene.category.id, { title: 'Twice without a key' })
    expect((await post(id)).status).toBe(200)
    expect((await post(id)).body).toMatchObject({ code: 'CONFLICT' })
    expect(await decisionsOf(scene.requester, id)).toHaveLength(1)
  })
})

describe('large requests', () => {
  it('a text of 10,000 characters is kept, and one that no field can hold is refused with nothing written', async () => {
    const own = await makeCategory(scene.admin, {
      form: [...FORM, step('more', [question('story', 'TEXT')], 2)],
      levels: [[rule('legal', { approverUserIds: [scene.people.approver.userId] })]],
    })
    const story = `${'ä€😀<b>'.repeat(1_666)}`.slice(0, 10_000)
    const id = await file(scene.requester, own.id, { title: 'T'.repeat(10_000), story })
    const { body } = await scene.requester.get(`/api/intake-submission/${id}/answers`)
    const answer = body.answers.find((a: { questionId: string }) => a.questionId === 'story')
    expect(answer.value).toBe(story)
    expect((await scene.approver.get(`/api/intake-submission/${id}`)).body.title.length).toBeLessThanOrEqual(500)
    expect((await decide(scene.approver, id, 'APPROVED', 1)).body).toMatchObject({ status: 'APPROVED' })
    const before = await rows('SELECT id FROM intake_submissions WHERE company_id = ?', scene.company.id)
    const tooLong = await save(scene.requester, own.id, { title: 'Too long', story: 'x'.repeat(20_001) })
    expect(tooLong.status).toBe(400)
    expect(await rows('SELECT id FROM intake_submissions WHERE company_id = ?', scene.company.id)).toEqual(before)
  })

  it('the longest answers that fit can be saved, edited and decided, and longer ones are refused at the longest', async () => {
    const questions = Array.from({ length: 100 }, (_, i) => question(`long${i}`, 'TEXT', { allowsNote: i === 0 }))
    const own = await makeCategory(scene.admin, {
      form: [step('what', [question('title', 'REQUEST_TITLE', { isRequired: true }), ...questions])],
      levels: [[rule('legal', { approverUserIds: [scene.people.approver.userId] })]],
    })
    const send = async (count: number, letter: string, more: object = {}) => {
      const answers = Object.fromEntries(
        questions.slice(0, count).map(({ id }, i) => [id, letter.repeat(i === 3 ? 20_000 : 19_600)]),
      )
      const transactionId = newId()
      const parts = [{ title: 'Long' }, ...Object.entries(answers).map(([id, value]) => ({ [id]: value }))]
      let last: Awaited<ReturnType<typeof save>> | undefined
      for (const [i, part] of parts.entries()) {
        const submission = { intakeCategoryId: own.id, isDraft: false, ...more, answers: answersOf(part) }
        const body = { transactionId, batch: i + 1, totalBatches: parts.length, submission }
        last = await scene.requester.post('/api/intake-submission', body)
      }
      if (!last) throw new Error('Nothing was sent')
      return last
    }
    const filed = await send(20, 'x')
    expect(filed.status).toBe(200)
    const { id } = filed.body
    expect((await send(20, 'y', { id, version: 1 })).body).toMatchObject({ version: 2 })
    expect((await decide(scene.approver, id, 'REJECTED', 2)).status).toBe(200)
    expect((await send(20, 'z', { id, version: 2 })).body).toMatchObject({ version: 3 })
    const before = await rows('SELECT id FROM intake_submissions WHERE company_id = ?', scene.company.id)
    const message = 'All answers together are too long. Shorten this one, or attach it as a document'
    expect(fieldsOf(await send(60, 'x'))).toEqual({ long3: message })
    expect(fieldsOf(await send(60, 'x', { isDraft: true }))).toEqual({ long3: message })
    expect(await rows('SELECT id FROM intake_submissions WHERE company_id = ?', scene.company.id)).toEqual(before)
  })

  it('a form of 200 questions with a workflow of 50 levels can be saved, previewed, filed and decided', async () => {
    const questions = Array.from({ length: 199 }, (_, i) =>
      question(`q${i}`, i % 2 ? 'NUMBER' : 'TEXT', {
        label: `Question ${i}`,
        ...(i > 1 &&
          i % 2 === 0 && {
            conditionNumerics: [{ valuesQuestionId: `q${i - 1}`, minimumValue: 0, maximumValue: null }],
          }),
      }),
    )
    const levels = Array.from({ length: 50 }, (_, i) => [
      rule(`rule-${i + 1}`, {
        approverUserIds: [scene.people.approver.userId],
        conditionNumerics: [{ valuesQuestionId: `q${(i % 90) * 2 + 1}`, minimumValue: i, maximumValue: null }],
      }),
    ])
    const own = await makeCategory(scene.admin, {
      form: [
        step('first', [question('title', 'REQUEST_TITLE', { isRequired: true }), ...questions.slice(0, 100)]),
        step('second', questions.slice(100), 1),
      ],
      levels,
    })
    const answers: Record<string, unknown> = { title: 'Everything' }
    for (const [i, { id }] of questions.entries()) answers[id] = i % 2 ? 1_000 : `Answer ${i}`
    const preview = await scene.requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: own.id,
      answers: answersOf(answers),
    })
    expect(preview.body.levels).toHaveLength(50)
    const id = await file(scene.requester, own.id, answers)
    const view = await approvals(scene.approver, id)
    expect(view.levels).toHaveLength(50)
    const stored = await rows('SELECT 1 FROM intake_answers WHERE submission_id = ?', id)
    expect(stored).toHaveLength(200)
    expect((await decide(scene.approver, id, 'APPROVED', 1)).body).toMatchObject({ status: 'PENDING' })
    const blocks = view.levels.map((level: { blocks: { id: string }[] }) => level.blocks[0]?.id)
    const all = { status: 'APPROVED', levelGroupStatusId: blocks[1], seenVersion: 1, approveAllNonTaskBlocks: true }
    expect((await scene.approver.post(`/api/intake-submission/${id}/status`, all)).body.status).toBe('APPROVED')
    const open = await rows("SELECT 1 FROM level_group_statuses WHERE target_id = ? AND status <> 'APPROVED'", id)
    expect(open).toEqual([])
  })
})
