import { SMALL } from '../../../worker/local/host/stand-ins/books/index.ts'
import { QuickbooksStandIn } from '../../../worker/local/host/stand-ins/quickbooks/index.ts'
import '../../../worker/integrations/quickbooks/jobs.ts'
import { standIn } from './outside.ts'
import type { Client } from './world.ts'

export const REALM = '9341452000000088'

let there: QuickbooksStandIn | undefined

/** QuickBooks with a company's small books, until the test ends. It is one, so that codes that it gave stay good. */
export const quickbooksThere = (): QuickbooksStandIn => {
  there ??= new QuickbooksStandIn({ companies: [{ realmId: REALM, name: 'Brightwater Labs', size: SMALL }] })
  for (const each of there.standIns) standIn(each.host, { answer: (request) => each.answer(request) })
  return there
}

/** Goes to Intuit, allows access, and comes back with what the address says. Null for people who may not go. */
export const consent = async (there: QuickbooksStandIn, client: Client) => {
  const { body } = await client.post('/api/accounting/quickbooks/begin')
  if (!body.url) return null
  const { hostname } = new URL(body.url)
  const page = there.standIns.find(({ host }) => host === hostname)
  const answer = await page?.answer(
    new Request(body.url, { method: 'POST', body: new URLSearchParams({ realmId: REALM, answer: 'connect' }) }),
  )
  const { searchParams } = new URL(answer?.headers.get('location') ?? '')
  return {
    code: searchParams.get('code') ?? '',
    state: searchParams.get('state') ?? '',
    realmId: searchParams.get('realmId') ?? '',
  }
}
