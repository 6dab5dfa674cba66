import { getInbox } from '../../../../schema/approvals/inbox/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readInbox } from './list.ts'

export const inboxDoors: Door[] = [door(getInbox, readInbox)]
