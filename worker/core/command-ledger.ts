import { AppError } from './errors.ts'
import { canonicalJson, sha256Hex } from './hash.ts'

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
