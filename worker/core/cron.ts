import { z } from 'zod'
import { errorText } from './log.ts'
import { command, type Operation, perform, type SystemContext } from './operation.ts'
import type { OutboxContext } from './outbox-registry.ts'
import type { SystemPermission } from './system-actor.ts'
import { systemContext } from './system-context.ts'

/** Scheduled jobs, registered by the areas. The trigger fires every minute, and may fire while another one runs. */
type CronJob = (context: SystemContext) => Promise<unknown>

const input = z.object({})
const jobs = new Map<string, Operation<SystemPermission, typeof input>>()

export const registerCron = (name: string, run: CronJob): void => {
  jobs.set(name, command({ id: `cron.${name}`, access: 'system.maintain', idempotency: 'none', input, run }))
}

/** @param isWanted by the name of a job */
export const runCron = async (
  context: OutboxContext,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> => {
  for (const [name, operation] of jobs) {
    if (!isWanted(name)) continue
    const caller = systemContext(context, { name: operation.id, companyId: null, may: ['system.maintain'] })
    await runCronJob(context, name, () => perform(operation, caller, {}))
  }
}

/** One failing job must not stop the others. */
export const runCronJob = async (
  context: OutboxContext,
  name: string,
  run: (context: OutboxContext) => Promise<unknown>,
): Promise<void> => {
  try {
    await run(context)
  } catch (error) {
    context.log.error('cron.failed', { name, error: errorText(error) })
  }
}
