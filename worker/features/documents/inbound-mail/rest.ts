import * as endpoints from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { discardMessage, releaseMessage } from './decide.ts'
import { readInboundMessages } from './read.ts'

export const inboundMailDoors = [
  door(endpoints.listInboundMessages, readInboundMessages),
  door(endpoints.releaseInboundMessage, releaseMessage),
  door(endpoints.discardInboundMessage, discardMessage),
]
