/** Sentry's envelope protocol (https://develop.sentry.dev/sdk/foundations/transport/envelopes/): one event a call. */
export interface ErrorEvent {
  /** 32 hexadecimal digits. */
  id: string
  /** UTC milliseconds. */
  occurredAt: number
  message: string
  stack: string
  tags: Record<string, string>
  userId: string | null
}

const TIMEOUT_MS = 10_000

/** Throws for an invalid DSN, and if the service doesn't accept the event. */
export const sendEvent = async (dsn: string, event: ErrorEvent): Promise<void> => {
  const { protocol, host, username: key, pathname } = new URL(dsn)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop()
  if (!key || !project) throw new Error('SENTRY_DSN has no key or no project')
  const base = `${protocol}//${[host, ...parts].join('/')}`
  const lines = [
    { event_id: event.id, sent_at: new Date(event.occurredAt).toISOString() },
    { type: 'event' },
    {
      event_id: event.id,
      timestamp: event.occurredAt / 1000,
      platform: 'javascript',
      level: 'error',
      logger: 'web',
      exception: { values: [{ type: 'Error', value: event.message }] },
      tags: event.tags,
      extra: { stack: event.stack },
      ...(event.userId && { user: { id: event.userId } }),
    },
  ]
  const response = await fetch(`${base}/api/${project}/envelope/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-sentry-envelope',
      'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=outlay/1.0, sentry_key=${key}`,
    },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The error-reporting service answered ${response.status}`)
}
