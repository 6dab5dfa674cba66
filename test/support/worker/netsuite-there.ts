import { SeededBooks, SMALL } from '../../../worker/local/host/stand-ins/books/index.ts'
import { LOCAL_NETSUITE, Netsuite } from '../../../worker/local/host/stand-ins/netsuite/index.ts'
import '../../../worker/integrations/netsuite/jobs.ts'
import { standIn } from './outside.ts'

export { LOCAL_NETSUITE }

/** NetSuite with a company's small books, until the test ends. @param there one that was there before */
export const netsuiteThere = (there = new Netsuite(new SeededBooks(SMALL))): Netsuite => {
  for (const account of [LOCAL_NETSUITE.accountId, 'OTHER_1'])
    standIn(`${account.toLowerCase().replaceAll('_', '-')}.suitetalk.api.netsuite.com`, {
      answer: (request) => there.answer(request),
    })
  return there
}

const { consumerKey, consumerSecret, tokenId, tokenSecret, accountId } = LOCAL_NETSUITE

/** As the specification words the call (specification 3 §7.6). */
export const TOKENS = { consumerKey, consumerSecret, token: tokenId, tokenSecret, realmId: accountId }
