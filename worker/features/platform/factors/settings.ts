import {
  type FactorSettings,
  getFactorSettings,
  setFactorSettings,
} from '../../../../schema/platform/factors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { guardedRun } from '../guarded/index.ts'
import { factorForMoneyStatement } from '../members/index.ts'

/** What a company asks a second factor for. Off until an admin turns it on. Asking for less is a guarded change. */

/** The setting of the person's company, which was read with their session. */
const current = async ({ actor }: StaffContext): Promise<FactorSettings> => ({
  forMoney: actor.company.factorForMoney === true,
})

export const readSettings = query({
  id: 'factors.get-settings',
  access: 'settings.manage',
  input: inputOf(getFactorSettings),
  run: current,
})

const wordsOf = ({ forMoney }: FactorSettings): string =>
  forMoney ? 'Money acts ask for a second factor' : 'Money acts ask for no second factor'

const set = async (context: StaffContext, given: FactorSettings, askedBy?: string): Promise<FactorSettings> => {
  const { db, actor, newId } = context
  const { companyId } = actor
  const before = await current(context)
  const { forMoney } = given
  return commit(context, {
    subject: 'The setting',
    statements: [factorForMoneyStatement(db, companyId, forMoney, askedBy !== undefined), guardOneRow(db)],
    audit:
      before.forMoney === forMoney
        ? []
        : [
            {
              changeKey: `factor-settings:${newId()}`,
              action: 'company.factors-asked',
              targetType: 'COMPANY',
              targetId: companyId,
              message: wordsOf(given),
              changeData: { before, after: { forMoney } },
            },
          ],
    result: given,
  })
}

export const saveSettings = command({
  id: 'factors.set-settings',
  access: 'settings.manage',
  freshFactor: true,
  input: inputOf(setFactorSettings),
  run: guardedRun({
    id: 'factors.set-settings',
    loosens: async (context, given) => ((await current(context)).forMoney && !given.forMoney ? wordsOf(given) : null),
    run: set,
    current,
  }),
})
