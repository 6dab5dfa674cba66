import { expect, it } from 'vitest'
import type { SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { matchesName, matchingCommands } from '../../../../web/features/platform/search/commands.ts'
import { foundFor } from '../../../../web/features/platform/search/found.ts'
import { visitOf, withVisit } from '../../../../web/features/platform/search/visits.ts'
import { readAddress } from '../../../../web/lib/address.ts'

/** What the search box offers: what was opened last, pages and commands, and results. */

const ID = 'abcdefghijkl0123456789xy'
const vendor = (name: string, id: string): SearchResult => ({
  kind: 'VENDOR',
  name,
  vendorId: id,
  intakeSubmissionId: null,
  spendRequestId: null,
  serviceId: null,
  documentId: null,
  purchaseOrderId: null,
  memberId: null,
  archived: false,
  request: null,
  spendRequest: null,
})
const visit = (name: string, id: string) => ({ kind: 'Vendor', name, href: readAddress(`/vendors/${id}`) })
const command = (kind: string, label: string, path: string) => ({ kind, label, href: readAddress(path) })
const NONE = { visits: [], commands: [], results: [] }

it('what was opened last comes first, then commands, then results, each address once', () => {
  const found = foundFor('ac', {
    visits: [visit('Acme Cloud', 'v1'), visit('Zenith', 'v2')],
    commands: [
      command('Page', 'Actuals', '/budget-tracking/actuals'),
      command('New', 'Add vendor', '/vendors/add-new'),
    ],
    results: [vendor('Acorn', 'v3'), vendor('Acme Cloud', 'v1')],
  })
  expect(found.map(({ name }) => name)).toEqual(['Acme Cloud', 'Actuals', 'Acorn'])
  expect(found[0]?.result?.vendorId).toBe('v1')
})

it('blank text offers what was opened last, and no commands', () => {
  const commands = [command('Page', 'Actuals', '/budget-tracking/actuals')]
  expect(foundFor('', { ...NONE, visits: [visit('Acme', 'v1')], commands }).map(({ name }) => name)).toEqual(['Acme'])
})

it('a command is found by the beginnings of its words in any order, ignoring case and accents', () => {
  expect(matchesName('req soft', 'New', 'New Software request')).toBe(true)
  expect(matchesName('SÖFT', 'New Software request')).toBe(true)
  expect(matchesName('oftware', 'New Software request')).toBe(false)
  expect(matchesName('  ', 'New Software request')).toBe(false)
})

it('the shortest five commands that match are offered', () => {
  const commands = Array.from({ length: 8 }, (_, at) =>
    command('New', `New ${'x'.repeat(8 - at)} request`, `/vendors/${at}`),
  )
  expect(matchingCommands(commands, 'new').map(({ label }) => label.length)).toEqual([13, 14, 15, 16, 17])
})

it('the page of an object counts with its parts, once it shows a name', () => {
  expect(visitOf(`/vendors/${ID}/history`, 'Acme')).toEqual({
    kind: 'Vendor',
    name: 'Acme',
    href: `/vendors/${ID}`,
  })
  expect(visitOf(`/sourcing/forms/${ID}`, 'Bid')?.kind).toBe('Public form')
  for (const path of [`/vendors/${ID}/edit`, `/intake-request/${ID}/${ID}/edit`, `/intake-request/${ID}/${ID}`])
    expect(visitOf(path, 'Edit Acme')).toBeNull()
  for (const heading of ['Vendor', '', '…']) expect(visitOf(`/vendors/${ID}`, heading)).toBeNull()
  for (const path of ['/vendors', '/vendors/add-new', '/settings/members']) expect(visitOf(path, 'Vendors')).toBeNull()
})

it('an object that is opened again moves to the front', () => {
  const visits = withVisit([visit('A', '1'), visit('B', '2')], visit('B, renamed', '2'))
  expect(visits.map(({ name }) => name)).toEqual(['B, renamed', 'A'])
})

it('what lists found by the text comes after results, whatever its words', () => {
  const record = { ...command('Bill', 'Globex 4711', '/payments/bills/b1'), isRecord: true as const, context: '$9.00' }
  const found = foundFor('acme', {
    ...NONE,
    commands: [record, command('Page', 'Acme page', '/vendors')],
    results: [vendor('Acme', 'v1')],
  })
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'Page Acme page',
    'Vendor Acme',
    'Bill Globex 4711',
  ])
  expect(found.at(-1)?.context).toBe('$9.00')
})
