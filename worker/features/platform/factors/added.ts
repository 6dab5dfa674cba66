import { commit } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { FactorNews } from '../../../core/sent/factor-news.ts'
import { factorGiven } from '../session/index.ts'
import { newCodes } from './recovery-codes.ts'

interface Added {
  id: string
  kind: 'APP' | 'PASSKEY'
  isFirst: boolean
  /** "the passkey Laptop" */
  what: string
  told: FactorNews['what']
  name?: string
  statements: D1PreparedStatement[]
}

/** A new factor counts as given: the person has just proven that they have it. The first one comes with recovery codes. */
export const addedFactor = async (
  context: StaffContext,
  { id, kind, isFirst, what, told, name, statements }: Added,
): Promise<{ id: string; recoveryCodes: string[] | null }> => {
  const { userId } = context.actor
  const recovery = isFirst ? newCodes(context) : null
  const given = factorGiven(context, kind)
  const result = await commit(context, {
    subject: 'The second factor',
    statements: [...statements, ...(recovery?.statements ?? []), ...given.statements],
    audit: [
      {
        changeKey: `second-factor:${id}:added`,
        action: 'member.factor-added',
        targetType: 'MEMBER',
        targetId: userId,
        message: `Added ${what} as a second factor`,
        changeData: { after: { kind, ...(name !== undefined && { name }) } },
      },
    ],
    outbox: [{ topic: 'factors.changed', payload: { userId, what: told, ...(name !== undefined && { name }) } }],
    result: { id, recoveryCodes: recovery?.codes ?? null },
  })
  given.renew()
  return result
}
