import { describe, expect, it } from 'vitest'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { visibleQuestionIds } from '../../../../schema/requests/forms/visibility.ts'
import type { CategoryTemplateShown } from '../../../../schema/requests/templates/endpoints.ts'
import { TEMPLATE_KEYS } from '../../../../schema/requests/templates/template.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals, request } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Templates of categories: what they suggest to a company, and requests on what they make. */

const makeScene = async () => {
  const company = await makeCompany()
  const boss = await company.addPerson({ name: 'Ben Boss', flags: ['hasAdminAccess'] })
  const requester = await company.addPerson({ name: 'Rita Requester', managerUserId: boss.userId })
  const departmentId = await company.add('departments')
  await company.addToDepartment(departmentId, boss.userId, true)
  return {
    company,
    departmentId,
    boss,
    admin: await signIn(company, boss),
    requester: await signIn(company, requester),
  }
}
const templates = async (client: Client): Promise<CategoryTemplateShown[]> =>
  (await client.get('/api/intake-category-templates')).body
const use = (client: Client, key: string, body: object) =>
  client.post(`/api/intake-category-templates/${key}/use`, body)

describe('a company without departments', () => {
  it('files by a template that asks for one, and a company with some must name one', async () => {
    const company = await makeCompany()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const departmentOf = ({ steps }: FormDefinition) =>
      steps.flatMap(({ questions }) => questions).find(({ type }) => type === 'DEPARTMENT_SELECT')
    const formOf = async (id: string): Promise<FormDefinition> =>
      (await admin.get(`/api/intake-categories/${id}/steps`)).body
    const shown = async () =>
      departmentOf((await templates(admin)).find(({ key }) => key === 'hardware')?.form ?? { steps: [] })
    expect(await shown()).toMatchObject({ isRequired: false })
    const without = await use(admin, 'hardware', { name: 'Without' })
    expect(departmentOf(await formOf(without.body.id))).toMatchObject({ isRequired: false })
    await company.add('departments')
    expect(await shown()).toMatchObject({ isRequired: true })
    const withSome = await use(admin, 'hardware', { name: 'With' })
    expect(departmentOf(await formOf(withSome.body.id))).toMatchObject({ isRequired: true })
  })
})

describe('using a template', () => {
  it.each(TEMPLATE_KEYS)('a request in a category made from %s is filed, approved and completed', async (key) => {
    const { company, departmentId, admin, requester, boss } = await makeScene()
    const vendorId = await company.add('vendors')
    const made = await use(admin, key, { name: `From ${key}` })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { steps } = (await requester.get(`/api/intake-categories/${made.body.id}/steps`)).body as FormDefinition
    const answerTo = ({ type, options, isMulti }: Question): unknown => {
      const one: Partial<Record<Question['type'], unknown>> = {
        ...{ VENDOR_SELECT: vendorId, DEPARTMENT_SELECT: departmentId, MEMBER_SELECT: boss.userId },
        ...{ REQUEST_AMOUNT: { value: 10_000_000, currency: 'USD' }, YES_NO: true, NUMBER: 3 },
        ...{ START_DATE: '2030-01-01', END_DATE: '2030-02-01', DUE_DATE: '2029-12-01' },
        ...{ DURATION: { years: 0, months: 3, days: 0 }, CUSTOM_SELECT: options[0]?.id },
      }
      const value = one[type] ?? 'Some text'
      return isMulti ? [value] : value
    }
    const questions = steps.flatMap((step) => step.questions).filter(({ isRequired }) => isRequired)
    const all = Object.fromEntries(questions.map((question) => [question.id, answerTo(question)]))
    const shown = visibleQuestionIds({ steps }, all as never)
    const answers = Object.fromEntries(Object.entries(all).filter(([id]) => shown.has(id)))
    const id = await file(requester, made.body.id, answers)
    for (let turn = 0; turn < 10; turn += 1) {
      const { body } = await request(admin, id)
      if (body.status !== 'PENDING') break
      const { levels } = await approvals(admin, id)
      const open = levels
        .flatMap(
          (level: { blocks: { id: string; status: string; type?: string; ruleType?: string }[] }) => level.blocks,
        )
        .filter(({ status }: { status: string }) => status === 'PENDING')
      for (const block of open) {
        const decided = await admin.post(`/api/intake-submission/${id}/status`, {
          ...{ status: 'APPROVED', levelGroupStatusId: block.id, seenVersion: body.version },
        })
        if (decided.status !== 200)
          await admin.post(`/api/intake-submission/${id}/complete-task`, { levelGroupStatusId: block.id })
      }
    }
    expect((await request(admin, id)).body.status).toBe('APPROVED')
  })

  it('suggests groups by their names, a free name and round limits in the company’s currency', async () => {
    const { company, admin } = await makeScene()
    const finance = await company.add('groups', 'FINANCE')
    await run("UPDATE companies SET currency = 'JPY' WHERE id = ?", company.id)
    expect((await use(admin, 'software', { name: 'Software', groups: { finance } })).status).toBe(200)
    const [software, hardware] = await templates(admin)
    expect(software).toMatchObject({ isNameTaken: true, freeName: 'Software 2' })
    expect(hardware).toMatchObject({ isNameTaken: false, freeName: 'Hardware and equipment' })
    expect(software?.roles).toMatchObject([
      { role: 'finance', group: { id: finance, name: 'FINANCE' } },
      { role: 'it', group: null },
    ])
    expect(software?.limits).toEqual([
      { ruleId: 'software-rule-2-2', label: 'Finance', amount: { value: 750_000, currency: 'JPY' } },
    ])
  })

  it('asks the chosen group from the chosen amount, and the person who uses the template for other roles', async () => {
    const { company, admin, boss } = await makeScene()
    const finance = await company.add('groups', 'Money people')
    const name = `Software ${newId()}`
    const body = { name, groups: { finance, it: null }, limits: [{ ruleId: 'software-rule-2-2', amount: 123_400 }] }
    const { workflowId } = (await use(admin, 'software', body)).body
    const [row] = await rows<{ definition: string }>('SELECT definition FROM intake_workflows WHERE id = ?', workflowId)
    const rules = JSON.parse(row?.definition ?? '{}').levels.flatMap((level: { rules: object[] }) => level.rules)
    expect(rules.find((rule: { label: string }) => rule.label === 'Finance')).toMatchObject({
      ...{ approverGroupIds: [finance], approverUserIds: [] },
      conditionNumerics: [{ minimumValue: 123_400 }],
    })
    expect(rules.find((rule: { label: string }) => rule.label === 'Security review')).toMatchObject({
      ...{ approverGroupIds: [], approverUserIds: [boss.userId] },
    })
  })

  it('a name that is taken, another company’s group and a limit of no rule make nothing', async () => {
    const { company, admin } = await makeScene()
    const other = await makeScene()
    const foreign = await other.company.add('groups', 'Finance')
    expect((await use(admin, 'events', { name: 'Trips' })).status).toBe(200)
    expect(fieldsOf(await use(admin, 'events', { name: 'TRIPS' }))).toEqual({ name: 'Another category has this name' })
    expect(fieldsOf(await use(admin, 'software', { name: 'A', groups: { finance: foreign } }))).toEqual({
      'groups.finance': 'This group no longer exists. Choose again.',
    })
    expect(
      fieldsOf(await use(admin, 'software', { name: 'B', limits: [{ ruleId: 'nothing', amount: 1 }] })),
    ).toHaveProperty('limits')
    expect(await rows('SELECT name FROM intake_categories WHERE company_id = ?', company.id)).toEqual([
      { name: 'Trips' },
    ])
    expect(await rows('SELECT label FROM intake_workflows WHERE company_id = ?', company.id)).toHaveLength(1)
  })
})
