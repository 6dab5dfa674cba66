import { FACTOR_OWED } from '../../../../schema/platform/factors/rule.ts'
import { secondFactors } from '../../../../schema/platform/factors/tables.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type RowOf, select, typed } from '../../../core/record.ts'
import { factorNeeded, freshUntil } from '../../../core/signed-in/fresh-factor.ts'

/** Whose factors a session asks for: its own person's, or those of the one who views or acts as them. */
export const holderOf = ({ userId, companyId, impersonator }: StaffActor): { userId: string; companyId: string } => ({
  companyId,
  userId: impersonator?.userId ?? userId,
})

const COLUMNS = select(secondFactors, 'f', [
  'id',
  'kind',
  'name',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'secretSealed',
  'secretKeyId',
  'lastStep',
  'createdAt',
  'lastUsedAt',
])
const PROVEN = typed`SELECT ${COLUMNS} FROM second_factors f INDEXED BY second_factors_person
  WHERE f.company_id = ? AND f.user_id = ? AND f.proven_at IS NOT NULL ORDER BY f.created_at, f.id`
export type FactorRow = RowOf<typeof COLUMNS>

/** SQL: whether a person has a factor that works. */
export const hasFactor = (companyId: string, userId: string): string =>
  `EXISTS (SELECT 1 FROM second_factors hf INDEXED BY second_factors_person
    WHERE hf.company_id = ${companyId} AND hf.user_id = ${userId} AND hf.proven_at IS NOT NULL)`

/** SQL: whether a person has a passkey in a company. */
export const hasPasskey = (company: string, user: string): string =>
  `EXISTS (SELECT 1 FROM second_factors pk INDEXED BY second_factors_person WHERE pk.company_id = ${company}
     AND pk.user_id = ${user} AND pk.kind = 'PASSKEY' AND pk.proven_at IS NOT NULL)`

/** The person's factors that work. */
export const factorsStatement = ({ db, actor }: StaffContext) => {
  const { companyId, userId } = holderOf(actor)
  return db.sql(PROVEN, companyId, userId)
}

export const factorsOf = (context: StaffContext): Promise<FactorRow[]> => context.db.all(factorsStatement(context))

/**
 * Changing factors asks for one of those there are, so that someone who finds an open session can't put theirs in their
 * place. The first one needs none, but where a passkey is owed: who has the mailbox alone would add their own.
 */
export const factorsToChange = async (context: StaffContext): Promise<FactorRow[]> => {
  const factors = await factorsOf(context)
  if (context.actor.owesFactor === 'PASSKEY')
    throw new AppError('FORBIDDEN', 'A passkey that you added before is needed here. Ask another admin for help.', {
      reason: FACTOR_OWED,
    })
  if (factors.length > 0 && freshUntil(context.actor, context.clock.now()) === null) throw factorNeeded()
  return factors
}
