import { METHOD_WORDS, type ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import { unlinkMethod } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { type Change, commit } from '../../../../core/commit.ts'
import { guardOneRow } from '../../../../core/database.ts'
import { AppError, notFound } from '../../../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../../../core/operation.ts'
import { identityId, type LinkedRow, removeStatement } from '../identities.ts'
import { requireFactor } from './begin-linking.ts'
import { historyOf, toldPerson } from './told.ts'
import { guardWayIn, type Holder, holderIn, isLastWay, type Ways, waysOf } from './whose.ts'

/** The person's account at a provider by its id, with how they can sign in besides. Throws NOT_FOUND. */
export const accountOf = async (
  context: BaseContext,
  holder: Holder,
  methodId: string,
): Promise<{ row: LinkedRow; ways: Ways }> => {
  const ways = await waysOf(context, holder)
  const row = ways.linked.find((each) => identityId(holder, each) === methodId)
  if (!row) throw notFound('The sign-in method')
  return { row, ways }
}

/** Takes the account away from the person, if another way in is left. Throws RULE_BROKEN (LAST_WAY_IN). */
export const removal = (
  context: BaseContext,
  holder: Holder,
  { row, ways }: { row: LinkedRow; ways: Ways },
  by?: string,
): Pick<Change<unknown>, 'statements' | 'audit'> & { outbox: NonNullable<Change<unknown>['outbox']> } => {
  const { db, newId } = context
  const method = row.method as ProviderMethod
  const name = METHOD_WORDS[method]
  if (isLastWay(ways, row))
    throw new AppError('RULE_BROKEN', `${name} is the only way in that is left. Link another one first.`, {
      reason: 'LAST_WAY_IN',
    })
  return {
    statements: [
      removeStatement(context, holder, row),
      guardOneRow(db),
      ...(ways.usable.includes(row.method) ? [guardWayIn(db, holder, ways)] : []),
    ],
    audit: [
      {
        changeKey: `sign-on-unlinked:${identityId(holder, row)}:${newId()}`,
        ...historyOf(holder, 'method-unlinked'),
        message: `Removed ${name} from this account (${row.email ?? 'no address'})`,
        changeData: { issuer: row.issuer, subject: row.subject },
      },
    ],
    outbox: [toldPerson(holder, { what: 'REMOVED', method, address: row.email, ...(by !== undefined && { by }) })],
  }
}

/** Throws FORBIDDEN without a fresh factor of who has one, NOT_FOUND, RULE_BROKEN for the last way in. */
export const unlink = command({
  id: 'sign-on.unlink-method',
  access: 'session.use',
  input: inputOf(unlinkMethod),
  run: async (context, { methodId }) => {
    const holder = holderIn(context)
    const account = await accountOf(context, holder, methodId)
    await requireFactor(context)
    return commit(context, { subject: 'The sign-in method', ...removal(context, holder, account), result: null })
  },
})
