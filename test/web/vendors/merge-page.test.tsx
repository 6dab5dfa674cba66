// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { selectOptions } from '../../../schema/platform/lookups/endpoints.ts'
import type { MergePreview } from '../../../schema/vendors/merges/endpoints.ts'
import { mergeVendors, previewVendorMerge } from '../../../schema/vendors/merges/endpoints.ts'
import { Route } from '../../../web/routes/_staff/vendors/$vendorId/merge.tsx'
import { beginPages, openPage, serverOf } from '../../support/web/page.tsx'
import { click, find, says, until } from '../../support/web/screen.ts'
import { page } from '../../support/web/server.ts'

beginPages()

const side = (id: string, name: string) => ({
  id,
  name,
  archived: false,
  version: 3,
  createdAt: '2026-01-02T10:00:00Z',
})
const PREVIEW: MergePreview = {
  from: side('nova', 'Nova Ltd'),
  into: side('acme', 'Acme Cloud'),
  fields: [{ key: 'name', label: 'Name', from: 'Nova Ltd', into: 'Acme Cloud', suggested: 'INTO' }],
  lists: [],
  moves: [{ place: 'services', text: '3 services', count: 3 }],
  settleFirst: [],
}
const OPEN_BID = 'Both bid for the sourcing event Laptops, which is open until Dec 4, 2026'

const open = async (settleFirst: MergePreview['settleFirst']) => {
  const merged: unknown[] = []
  serverOf()
    .on(selectOptions.vendor, () => ({
      ...page([]),
      edges: [{ cursor: 'nova', node: { label: 'Nova Ltd', value: 'nova' } }],
    }))
    .on(previewVendorMerge, ({ query }) => {
      expect(query.get('fromVendorId')).toBe('nova')
      return { ...PREVIEW, settleFirst }
    })
    .on(mergeVendors, ({ body }) => {
      merged.push(body)
      return { id: 'acme', mergeId: 'm1' }
    })
  const router = await openPage(Route, '/vendors/$vendorId/merge', '/vendors/acme/merge?from=nova')
  await says('3 services')
  return { merged, router }
}

it('what has to be settled first is said with its place, and nothing can be merged until then', async () => {
  const { merged } = await open([{ kind: 'REQUEST', text: OPEN_BID, href: '/sourcing/events/laptops' }])
  await says('These vendors can’t be merged yet')
  const link = await find<HTMLAnchorElement>('link', OPEN_BID)
  expect(link.getAttribute('href')).toBe('/sourcing/events/laptops')
  const button = await find<HTMLButtonElement>('button', 'Merge vendors')
  expect(button.disabled).toBe(true)
  button.click()
  expect(merged).toEqual([])
})

it('without anything to settle they are merged once it is confirmed', async () => {
  const { merged, router } = await open([])
  expect(document.body.textContent).not.toContain('can’t be merged yet')
  await click('button', 'Merge vendors')
  await click('button', 'Merge vendors', await find('dialog', 'Merge Nova Ltd into Acme Cloud?'))
  await until('merged', () => merged.length > 0)
  expect(merged).toEqual([{ fromVendorId: 'nova', choices: { name: 'INTO' }, version: 3, fromVersion: 3 }])
  await until('on its page', () => router.state.location.pathname === '/vendors/acme')
})
