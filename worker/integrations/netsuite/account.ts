/** NetSuite's account ids: "123456", or "123456_SB1" of a sandbox, which is "123456-sb1" in addresses. */

/** As NetSuite writes it, however someone typed it: in the realm of a signature, for example. */
export const accountName = (accountId: string): string => accountId.trim().toUpperCase().replaceAll('-', '_')

const inAddress = (accountId: string): string => accountName(accountId).toLowerCase().replaceAll('_', '-')

/** Whether it can be an account id at all. It becomes part of a host name. */
export const isAccountId = (text: string): boolean => /^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(accountName(text))

/** Where the account's services are. */
export const servicesOf = (accountId: string): string => `https://${inAddress(accountId)}.suitetalk.api.netsuite.com`

const PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ VendBill: 'vendbill', VendCred: 'vendcred', ExpRept: 'exprept', Check: 'check', CardChrg: 'cardchrg' },
    ...{ CardRfnd: 'cardrfnd', Journal: 'journal', Deposit: 'deposit', CustInvc: 'custinvc', CashSale: 'cashsale' },
    ...{ CustCred: 'custcred', CustRfnd: 'custrfnd', CashRfnd: 'cashrfnd', VendPymt: 'vendpymt', PurchOrd: 'purchord' },
  }),
)

/** Where people open a transaction. */
export const transactionPage = (accountId: string, type: string, id: string): string =>
  `https://${inAddress(accountId)}.app.netsuite.com/app/accounting/transactions/${PAGES.get(type) ?? 'transaction'}.nl?id=${id}`

/** Where people open a vendor. */
export const vendorPage = (accountId: string, id: string): string =>
  `https://${inAddress(accountId)}.app.netsuite.com/app/common/entity/vendor.nl?id=${id}`
