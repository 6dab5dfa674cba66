/** One JSON line per entry; Workers Logs index the fields. */
export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}

export const createLogger = (base: Record<string, unknown>, level: 'info' | 'error' = 'info'): Logger => ({
  info: (event, fields) => {
    if (level === 'info') console.log(JSON.stringify({ level: 'info', event, ...base, ...fields }))
  },
  error: (event, fields) => console.error(JSON.stringify({ level: 'error', event, ...base, ...fields })),
})

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error)
