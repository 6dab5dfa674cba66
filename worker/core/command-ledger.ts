import { AppError } from './errors.ts'
import { canonicalJson, sha256Hex, toHex } from './hash.ts'

export interface KnownResult {
  operation: string
  inputHash: string
  result: string
}

interface Ledgered {
  commandId: string | null
  known: KnownResult | null
  /** Set while a command with an id runs. `commit` stores the result together with the change. */
  ledger?: { operation: string; inputHash: string }
}

/** A file counts by what is in it. */
export const hashable = async (input: unknown): Promise<unknown> => {
  if (typeof input !== 'object' || input === null || !Object.values(input).some((part) => part instanceof File))
    return input
  const parts = Object.entries(input).map(async ([name, part]: [string, unknown]) => {
    if (!(part instanceof File)) return [name, part] as const
    const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer())
    return [name, { name: part.name, sha256: toHex(digest) }] as const
  })
  return Object.fromEntries(await Promise.all(parts))
}

export const commandReused = (): AppError =>
  new AppError('CONFLICT', 'This command ID was already used for something else.', { reason: 'COMMAND_REUSED' })

/**
 * A repeated command id gets the first result, and a conflict if the input differs. `commit` stores the result in the
 * same batch as the change, so one never exists without the other.
 */
export const commandLedger = async <O>(
  context: Ledgered,
  operation: string,
  input: unknown,
  run: () => Promise<O>,
): Promise<O> => {
  const inputHash = sha256Hex(`${operation}\n${canonicalJson(input)}`)
  if (context.known) {
    if (context.known.operation !== operation || context.known.inputHash !== inputHash) {
      throw commandReused()
    }
    return JSON.parse(context.known.result) as O
  }
  context.ledger = { operation, inputHash }
  return run()
}
