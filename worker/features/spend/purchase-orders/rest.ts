import * as changes from '../../../../schema/spend/purchase-orders/change-endpoints.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { orderList } from '../../../../schema/spend/purchase-orders/list.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { watchSubject } from '../../platform/session/index.ts'
import * as act from './act.ts'
import * as change from './change.ts'
import { readApprovals, readChanges, readChangesSince } from './change-read.ts'
import { orderOperations } from './list.ts'
import { readOptions } from './options.ts'
import { pdfResponse, readOrderPdf } from './order-mail.tsx'
import { readPurchaseOrder } from './read.ts'
import * as task from './task.ts'
import './index.ts'
import './change-reader.ts'
import './subject-facts.ts'

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
  door(changes.proposeOrderChange, change.proposeChange),
  door(changes.previewOrderChange, change.previewChange),
  door(changes.withdrawOrderChange, change.withdrawChange),
  door(changes.decideOrderChange, change.decideChange),
  door(changes.undoOrderDecision, change.undoDecision),
  door(changes.remindOrderApprovers, change.remind),
  door(changes.bypassOrderBlock, change.bypass),
  door(changes.listOrderChanges, readChanges),
  door(changes.getOrderApprovals, readApprovals),
  door(changes.getOrderChangesSince, readChangesSince),
  rawDoor(changes.watchOrderChange, change.watchChange, ({ id }, c) => watchSubject(c, change.orderKind, id)),
  door(endpoints.orderTaskForm, task.readTaskForm),
  door(endpoints.completeOrderTask, task.completeTask),
  door(endpoints.orderTaskStatus, task.readTaskStatus),
]
