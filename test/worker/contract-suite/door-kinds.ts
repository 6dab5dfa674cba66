import { z } from 'zod'
import { findRunning } from '../../../schema/approvals/rerouting/endpoints.ts'
import { saveIntakeSubmission } from '../../../schema/requests/endpoints.ts'
import { isRest, type RestDoor, testDoors } from '../../support/worker/doors.ts'
import { isAsked } from '../../support/worker/operation-facts.ts'

/** The transport treats doors alike that agree in what it looks at: one of each kind shows what it does with all. */

interface DoorKind {
  body: 'no body' | 'an object' | 'a value' | 'a form' | 'a file'
  isSocket: boolean
  isPublic: boolean
  /** `POST an object under /api, for staff`. */
  name: string
}

/** The changes that are worked on before the session is read, which `worker/transport/context.ts` names. */
const GUESSED: string[] = [saveIntakeSubmission.path, findRunning.path]

const bodyOf = ({ endpoint, bound }: RestDoor): DoorKind['body'] => {
  if (bound.form) return 'a form'
  if (endpoint.file) return 'a file'
  if (!endpoint.body || endpoint.body instanceof z.ZodUndefined) return 'no body'
  return endpoint.body instanceof z.ZodObject ? 'an object' : 'a value'
}

const callersOf = (access: string): string => {
  if (access === 'public') return 'anyone'
  if (access === 'session.use') return 'anyone signed in'
  return access.startsWith('vendor.') ? 'vendors' : 'staff'
}

const kindOf = (door: RestDoor): DoorKind => {
  const { endpoint, operation, bound } = door
  const body = bodyOf(door)
  const isSocket = endpoint.raw === 'websocket'
  const words = [
    ...[endpoint.method, body, endpoint.path.startsWith('/api/') ? 'under /api' : 'elsewhere'],
    `for ${callersOf(operation.access)}`,
    isSocket ? 'opening a socket' : bound.respond ? 'answering in its own way' : '',
    GUESSED.includes(endpoint.path) ? 'on a guess' : '',
  ]
  return { body, isSocket, isPublic: operation.access === 'public', name: words.filter(Boolean).join(' ') }
}

/** The first door of each kind, among those that are asked about. */
export const oneOfEachKind = (): { kind: DoorKind; door: RestDoor; name: string }[] => {
  const found = new Map<string, { kind: DoorKind; door: RestDoor; name: string }>()
  for (const door of testDoors.filter(isRest)) {
    const kind = kindOf(door)
    if (isAsked(door.operation.id) && !found.has(kind.name))
      found.set(kind.name, { kind, door, name: `${door.name} (${kind.name})` })
  }
  return [...found.values()]
}
