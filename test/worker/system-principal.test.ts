import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_FLAGS } from '../../schema/shared/permissions.ts'
import { loadSession } from '../../worker/core/actor.ts'
import { systemClock } from '../../worker/core/clock.ts'
import { Database } from '../../worker/core/database.ts'
import { AppError } from '../../worker/core/errors.ts'
import { createLogger } from '../../worker/core/log.ts'
import {
  type AnyOperation,
  type BaseContext,
  operations,
  perform,
  systemOperations,
} from '../../worker/core/operation.ts'
import { laneOf, registeredTopics } from '../../worker/core/outbox-registry.ts'
import { SYSTEM_PERMISSIONS, type SystemPermission } from '../../worker/core/system-actor.ts'
import { systemContext } from '../../worker/core/system-context.ts'
import { makeCompany, signIn } from '../support/worker/world.ts'
import '../../worker/index.ts'

/** Queues, cron and arriving emails are a caller like any other: they may do what they list, and people may not. */

const system = (may: readonly SystemPermission[], companyId: string | null = null): BaseContext =>
  systemContext(
    { env, db: new Database(env.DB, 'first-primary'), clock: systemClock, log: createLogger({}, 'error') },
    { name: 'test', companyId, may },
  )
const person = (actor: BaseContext['actor']): BaseContext => {
  const { system: _, ...context } = system([])
  return { ...context, actor }
}

/** What the operation answers, or null if it begins. Its input is refused first, so that nothing is done. */
const refusalOf = async (operation: AnyOperation, context: BaseContext): Promise<string | null> => {
  try {
    await perform(operation, context, 'not an input')
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INVALID') return error.code
    if (error instanceof AppError) return null
    throw error
  }
  throw new Error(`${operation.id} accepts any input`)
}

let admin: BaseContext['actor']
let companyId: string
beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  const client = await signIn(company, await company.addPerson({ flags: [...ACCESS_FLAGS] }))
  const token = (client.cookie ?? '').split('=')[1] ?? ''
  admin = (await loadSession(env, new Database(env.DB, 'first-primary'), token, Date.now()))?.actor ?? null
  expect(admin?.policy.flags.hasAdminAccess).toBe(true)
})

/** Other files of the runtime register topics of their own. */
const topics = () => registeredTopics().filter((topic) => !topic.startsWith('test.'))
const jobs = systemOperations().filter(({ id }) => !id.startsWith('outbox.test.'))

describe('what only the system may do', () => {
  it('every topic of the outbox, every scheduled job and arriving email is an operation', () => {
    const ids = jobs.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(topics().map((topic) => `outbox.${topic}`)))
    expect(ids).toEqual(
      expect.arrayContaining(['cron.reminders', 'cron.old-mail-calls', 'inbound-mail.receive', 'webhooks.receive']),
    )
    expect(operations().filter((one) => jobs.includes(one))).toEqual([])
  })

  it.each(jobs)('$id refuses visitors and admins', async (operation) => {
    expect(await refusalOf(operation, person(null))).toBe('UNAUTHENTICATED')
    expect(await refusalOf(operation, person(admin))).toBe('FORBIDDEN')
  })

  it.each(jobs)('$id accepts a job that lists it, and no other job', async (operation) => {
    const declared = operation.access as SystemPermission
    expect(await refusalOf(operation, system([declared]))).toBeNull()
    const others = SYSTEM_PERMISSIONS.filter((permission) => permission !== declared)
    expect(await refusalOf(operation, system(others))).toBe('FORBIDDEN')
    expect(await refusalOf(operation, system([]))).toBe('FORBIDDEN')
  })

  it('a lane may only do its own work', () => {
    for (const topic of topics()) {
      const operation = jobs.find(({ id }) => id === `outbox.${topic}`)
      expect(operation?.access).toBe(laneOf(topic).may)
    }
  })

  it('every permission of the catalog is used', () => {
    expect(new Set(jobs.map(({ access }) => access))).toEqual(new Set(SYSTEM_PERMISSIONS))
  })
})

describe('what people may do', () => {
  const guarded = operations().filter(({ access }) => access !== 'public')
  it.each(guarded)('$id refuses the system, whatever it lists', async (operation) => {
    expect(await refusalOf(operation, system(SYSTEM_PERMISSIONS))).toBe('FORBIDDEN')
    expect(await refusalOf(operation, system(SYSTEM_PERMISSIONS, companyId))).toBe('FORBIDDEN')
  })

  it('a person with a system’s list in the same context is refused', async () => {
    const [operation] = guarded
    const [job] = jobs
    if (!operation || !job) throw new Error('There are no operations')
    const both = { ...system(SYSTEM_PERMISSIONS, companyId), actor: admin }
    expect(await refusalOf(operation, both)).toBe('FORBIDDEN')
    expect(await refusalOf(job, both)).toBe('FORBIDDEN')
  })
})
