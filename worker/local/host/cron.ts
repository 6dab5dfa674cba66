/** Whether a cron expression with five fields fires in the minute of this date (UTC, as on Cloudflare). */
export function cronMatches(expression: string, date: Date): boolean {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = expression.trim().split(/\s+/)
  const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
  const days = fieldMatches(day, date.getUTCDate(), 1)
  // Cloudflare counts weekdays from 1 (Sunday) to 7.
  const weekdays = fieldMatches(named(weekday, weekdayNames), date.getUTCDay() + 1, 1)
  return (
    fieldMatches(minute, date.getUTCMinutes(), 0) &&
    fieldMatches(hour, date.getUTCHours(), 0) &&
    fieldMatches(named(month, monthNames), date.getUTCMonth() + 1, 1) &&
    (day !== '*' && weekday !== '*' ? days || weekdays : days && weekdays)
  )
}

function named(field: string, names: string[]): string {
  return field.replace(/[a-z]{3}/gi, (name) => {
    const at = names.indexOf(name.toLowerCase())
    return at < 0 ? name : String(at + 1)
  })
}

function fieldMatches(field: string, value: number, first: number): boolean {
  return field.split(',').some((part) => {
    const [range = '*', stepText] = part.split('/')
    const step = stepText ? Number(stepText) : 1
    if (range === '*' || range === '?') return (value - first) % step === 0
    const [from = Number.NaN, to = stepText ? Number.POSITIVE_INFINITY : from] = range.split('-').map(Number)
    return value >= from && value <= to && (value - from) % step === 0
  })
}

export interface CronTimer {
  /** Stops the timer and waits for the run in progress, at most a second. */
  stop(): Promise<void>
}

/** The platform starts a run each minute, whether the previous one has ended or not. */
const OVERLAP_AFTER_MS = 60_000

/**
 * Runs the Worker's crons from this process, because the local runtime has no clock of its own. Those of every minute
 * run at each tick and once at the start (queue messages of a killed process are lost, and the sweep sends them again).
 * Others run in the minute they name.
 */
export function startCron(
  crons: string[],
  everySeconds: number,
  run: (cron: string) => Promise<void>,
  failed: (error: unknown) => void,
): CronTimer {
  const running = new Map<Promise<void>, number>()
  let stopped = false
  let lastMinute = Math.floor(Date.now() / 60_000)
  const tick = async () => {
    const now = new Date()
    const minute = Math.floor(now.getTime() / 60_000)
    const due = crons.filter((cron) => cron === '* * * * *' || (minute !== lastMinute && cronMatches(cron, now)))
    lastMinute = minute
    for (const cron of due) {
      if (stopped) return
      await run(cron).catch((error: unknown) => stopped || failed(error))
    }
  }
  const start = () => {
    const now = Date.now()
    if (stopped || [...running.values()].some((startedAt) => now - startedAt < OVERLAP_AFTER_MS)) return
    const run = tick().finally(() => running.delete(run))
    running.set(run, now)
  }
  start()
  const timer = setInterval(start, everySeconds * 1000)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      if (running.size > 0)
        await Promise.race([Promise.all(running.keys()), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
    },
  }
}
