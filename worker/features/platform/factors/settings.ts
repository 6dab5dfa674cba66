import {
  type FactorSettings,
  getFactorSettings,
  setFactorSettings,
} from '../../../../schema/platform/factors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { guardedRun } from '../guarded/index.ts'
import { factorsAskedStatement } from '../members/index.ts'

/** What a company asks a second factor for. Off until an admin turns it on. Asking for less is a guarded change. */

/** The settings of the person's company, which were read with their session. */
const current = async ({ actor: { company } }: StaffContext): Promise<FactorSettings> => ({
  forMoney: company.factorForMoney === true,
  forEmailLink: company.factorForEmail === true,
})

export const readSettings = query({
  id: 'factors.get-settings',
  access: 'settings.manage',
  input: inputOf(getFactorSettings),
  run: current,
})

const WORDS: Record<keyof FactorSettings, [on: string, off: string]> = {
  forMoney: ['Money acts ask for a second factor', 'Money acts ask for no second factor'],
  forEmailLink: ['Email links ask for a second factor', 'Email links ask for no second factor'],
}
const NAMES = Object.keys(WORDS) as (keyof FactorSettings)[]

type Given = { [Name in keyof FactorSettings]?: boolean | undefined }

/** What is left out stays. */
const withGiven = (before: FactorSettings, given: Given): FactorSettings => ({
  forMoney: given.forMoney ?? before.forMoney,
  forEmailLink: given.forEmailLink ?? before.forEmailLink,
})

/** What would be different, in words. */
const changesOf = (before: FactorSettings, after: FactorSettings, only: 'ALL' | 'LOOSER' = 'ALL'): string =>
  NAMES.filter((name) => before[name] !== after[name] && (only === 'ALL' || before[name]))
    .map((name) => WORDS[name][after[name] ? 0 : 1])
    .join('. ')

const set = async (context: StaffContext, given: Given, askedBy?: string): Promise<FactorSettings> => {
  const { db, actor, newId } = context
  const { companyId } = actor
  const before = await current(context)
  const after = withGiven(before, given)
  const words = changesOf(before, after)
  return commit(context, {
    subject: 'The setting',
    statements: [factorsAskedStatement(db, companyId, after, askedBy !== undefined), guardOneRow(db)],
    audit:
      words === ''
        ? []
        : [
            {
              changeKey: `factor-settings:${newId()}`,
              action: 'company.factors-asked',
              targetType: 'COMPANY',
              targetId: companyId,
              message: words,
              changeData: { before, after },
            },
          ],
    result: after,
  })
}

export const saveSettings = command({
  id: 'factors.set-settings',
  access: 'settings.manage',
  freshFactor: true,
  input: inputOf(setFactorSettings),
  run: guardedRun({
    id: 'factors.set-settings',
    loosens: async (context, given) => {
      const before = await current(context)
      return changesOf(before, withGiven(before, given), 'LOOSER') || null
    },
    run: set,
    current,
  }),
})
