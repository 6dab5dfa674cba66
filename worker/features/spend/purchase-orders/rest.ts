import * as endpoints from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { orderList } from '../../../../schema/spend/purchase-orders/list.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import * as act from './act.ts'
import { orderOperations } from './list.ts'
import { readOptions } from './options.ts'
import { pdfResponse, readOrderPdf } from './order-mail.tsx'
import { readPurchaseOrder } from './read.ts'
import * as task from './task.ts'
import './index.ts'

export const purchaseOrderDoors: Door[] = [
  ...viewDoors(orderList, orderOperations),
  door(endpoints.orderOptions, readOptions),
  door(endpoints.getPurchaseOrder, readPurchaseOrder),
  rawDoor(endpoints.orderPdf, readOrderPdf, pdfResponse),
  door(endpoints.createOrderThread, act.createThread),
  door(endpoints.closeOrder, act.closeOrder),
  door(endpoints.resendOrder, act.resendOrder),
  door(endpoints.refreshOrder, act.refreshOrder),
  door(endpoints.mailOrder, act.mailOrder),
  door(endpoints.addOrderDocuments, act.addDocuments),
  door(endpoints.removeOrderDocuments, act.removeDocuments),
  door(endpoints.orderTaskForm, task.readTaskForm),
  door(endpoints.completeOrderTask, task.completeTask),
  door(endpoints.orderTaskStatus, task.readTaskStatus),
]
