import * as endpoints from '../../../../schema/money/payments/account-endpoints.ts'
import { getAttention } from '../../../../schema/money/payments/attention-endpoints.ts'
import * as payments from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import * as details from '../../../../schema/money/payments/details-endpoints.ts'
import * as runs from '../../../../schema/money/payments/run-endpoints.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { door } from '../../../transport/rest.ts'
import './bill-payment-make.ts'
import { checkAccount, readPaymentsAccount } from './account.ts'
import { readApprovers, readApproversMetadata, saveApprovers } from './approvers.ts'
import { readAttention } from './attention.ts'
import {
  attachToEntity,
  createSetupIntent,
  readNeedingAttention,
  readPaymentMethods,
  readSetupIntents,
  removePaymentMethod,
  setDefault,
} from './bank-accounts.ts'
import { startBillPayment } from './bill-payment-act.ts'
import { billPaymentOperations, readBillPayment } from './bill-payment-read.ts'
import { schedulePayment, unschedulePayment } from './bill-payment-schedule.ts'
import { enterDetails, readVendorPaymentMethods, readWaitingPaymentInformation, takeSharedDetails } from './details.ts'
import { revealDetails } from './details-decide.ts'
import { readLimits, setLimits } from './limits.ts'
import { createRun, decideRun, previewRun, readRun, readRuns } from './payment-runs.ts'
import { sendRemittanceEmail } from './remittance.tsx'
import { loadFunds, readBalance, readTransfers, transferFunds } from './transfers.ts'

export const paymentDoors = [
  door(getAttention, readAttention),
  door(payments.scheduleBillPayment, schedulePayment),
  door(payments.unscheduleBillPayment, unschedulePayment),
  door(endpoints.getPaymentsAccount, readPaymentsAccount),
  door(endpoints.checkPaymentsAccount, checkAccount),
  door(endpoints.listPaymentMethods, readPaymentMethods),
  door(endpoints.paymentMethodsNeedingAttention, readNeedingAttention),
  door(endpoints.createSetupIntent, createSetupIntent),
  door(endpoints.listSetupIntents, readSetupIntents),
  door(endpoints.setDefaultPaymentMethod, setDefault),
  door(endpoints.attachToEntity, attachToEntity),
  door(endpoints.deletePaymentMethod, removePaymentMethod),
  door(endpoints.financialAccountBalance, readBalance),
  door(endpoints.loadFunds, loadFunds),
  door(endpoints.transferFunds, transferFunds),
  door(endpoints.listTransfers, readTransfers),
  ...viewDoors(payments.billPaymentList, billPaymentOperations),
  door(payments.getBillPayment, readBillPayment),
  door(payments.startBillPayment, startBillPayment),
  door(payments.sendRemittanceEmail, sendRemittanceEmail),
  door(runs.previewRun, previewRun),
  door(runs.createRun, createRun),
  door(runs.listRuns, readRuns),
  door(runs.getRun, readRun),
  door(runs.decideRun, decideRun),
  door(runs.getLimits, readLimits),
  door(runs.setLimits, setLimits),
  door(details.listVendorPaymentMethods, readVendorPaymentMethods),
  door(details.updateVendorPaymentInformation, enterDetails),
  door(details.takeSharedPaymentInformation, takeSharedDetails),
  door(details.listWaitingPaymentInformation, readWaitingPaymentInformation),
  door(details.revealPaymentInformation, revealDetails),
  door(details.getApprovers, readApprovers),
  door(details.saveApprovers, saveApprovers),
  door(details.approversMetadata, readApproversMetadata),
]
