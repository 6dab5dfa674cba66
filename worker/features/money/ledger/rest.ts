import * as reports from '../../../../schema/money/ledger/report-endpoints.ts'
import * as syncs from '../../../../schema/money/ledger/sync-endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { readOpenBills, readPayables, readPayablesFile, readPayablesSummary } from './payables.ts'
import { deleteBill, deletePayment, deleteTransfer, recreateBill, sendEntry } from './sync-change.ts'
import { readEntry } from './sync-read.ts'
import { listEntries } from './sync-rows.ts'
import { readTrialBalance, readTrialBalanceFile } from './trial-balance.ts'

export const ledgerDoors: Door[] = [
  { endpoint: syncs.ledgerEntryList.list, operation: listEntries },
  door(syncs.readSentEntry, readEntry),
  door(syncs.sendLedgerEntry, sendEntry),
  door(syncs.deleteBillEntry, deleteBill),
  door(syncs.deleteBillPaymentEntry, deletePayment),
  door(syncs.deleteAchLoadEntry, deleteTransfer),
  door(syncs.recreateBillEntry, recreateBill),
  door(reports.trialBalance, readTrialBalance),
  rawDoor(reports.trialBalanceFile, readTrialBalanceFile, csvResponse),
  door(reports.payablesSummary, readPayablesSummary),
  door(reports.listPayables, readPayables),
  rawDoor(reports.payablesFile, readPayablesFile, csvResponse),
  door(reports.listOpenBills, readOpenBills),
]
