import { describe, expect, it } from 'vitest'
import { makeCategory } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** What a new company has set up, and who is told about it. */

const newCompany = async (flags?: Parameters<typeof makeCompany>[0]) => {
  const company = await makeCompany(flags)
  await run("UPDATE companies SET first_steps = 'OPEN' WHERE id = ?", company.id)
  return { company, admin: await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] })) }
}
const doneOf = async (client: Client): Promise<string[]> =>
  (await client.get('/api/first-steps')).body.steps.flatMap((each: { step: string; isDone: boolean }) =>
    each.isDone ? each.step : [],
  )
const set = (client: Client, state: string) => client.call('PUT', '/api/first-steps', { body: { state } })
const shownTo = async (client: Client): Promise<string> => (await client.get('/api/current-company')).body.firstSteps

describe('first steps', () => {
  it('each is done once the company has it', async () => {
    const { company, admin } = await newCompany()
    expect(await doneOf(admin)).toEqual([])
    await company.addPerson({})
    await company.add('departments')
    expect(await doneOf(admin)).toEqual(['PEOPLE', 'DEPARTMENTS'])
    const made = await admin.post('/api/intake-category-templates/software/use', { name: 'Software' })
    expect(made.status).toBe(200)
    expect((await admin.post('/api/first-steps/tried-approvals', {})).status).toBe(204)
    expect(await doneOf(admin)).toEqual(['PEOPLE', 'DEPARTMENTS', 'CATEGORY', 'TRIED'])
    await admin.post('/api/intake-submission', {
      ...{ batch: 1, totalBatches: 1 },
      submission: { intakeCategoryId: made.body.id, isDraft: true, answers: [] },
    })
    expect(await doneOf(admin)).not.toContain('REQUEST')
    await run('UPDATE intake_submissions SET is_draft = 0 WHERE company_id = ?', company.id)
    expect(await doneOf(admin)).toContain('REQUEST')
  })

  it('a category made by hand counts like one from a template, once it has a form', async () => {
    const { admin } = await newCompany()
    const made = await admin.post('/api/intake-categories', { name: 'Laptops', type: 'INTERNAL', description: '' })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(await doneOf(admin)).not.toContain('CATEGORY')
    await makeCategory(admin, { levels: [] })
    expect(await doneOf(admin)).toContain('CATEGORY')
  })

  it('a company without requests has no steps about them', async () => {
    const { admin } = await newCompany([])
    const { steps } = (await admin.get('/api/first-steps')).body
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(['PEOPLE', 'DEPARTMENTS'])
  })

  it('they are hidden for all admins, brought back, and over only once all are done, each in the history', async () => {
    const { company, admin } = await newCompany([])
    const second = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await set(admin, 'DONE')).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'STEPS_OPEN' })
    await set(admin, 'HIDDEN')
    expect(await shownTo(second)).toBe('HIDDEN')
    await set(second, 'OPEN')
    expect(await shownTo(admin)).toBe('OPEN')
    await company.add('departments')
    expect((await set(admin, 'DONE')).body).toEqual({ state: 'DONE' })
    expect(await shownTo(second)).toBe('DONE')
    const audit = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND action = 'company.first-steps' ORDER BY id",
      company.id,
    )
    expect(audit.map(({ message }) => message)).toEqual([
      'Hid the first steps on Home',
      'Showed the first steps on Home',
      'Took the first steps of the company',
    ])
  })

  it('members who manage no settings see none, and companies from before have taken them', async () => {
    const { company, admin } = await newCompany()
    const member = await signIn(company, await company.addPerson({}))
    expect([await shownTo(admin), await shownTo(member)]).toEqual(['OPEN', 'DONE'])
    expect((await member.get('/api/first-steps')).status).toBe(403)
    expect((await set(member, 'HIDDEN')).status).toBe(403)
    const old = await makeCompany()
    expect(await shownTo(await signIn(old, await old.addPerson({ flags: ['hasAdminAccess'] })))).toBe('DONE')
  })
})
