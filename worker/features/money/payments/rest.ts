import * as endpoints from '../../../../schema/money/payments/account-endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { checkAccount, readPaymentsAccount } from './account.ts'
import {
  attachToEntity,
  createSetupIntent,
  readNeedingAttention,
  readPaymentMethods,
  readSetupIntents,
  removePaymentMethod,
  setDefault,
} from './bank-accounts.ts'
import { loadFunds, readBalance, readTransfers, transferFunds } from './transfers.ts'

export const paymentDoors = [
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
]
