import { errorText } from './log.ts'
import type { OutboxContext } from './outbox-registry.ts'

/** Scheduled jobs, registered by the areas. The trigger fires every minute, and may fire while another one runs. */
type CronJob = (context: OutboxContext) => Promise<unknown>

const jobs = new Map<string, CronJob>()

export const registerCron = (name: string, run: CronJob): void => {
  jobs.set(name, run)
}

export const runCron = async (context: OutboxContext): Promise<void> => {
  for (const [name, run] of jobs) await runCronJob(context, name, run)
}

/** One failing job must not stop the others. */
export const runCronJob = async (context: OutboxContext, name: string, run: CronJob): Promise<void> => {
  try {
    await run(context)
  } catch (error) {
    context.log.error('cron.failed', { name, error: errorText(error) })
  }
}
