// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { readSuggestedAddress, suggestAddresses } from '../../../../schema/platform/addresses/endpoints.ts'
import { AddressField } from '../../../../web/features/requests/forms/fields/address-field.tsx'
import type { Address } from '../../../../web/features/requests/forms/fields/values.ts'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { all, click, entered, fill, find } from '../../../support/web/screen.ts'
import { Refusal } from '../../../support/web/server.ts'

beginPages()

const Form = () => {
  const [address, setAddress] = useState<Address | null>({
    ...{ country: '', address1: '', address2: '', city: '', state: '', postalCode: '' },
    memo: 'Back door',
  })
  return <AddressField label="Where" value={address} onChange={setAddress} />
}

const KEIZERSGRACHT = { id: 'p1', main: 'Keizersgracht 126', secondary: '1015 CW Amsterdam, Netherlands' }
const PARTS = {
  address1: 'Keizersgracht 126',
  address2: '',
  city: 'Amsterdam',
  state: 'Noord-Holland',
  postalCode: '1015 CW',
  country: 'Netherlands',
}

const asked = () => serverOf().changes.map(({ id, body }) => [id, (body as { query?: string }).query])
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const suggests = () => serverOf().on(suggestAddresses, () => ({ suggestions: [KEIZERSGRACHT] }))

it('a suggestion that is chosen fills every part but the note, and both calls are one session', async () => {
  await openPart(() => <Form />)
  suggests().on(readSuggestedAddress, () => ({ address: PARTS }))
  await click('combobox', 'Address line 1')
  await fill('Address line 1', 'keizers')
  await click('option', 'Keizersgracht 126, 1015 CW Amsterdam, Netherlands')
  await vi.waitFor(() => expect(entered('City')).toBe('Amsterdam'))
  const shown = ['Address line 1', 'State or region', 'Postal code', 'Country', 'Note'].map(entered)
  expect(shown).toEqual(['Keizersgracht 126', 'Noord-Holland', '1015 CW', 'Netherlands', 'Back door'])
  const sessions = serverOf().changes.map(({ body }) => (body as { session: string }).session)
  expect(sessions).toHaveLength(2)
  expect(new Set(sessions).size).toBe(1)
})

it('nothing is asked for two characters, and only the last text after a second', async () => {
  await openPart(() => <Form />)
  suggests()
  await fill('Address line 1', 'ke ')
  await wait(1200)
  expect(asked()).toEqual([])
  await fill('Address line 1', 'kei')
  await wait(300)
  await fill('Address line 1', ' keizers ')
  await find('option', /Keizersgracht/)
  expect(asked()).toEqual([['addresses.suggest', 'keizers']])
})

it('a chosen address stays to be typed where its parts can’t be had', async () => {
  await openPart(() => <Form />)
  suggests().on(readSuggestedAddress, () => ({ address: null }))
  await fill('Address line 1', 'keizers')
  await click('option', /Keizersgracht/)
  await vi.waitFor(() => expect(serverOf().changes).toHaveLength(2))
  expect([entered('Address line 1'), entered('City')]).toEqual(['Keizersgracht 126', ''])
})

it('after one failure nothing more is asked, and what is typed stays', async () => {
  await openPart(() => <Form />)
  serverOf().on(suggestAddresses, () => new Refusal(401, 'UNAUTHENTICATED', 'Sign in first.'))
  await fill('Address line 1', 'keizers')
  await vi.waitFor(() => expect(asked()).toHaveLength(1), { timeout: 3000 })
  await fill('Address line 1', 'keizersgracht')
  await wait(1300)
  expect(asked()).toHaveLength(1)
  expect(entered('Address line 1')).toBe('keizersgracht')
  expect(all('option')).toEqual([])
})
