import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PLACES_KEY, places } from '../../../../worker/local/host/stand-ins/places.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Addresses suggested while they are typed, by the stand-in that speaks Google's Places API. */

const settings = env as { OUTLAY_GOOGLE_MAPS_KEY?: string; OUTLAY_GOOGLE_MAPS_BROWSER_KEY?: string }
const SESSION = '3f1c8a52-0d5e-4a39-9a35-6a6f3f7c1b11'
const HOST = 'places.googleapis.com'

let admin: Client
beforeEach(async () => {
  settings.OUTLAY_GOOGLE_MAPS_KEY = PLACES_KEY
  standIn(HOST, { answer: (request) => places.answer(request) })
  const company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})
afterEach(() => {
  delete settings.OUTLAY_GOOGLE_MAPS_KEY
  delete settings.OUTLAY_GOOGLE_MAPS_BROWSER_KEY
})

const suggest = async (query: string) =>
  (await admin.post('/api/address-suggestions', { query, session: SESSION })).body
const chosen = async (id: string) =>
  (await admin.post('/api/address-suggestions/chosen', { id, session: SESSION })).body.address

describe('a suggested address', () => {
  it('comes for what is typed, and has parts as people of its country write them', async () => {
    expect((await suggest('market')).suggestions).toEqual([
      { id: 'ChIJ-market-street-548', main: '548 Market St', secondary: 'San Francisco, CA 94104, USA' },
      { id: 'ChIJ-market-place-10', main: '10 Market Place', secondary: 'London W1W 8AG, UK' },
    ])
    expect(await chosen('ChIJ-market-street-548')).toEqual({
      address1: '548 Market Street',
      address2: 'Suite 300',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94104-5401',
      country: 'United States',
    })
    expect(await chosen('ChIJ-keizersgracht-126')).toEqual({
      address1: 'Keizersgracht 126',
      address2: '',
      city: 'Amsterdam',
      state: 'Noord-Holland',
      postalCode: '1015 CW',
      country: 'Netherlands',
    })
    expect(await chosen('ChIJ-market-place-10')).toMatchObject({ city: 'London', state: 'England' })
  })

  it('needs three characters without the blanks around them', async () => {
    const answer = await admin.post('/api/address-suggestions', { query: ' ab ', session: SESSION })
    expect([answer.status, answer.body.fields]).toEqual([400, { query: 'Type at least 3 characters' }])
  })

  it.each([
    ['the installation has no key', () => delete settings.OUTLAY_GOOGLE_MAPS_KEY],
    ['the key isn’t taken', () => Object.assign(settings, { OUTLAY_GOOGLE_MAPS_KEY: 'another' })],
    ['the provider is down', () => standIn(HOST, { answer: () => new Response('', { status: 503 }) })],
    ['the provider sends a page', () => standIn(HOST, { answer: () => new Response('<html>') })],
    ['the provider isn’t reached', () => standIn(HOST, { answer: () => Promise.reject(new Error('gone')) })],
  ])('isn’t there, without an error, where %s', async (_, prepare) => {
    prepare()
    expect(await suggest('market')).toEqual({ suggestions: [] })
    expect(await chosen('ChIJ-market-street-548')).toBeNull()
  })

  it('isn’t there for a place that the provider no longer knows', async () => {
    expect(await chosen('gone')).toBeNull()
  })

  it('comes to one person 300 times in fifteen minutes at most', async () => {
    let asked = 0
    standIn(HOST, {
      answer: () => {
        asked += 1
        return Response.json({})
      },
    })
    const answers = []
    for (let i = 0; i < 301; i++)
      answers.push((await admin.post('/api/address-suggestions', { query: 'abc', session: SESSION })).status)
    expect([asked, answers.at(-1)]).toEqual([300, 429])
  })
})

it('the key of the Worker is told to no one, and the one for browsers to those who are signed in', async () => {
  const key = async () => (await admin.post('/graphql', { query: '{ googleMapsApiKey }' })).body.data.googleMapsApiKey
  expect(await key()).toBeNull()
  settings.OUTLAY_GOOGLE_MAPS_BROWSER_KEY = 'for browsers'
  expect(await key()).toBe('for browsers')
})
