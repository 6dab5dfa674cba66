import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addApp, addPasskey, newSecurityKey } from '../../../support/worker/factors/second-factors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { mailAbout, rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Lost second factors, which an admin takes away. */

const DAY_MS = 24 * 60 * 60 * 1000

let company: TestCompany
let ada: TestPerson
let grace: TestPerson
let admin: Client
beforeEach(async () => {
  company = await makeCompany()
  ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  grace = await company.addPerson({ name: 'Grace Hopper' })
  admin = await signIn(company, ada)
  await addApp(admin)
  await addPasskey(await signIn(company, grace), newSecurityKey())
})

const path = (person: TestPerson) => `/api/members/${person.userId}/second-factors`
const reset = (person: TestPerson, client = admin) => client.post(`${path(person)}/reset`)
const cancel = (person: TestPerson) => admin.call('DELETE', `${path(person)}/reset`)
const factorsLeft = async (person: TestPerson) =>
  (await rows('SELECT 1 FROM second_factors WHERE user_id = ?', person.userId)).length +
  (await rows('SELECT 1 FROM recovery_codes WHERE user_id = ?', person.userId)).length
const paying = async () => {
  const person = await company.addPerson({ name: 'Pia Payer', flags: ['hasPaymentsAccess'] })
  const client = await signIn(company, person)
  await addApp(client)
  return { person, client }
}

describe('resetting a member’s second factor', () => {
  it('holds at once, and both are told', async () => {
    expect((await admin.get(path(grace))).body).toEqual({ hasApp: false, passkeys: 1, reset: null })
    expect((await reset(grace)).body).toEqual({ effectiveAt: null })
    expect(await factorsLeft(grace)).toBe(0)
    await runTicks(env)
    expect((await mailAbout(grace.email, 'Your second factor was reset')).text).toContain('Ada Admin')
    await mailAbout(ada.email, 'The second factor of Grace Hopper was reset')
    const told = await rows(
      "SELECT actor_user_id AS who FROM audit_log WHERE action = 'member.factors-reset' AND target_id = ?",
      grace.userId,
    )
    expect(told).toEqual([{ who: ada.userId }])
  })

  it('asks for a factor of the admin, also where the company asks for none', async () => {
    await run('UPDATE sessions SET factor_at = NULL WHERE user_id = ?', ada.userId)
    expect((await reset(grace)).body.reason).toBe('FACTOR_NEEDED')
    expect(await factorsLeft(grace)).toBe(11)
  })

  it('no one resets their own, and only admins reset', async () => {
    expect((await reset(ada)).body.reason).toBe('OWN_FACTORS')
    const { client } = await paying()
    expect((await reset(grace, client)).status).toBe(403)
    expect(await factorsLeft(grace)).toBe(11)
  })

  it('there is nothing to reset where there is none', async () => {
    const other = await company.addPerson()
    expect((await reset(other)).body.reason).toBe('NO_FACTORS')
  })
})

describe('someone who works with payments', () => {
  it('keeps theirs for a day, then they are gone', async () => {
    const { person } = await paying()
    const { effectiveAt } = (await reset(person)).body
    const hours = Math.round((Date.parse(effectiveAt) - Date.now()) / 3_600_000)
    expect(hours).toBe(24)
    expect((await admin.get(path(person))).body.reset).toEqual({ askedByName: 'Ada Admin', effectiveAt })
    // Asking again doesn't change when.
    expect((await reset(person)).body.effectiveAt).toBe(effectiveAt)
    await runTicks(env)
    await mailAbout(person.email, 'will be reset in a day')
    await mailAbout(ada.email, 'The second factor of Pia Payer will be reset in a day')
    expect(await factorsLeft(person)).toBe(11)
    await run('UPDATE factor_resets SET effective_at = effective_at - ?', DAY_MS)
    await runTicks(env)
    expect(await factorsLeft(person)).toBe(0)
    await mailAbout(person.email, 'Your second factor was reset')
  })

  it('they cancel it themselves, or an admin does', async () => {
    const { person, client } = await paying()
    await reset(person)
    expect((await client.get('/auth/factors')).body.reset.askedByName).toBe('Ada Admin')
    expect((await client.call('DELETE', '/auth/factors/reset')).status).toBe(204)
    expect((await client.get('/auth/factors')).body.reset).toBe(null)
    await reset(person)
    expect((await cancel(person)).status).toBe(204)
    expect((await cancel(person)).status).toBe(404)
    await run('UPDATE factor_resets SET effective_at = effective_at - ?', DAY_MS)
    await runTicks(env)
    expect(await factorsLeft(person)).toBe(11)
    await mailAbout(person.email, 'Your second factor stays')
  })
})
