/** What the walk needs of the Worker: its addresses, its schema, and the calls made from them. Bundled for Node. */

import { doors } from '../../../worker/app.tsx'
import { schema as built, graphqlDoors } from '../../../worker/graphql.ts'
import { callsOf, nextPageOf, type WalkedDoor } from '../../support/walk/calls.ts'

export { callsOf, nextPageOf }

export const schema = built()

export const walkedDoors: WalkedDoor[] = [
  ...doors
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map(({ endpoint, operation }) => ({ name: `GET ${endpoint.path}`, endpoint, operation })),
  ...[...graphqlDoors()]
    .filter(([name]) => name.startsWith('query.'))
    .map(([name, operation]) => ({ name, endpoint: null, operation })),
]
