import * as endpoints from '../../../schema/approvals/block-endpoints.ts'
import { type Door, door } from '../../transport/rest.ts'
import { completeWebhook, listDeliveries, readWebhookSecret } from './operations.ts'

export const workflowTaskDoors: Door[] = [
  door(endpoints.completeWebhookTask, completeWebhook),
  door(endpoints.listWebhookDeliveries, listDeliveries),
  door(endpoints.getWebhookSecret, readWebhookSecret),
]
