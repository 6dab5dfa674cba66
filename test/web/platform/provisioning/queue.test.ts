// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { needsAttention } from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import { VALUES_IN_QUEUE } from '../../../../web/features/platform/provisioning/index.ts'
import { beginPages, serverOf } from '../../../support/web/page.tsx'

beginPages()

const read = () => VALUES_IN_QUEUE.read(new AbortController().signal)
const since = (day: number) => `2026-11-${day}T09:00:00.000Z`

it('all values that wait are one line on Home, from when the first of them came', async () => {
  serverOf().on(needsAttention, () => ({
    total: 4,
    values: [
      { kind: 'ENTITY' as const, value: 'North Ltd', firstSeenAt: since(20) },
      { kind: 'GROUP' as const, value: 'okta-all', firstSeenAt: since(12) },
      { kind: 'GROUP' as const, value: 'okta-eu', firstSeenAt: since(14) },
      { kind: 'GROUP' as const, value: 'okta-it', firstSeenAt: null },
    ],
  }))
  expect((await read()).items).toMatchObject([
    {
      title: '4 values of your identity provider have no meaning yet',
      about: 'North Ltd, okta-all, okta-eu, …',
      since: since(12),
      href: '/settings/integrations/mappings?kind=entities',
    },
  ])
})

it('nothing waits when every value has a meaning', async () => {
  serverOf().on(needsAttention, () => ({ total: 0, values: [] }))
  expect((await read()).items).toEqual([])
})
