import { listInboundMessages } from '../../../schema/inbound-mail/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { readInboundMessages } from './read.ts'

export const inboundMailDoors = [door(listInboundMessages, readInboundMessages)]
