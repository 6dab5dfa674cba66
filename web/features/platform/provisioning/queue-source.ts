import { needsAttention } from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { QueuePart } from '../../../ui/queue/queue-item.ts'
import { openValuesKind, openValuesText } from './open-values.ts'

const NAMED = 3

/** One line for all of a provider's values that an admin has to say the meaning of. */
export const readValuesQueue = async (signal: AbortSignal): Promise<QueuePart> => {
  const open = await call(needsAttention, { signal })
  if (open.total === 0) return { items: [] }
  const { values, total } = open
  const named = values.slice(0, NAMED).map(({ value }) => value)
  return {
    items: [
      {
        key: 'setting.provider-values',
        kind: 'setting',
        title: openValuesText(open),
        about: [...named, ...(total > NAMED ? ['…'] : [])].join(', '),
        step: 'Map or leave out',
        amount: null,
        since: values.flatMap(({ firstSeenAt }) => firstSeenAt ?? []).toSorted()[0] ?? null,
        dueAt: null,
        href: to('/settings/integrations/mappings', {}, { kind: openValuesKind(open) }),
      },
    ],
  }
}
