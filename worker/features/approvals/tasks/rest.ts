import * as endpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { sendDocuments } from '../../../../schema/documents/documents/sending.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { completeWebhook, listDeliveries } from './operations.ts'
import { readSecretState, revealSecret, rotateSecret } from './secrets.ts'
import { sendByHand } from './send-by-hand.ts'

export const workflowTaskDoors: Door[] = [
  door(endpoints.completeWebhookTask, completeWebhook),
  door(endpoints.listWebhookDeliveries, listDeliveries),
  door(endpoints.getWebhookSecret, readSecretState),
  door(endpoints.revealWebhookSecret, revealSecret),
  door(endpoints.rotateWebhookSecret, rotateSecret),
  door(sendDocuments, sendByHand),
]
