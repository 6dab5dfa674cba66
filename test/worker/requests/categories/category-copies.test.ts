import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormStep } from '../../../../schema/requests/forms/form.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { type CategoryScene, column, makeCategoryScene, waitingFor } from '../../../support/worker/category-scene.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, makeCategory, question, rule, save, step } from '../../../support/worker/intake.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'

let scene: CategoryScene
beforeAll(async () => {
  scene = await makeCategoryScene()
})

describe('a copy of a category', () => {
  const copyOf = (id: string, more: object = {}) =>
    scene.admin.post(`/api/intake-categories/${id}/duplicate`, {
      ...{ name: `Copy ${newId()}`, includeForm: true, includeWorkflow: true, includeAdvanced: true },
      ...more,
    })

  it('a copy has its own form, workflows and settings, which refer to its own questions', async () => {
    const original = await scene.make()
    const columns = [column('Kind', { questionId: 'kind' }), column('Legal', { ruleId: 'legal' })]
    await scene.change(scene.admin, original.id, {
      dashboardCustomColumns: columns,
      ownerIds: [scene.ownerPerson.userId],
    })
    const { body } = await copyOf(original.id)
    const { steps } = (await scene.admin.get(`/api/intake-categories/${body.id}/steps`)).body
    const questions = steps.flatMap((s: { questions: { id: string; label: string }[] }) => s.questions)
    const kind = questions.find((q: { label: string }) => q.label === 'kind')
    const reason = questions.find((q: { label: string }) => q.label === 'reason')
    expect(kind.id).not.toBe('kind')
    const renewal = kind.options.find((o: { label: string }) => o.label === 'Renewal').id
    expect(reason.conditionAnyOfs).toEqual([{ valuesQuestionId: kind.id, values: [renewal] }])
    const copied = (await scene.admin.get(`/api/intake-categories/${body.id}/rules`)).body
    expect(copied.map((r: { label: string }) => r.label)).toEqual(['legal', 'large'])
    const workflow = (await scene.admin.get(`/api/intake-workflow/${copied[0].workflowId}`)).body
    expect(workflow.definition.levels[1].rules[0].conditionAnyOfs).toEqual([
      { valuesQuestionId: kind.id, values: [renewal] },
    ])
    const settings = await scene.read(body.id)
    expect(settings.owners).toEqual([{ id: scene.ownerPerson.userId, name: 'Olive Owner' }])
    expect(settings.dashboardCustomColumns).toEqual([
      column('Kind', { questionId: kind.id }),
      column('Legal', { ruleId: copied[0].id }),
    ])
    const answers = Object.fromEntries(questions.map((q: { id: string; label: string }) => [q.label, q.id]))
    const filed = await save(scene.member, body.id, {
      [answers.Title]: 'In the copy',
      [answers.reason]: 'x',
      [kind.id]: renewal,
    })
    expect(filed.status).toBe(200)
    expect(await waitingFor(filed.body.id)).toBe(1)
  })

  it('a copy has only the parts that were chosen', async () => {
    const original = await makeCategory(scene.admin, {
      levels: [[rule('legal', { approverUserIds: [scene.approver.userId] })]],
    })
    await scene.change(scene.admin, original.id, { enableAssignees: true, ownerIds: [scene.ownerPerson.userId] })
    const { body } = await copyOf(original.id, { includeForm: false, includeAdvanced: false })
    expect((await scene.admin.get(`/api/intake-categories/${body.id}/steps`)).body.steps).toEqual([])
    expect((await scene.admin.get(`/api/intake-categories/${body.id}/rules`)).body).toHaveLength(1)
    expect(await scene.read(body.id)).toMatchObject({ owners: [], enableAssignees: false })
  })

  it('workflows that use the form aren’t copied without it, and nothing else is copied then', async () => {
    const hook = { url: 'https://hooks.acme-tools.com/x', fields: [{ key: 'title', value: '', questionId: 'title' }] }
    const webhook = rule('hook', { type: 'WEBHOOK', approverType: 'NO_APPROVERS', settings: { webhook: hook } })
    const only = await makeCategory(scene.admin, { levels: [[webhook]] })
    for (const id of [only.id, (await scene.make()).id]) {
      const name = `Copy ${newId()}`
      const refused = await copyOf(id, { name, includeForm: false })
      expect(fieldsOf(refused).includeForm).toMatch(
        /^The workflow “.+” reads questions of the form\. Copy the form too/,
      )
      expect((await copyOf(id, { name, includeForm: false, includeWorkflow: false })).status).toBe(200)
    }
  })

  it('a copy’s tasks refer to its own questions and steps', async () => {
    const form = [
      ...FORM,
      step('address', [question('mail', 'EMAIL'), question('price', 'MONEY')], 2),
      { ...step('later', [question('check', 'TEXT')], 3), isAdditionalStep: true },
    ]
    const document = await makeDocument(scene.admin)
    const settings: Partial<WorkflowRule>[] = [
      {
        type: 'WEBHOOK',
        approverType: 'NO_APPROVERS',
        settings: {
          webhook: {
            url: 'https://hooks.acme-tools.com/x',
            fields: [
              { key: 'title', value: '', questionId: 'title' },
              { key: 'from', value: 'Outlay', questionId: null },
            ],
          },
        },
      },
      {
        type: 'SEND_DOCUMENT',
        settings: {
          sendDocument: {
            recipient: { source: 'QUESTION', questionId: 'mail' },
            emailCopy: '',
            documentIds: [document],
          },
        },
      },
      { type: 'CREATE_SERVICE', settings: { createService: { mappings: { name: 'title', totalCost: 'price' } } } },
      { type: 'ADDITIONAL_STEP', settings: { stepIds: ['later'] } },
    ]
    const rules = settings.map((more, n) => rule(`task-${n}`, { approverUserIds: [scene.approver.userId], ...more }))
    const original = await makeCategory(scene.admin, { form, levels: [rules] })
    const { body } = await copyOf(original.id)
    const { steps } = (await scene.admin.get(`/api/intake-categories/${body.id}/steps`)).body as { steps: FormStep[] }
    const idOf = (label: string) => steps.flatMap((s) => s.questions).find((q) => q.label === label)?.id
    const [copied] = (await scene.admin.get(`/api/intake-categories/${body.id}/rules`)).body
    const { definition } = (await scene.admin.get(`/api/intake-workflow/${copied.workflowId}`)).body
    const [webhook, send, service, additional] = definition.levels[0].rules.map((r: WorkflowRule) => r.settings)
    expect(webhook.webhook.fields.map((f: { questionId: string | null }) => f.questionId)).toEqual([
      idOf('Title'),
      null,
    ])
    expect(send.sendDocument.recipient.questionId).toBe(idOf('mail'))
    expect(service.createService.mappings).toEqual({ name: idOf('Title'), totalCost: idOf('price') })
    expect(additional.stepIds).toEqual([steps.find((s) => s.label === 'later')?.id])
    expect(idOf('mail')).not.toBe('mail')
  })

  it('a copy needs an unused name', async () => {
    const { id } = await scene.make()
    const { body } = await copyOf(id)
    const names = (await scene.admin.get('/api/intake-categories/for-settings')).body as { id: string; name: string }[]
    const name = names.find((c) => c.id === body.id)?.name.toUpperCase()
    expect(fieldsOf(await copyOf(id, { name }))).toEqual({ name: 'Another category has this name' })
  })
})
