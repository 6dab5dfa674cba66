import { useQuery } from '@tanstack/react-query'
import { usersForMention } from '../../../../schema/platform/search/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { UseCommands } from '../../platform/search/index.ts'
import { useSession } from '../../platform/session/index.ts'

const PAGE = '/user/settings/delegate-approvers'
const MOST = 4

/** "Delegate to Omar Haddad", for the people whose names the text goes on with. */
export const useCommands: UseCommands = (text) => {
  const session = useSession()
  const name = /^delegate(?:\s+to)?\s+(.{2,})$/i.exec(text.trim())?.[1]?.replace(/^to\s+/i, '') ?? ''
  const { data = [] } = useQuery({
    queryKey: ['delegates', 'named', name],
    queryFn: ({ signal }) => call(usersForMention, { query: { query: name }, signal }),
    enabled: name !== '' && session.impersonatorId === null,
  })
  if (session.impersonatorId !== null) return []
  const people = data.filter(({ id }) => id !== session.userId).slice(0, MOST)
  return [
    { kind: 'Page', label: 'Delegate approvers', href: to(PAGE), also: 'to away vacation' },
    ...people.map((person) => ({
      kind: 'Delegate',
      label: `Delegate to ${fullName(person)}`,
      href: to(PAGE, {}, { dialog: 'new', person: person.id }),
    })),
  ]
}
