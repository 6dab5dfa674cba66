import { z } from 'zod'
import { callOf, settingsSection } from '../../platform/configuration/index.ts'
import { readDecisionLinks, saveDecisionLinks } from './settings.ts'

settingsSection<{ enabled: boolean; maxAmount: number | null }, { allowed: boolean; upTo?: number | undefined }>({
  key: 'decisionsByEmail',
  title: 'Deciding from emails',
  order: 3,
  access: 'approvals.configure',
  unavailable: 'Nothing is approved here',
  shape: z.strictObject({ allowed: z.boolean(), upTo: z.number().min(0).optional() }),
  read: async (context) => {
    const { enabled, maxAmount } = await callOf(readDecisionLinks, context, {})
    return { enabled, maxAmount }
  },
  toFile: ({ enabled, maxAmount }, reading) => ({
    allowed: enabled,
    upTo: maxAmount === null ? undefined : reading.amount(maxAmount),
  }),
  fromFile: ({ allowed, upTo }, writing) => ({
    enabled: allowed,
    maxAmount: upTo === undefined ? null : writing.minor(upTo, ['upTo']),
  }),
  write: (context, raw) => callOf(saveDecisionLinks, context, raw),
})
