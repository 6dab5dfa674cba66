import './subject.ts'
import './ledger.ts'
import './past-subjects.ts'
import './rerouting.ts'
import './reader.ts'
import './subject-facts.ts'
import './vendor-use.ts'
import * as acting from '../../../../schema/money/bills/acting-endpoints.ts'
import * as endpoints from '../../../../schema/money/bills/endpoints.ts'
import { billOptions } from '../../../../schema/money/bills/form-endpoints.ts'
import * as invoices from '../../../../schema/money/bills/invoice-endpoints.ts'
import { billLineFile, billLineList } from '../../../../schema/money/bills/line-list.ts'
import { billList, billsNeedAttention } from '../../../../schema/money/bills/list.ts'
import * as matching from '../../../../schema/money/bills/match-endpoints.ts'
import * as rules from '../../../../schema/money/bills/rule-set-endpoints.ts'
import { listDoors, viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { watchSubject } from '../../platform/session/index.ts'
import * as act from './act.ts'
import { listAttention } from './attention.ts'
import { createBillThread } from './discussion.ts'
import { updateDocuments } from './documents.ts'
import { readBillOptions } from './form-values.ts'
import { deleteInvoice, listInvoices, readInvoice, readInvoiceOfDocument, rejectInvoice } from './invoices.ts'
import { lineOperations } from './line-list.ts'
import { billOperations } from './list.ts'
import * as match from './match-operations.ts'
import { previewBill } from './preview.ts'
import { readApprovals, readBill, readChanges, readLatestBill } from './read.ts'
import { rematchBill } from './rematch.ts'
import * as ruleSets from './rule-sets.ts'
import { createBill, updateBill } from './save.ts'
import { billSubject } from './subject.ts'

export const billDoors: Door[] = [
  door(billsNeedAttention, listAttention),
  ...listDoors(billLineList, billLineFile, lineOperations),
  ...viewDoors(billList, billOperations),
  door(billOptions, readBillOptions),
  door(matching.listBillOrders, match.listBillOrders),
  door(matching.getBillOrder, match.readBillOrder),
  door(matching.getMatchSettings, match.readMatchSettings),
  door(matching.setMatchSettings, match.setMatchSettings),
  door(matching.rematchBill, rematchBill),
  door(invoices.invoiceList.list, listInvoices),
  door(invoices.getInvoiceOfDocument, readInvoiceOfDocument),
  door(invoices.getInvoice, readInvoice),
  door(invoices.deleteInvoice, deleteInvoice),
  door(invoices.rejectInvoice, rejectInvoice),
  door(endpoints.previewBill, previewBill),
  door(endpoints.latestBillOfVendor, readLatestBill),
  door(endpoints.createBill, createBill),
  door(endpoints.getBill, readBill),
  door(endpoints.updateBill, updateBill),
  door(endpoints.deleteBill, act.deleteBill),
  door(endpoints.getBillApprovals, readApprovals),
  door(endpoints.getBillChanges, readChanges),
  door(acting.decideBill, act.decide),
  door(acting.undoBillDecision, act.undoDecision),
  door(acting.remindBill, act.remind),
  door(acting.restartBill, act.restart),
  door(acting.setBillArchived, act.setArchived),
  door(acting.setBillWatchers, act.setWatchers),
  door(acting.updateBillDocuments, updateDocuments),
  door(acting.createBillThread, createBillThread),
  door(acting.addBillApproval, act.addApproval),
  door(acting.bypassBillLevel, act.bypassLevel),
  door(rules.listBillRuleSets, ruleSets.readBillRuleSets),
  door(rules.getBillRuleSet, ruleSets.readBillRuleSet),
  door(rules.renameBillRuleSet, ruleSets.renameBillRuleSet),
  door(rules.saveBillRuleSetLevels, ruleSets.saveBillRuleSetLevels),
  door(rules.saveBillRuleSet, ruleSets.saveBillRuleSet),
  door(rules.simulateBillRules, ruleSets.simulateBillRules),
  door(rules.backtestBillRuleSet, ruleSets.backtestBillRuleSet),
  door(rules.listBillRuleSetVersions, ruleSets.listBillRuleSetVersions),
  door(rules.getBillRuleSetVersion, ruleSets.readBillRuleSetVersion),
  rawDoor(acting.watchBill, act.watch, ({ id }, c) => watchSubject(c, billSubject.kind, id)),
]
