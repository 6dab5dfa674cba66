import { z } from 'zod'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { parseAmount } from '../../../../schema/shared/money.ts'
import { callOf, type Path, settingsSection, type Writing } from '../../platform/configuration/index.ts'
import { readApprovers, saveApprovers } from './approvers.ts'
import { type Limits, readLimits, setLimits } from './limits.ts'

/** Payments are in one currency, whatever the company's is. */
const cents = (amount: number, writing: Writing, path: Path): number => {
  const minor = parseAmount(amount, PAYMENTS_CURRENCY)
  if (minor === null) writing.problem(path, `This isn’t an amount in ${PAYMENTS_CURRENCY}`)
  return minor ?? 0
}
const amount = z.number().min(0).max(10_000_000_000)

interface RawPayments extends Limits {
  /** Who confirms bank details. Without any, admins. */
  groupIds: string[]
}

settingsSection<RawPayments, { secondPersonFrom: number; anyoneBelow: number; bankDetailsConfirmedBy: string[] }>({
  key: 'payments',
  title: 'Payment limits and bank details',
  order: 70,
  access: 'payments.configure',
  unavailable: 'Payments aren’t turned on here',
  shape: z.strictObject({
    secondPersonFrom: amount,
    anyoneBelow: amount,
    bankDetailsConfirmedBy: z.array(z.string().max(300)).max(50).default([]),
  }),
  read: async (context) => {
    const limits = await callOf(readLimits, context, {})
    const { groups } = await callOf(readApprovers, context, {})
    return { ...limits, groupIds: groups.map(({ id }) => id) }
  },
  toFile: ({ runLimit, freeBelow, groupIds }, reading) => {
    const groups = reading.namesOf('group', groupIds)
    return {
      secondPersonFrom: runLimit / 100,
      anyoneBelow: freeBelow / 100,
      bankDetailsConfirmedBy: groups.length > 0 ? groups : undefined,
    }
  },
  fromFile: ({ secondPersonFrom, anyoneBelow, bankDetailsConfirmedBy }, writing) => ({
    runLimit: cents(secondPersonFrom, writing, ['secondPersonFrom']),
    freeBelow: cents(anyoneBelow, writing, ['anyoneBelow']),
    groupIds: writing.idsOf('group', bankDetailsConfirmedBy, ['bankDetailsConfirmedBy']),
  }),
  write: async (context, { groupIds, ...limits }) => {
    await callOf(setLimits, context, limits)
    await callOf(saveApprovers, context, { groupIds })
  },
})
