import { z } from 'zod'
import { ruleSetName } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import * as endpoints from '../../../../schema/money/bills/rule-set-endpoints.ts'
import { id as idOf } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import {
  backtestRules,
  createRuleSet,
  deleteRuleSet,
  deletionLoosens,
  listRuleSetVersions,
  pinnedSave,
  readRuleSets,
  readRuleSetVersion,
  requireRuleSet,
  ruleSetLoosened,
  ruleSetPrincipals,
  type Save,
  saveRuleSet,
  simulateRules,
} from '../../approvals/rule-sets/index.ts'
import { guardedRun } from '../../platform/guarded/index.ts'
import { registerGuardedGroups } from '../../platform/members/index.ts'

/** Which bills need which approvals. The rules are those of rule sets; bills in progress keep the ones they started with. */

registerGuardedGroups(ruleSetPrincipals('BILL'))

/** Every save is one door, so that one change of a set waits. */
const save = guardedRun({
  id: 'bills.save-rule-set',
  subject: ({ spendRuleSetId }: Save) => spendRuleSetId,
  loosens: ruleSetLoosened('BILL'),
  run: saveRuleSet('BILL'),
  kept: pinnedSave('BILL'),
  current: async (context, { spendRuleSetId }) => {
    const { id, version } = await requireRuleSet(context, spendRuleSetId, 'BILL')
    return { id, version }
  },
})

export const readBillRuleSets = query({
  id: 'bills.list-rule-sets',
  access: 'payments.configure',
  input: inputOf(endpoints.listBillRuleSets),
  readsFirst: true,
  run: async (context) => (await readRuleSets(context, undefined, 'BILL')).map(({ customFields: _, ...set }) => set),
})

/** Throws NOT_FOUND, also for a rule set of spend requests. */
export const readBillRuleSet = query({
  id: 'bills.get-rule-set',
  access: 'payments.configure',
  input: inputOf(endpoints.getBillRuleSet),
  readsFirst: true,
  run: async (context, { billRuleSetId }) => {
    const [found] = await readRuleSets(context, billRuleSetId, 'BILL')
    if (!found) throw notFound('The rule set')
    const { customFields: _, ...set } = found
    return set
  },
})

export const createBillRuleSet = command({
  id: 'bills.create-rule-set',
  access: 'payments.configure',
  freshFactor: true,
  input: ruleSetName,
  run: createRuleSet('BILL'),
})

export const renameBillRuleSet = command({
  id: 'bills.rename-rule-set',
  access: 'payments.configure',
  freshFactor: true,
  input: inputOf(endpoints.renameBillRuleSet),
  run: (context, { billRuleSetId, ...given }) => save(context, { ...given, spendRuleSetId: billRuleSetId }),
})

export const saveBillRuleSetLevels = command({
  id: 'bills.save-rule-set-levels',
  access: 'payments.configure',
  freshFactor: true,
  input: inputOf(endpoints.saveBillRuleSetLevels),
  run: (context, { billRuleSetId, ...given }) => save(context, { ...given, spendRuleSetId: billRuleSetId }),
})

/** A name or what it covers. */
export const updateBillRuleSet = command({
  id: 'bills.update-rule-set',
  access: 'payments.configure',
  freshFactor: true,
  input: endpoints.updateBillRuleSetInput,
  run: (context, { id: spendRuleSetId, ...given }) => save(context, { ...given, spendRuleSetId }),
})

export const deleteBillRuleSet = command({
  id: 'bills.delete-rule-set',
  access: 'payments.configure',
  freshFactor: true,
  input: z.object({ id: idOf }),
  run: guardedRun({
    id: 'bills.delete-rule-set',
    subject: ({ id }: { id: string }) => id,
    loosens: deletionLoosens('BILL'),
    run: deleteRuleSet('BILL'),
    current: async (_, { id }) => ({ id }),
  }),
})

export const saveBillRuleSet = command({
  id: 'bills.save-rule-set',
  access: 'payments.configure',
  freshFactor: true,
  input: inputOf(endpoints.saveBillRuleSet),
  run: (context, { billRuleSetId, ...given }) => save(context, { ...given, spendRuleSetId: billRuleSetId }),
})

const simulate = simulateRules('BILL')
/** What bills don't have. */
const NO_CONTRACT = { serviceStartDate: null, serviceEndDate: null, customFields: {} }

export const simulateBillRules = query({
  id: 'bills.simulate-rules',
  access: 'payments.configure',
  input: inputOf(endpoints.simulateBillRules),
  run: async (context, { bill, draft }) => {
    const { considered, plan } = await simulate(context, {
      request: { ...bill, ...NO_CONTRACT },
      field: 'bill',
      draft: draft && { ...draft, id: draft.billRuleSetId },
    })
    return { considered, plan }
  },
})

const backtest = backtestRules('BILL')

export const backtestBillRuleSet = query({
  id: 'bills.backtest-rule-set',
  access: 'payments.configure',
  input: inputOf(endpoints.backtestBillRuleSet),
  run: (context, { billRuleSetId: id, ...given }) => backtest(context, { ...given, id }),
})

const listVersions = listRuleSetVersions('BILL')

export const listBillRuleSetVersions = query({
  id: 'bills.list-rule-set-versions',
  access: 'payments.configure',
  input: inputOf(endpoints.listBillRuleSetVersions),
  readsFirst: true,
  run: (context, { billRuleSetId: id, before }) => listVersions(context, { id, before }),
})

const readVersion = readRuleSetVersion('BILL')

export const readBillRuleSetVersion = query({
  id: 'bills.get-rule-set-version',
  access: 'payments.configure',
  input: inputOf(endpoints.getBillRuleSetVersion),
  run: async (context, { billRuleSetId: id, version }) => {
    const { customFields: _, ...set } = await readVersion(context, { id, version })
    return set
  },
})
