import { BANK_ACCOUNT_WORDS, type BankAccountType, maskedAccount, type VendorType } from './values.ts'

/** What a customer's history and mails say of what happens in a vendor's portal. */

export interface BankAccountWords {
  accountHolderName: string
  bankAccountType: BankAccountType
  routingNumber: string
  lastFour: string
}

export type PortalEvent =
  | { kind: 'CONNECTED'; vendorId: string; email: string }
  | { kind: 'REJECTED'; vendorId: string; email: string }
  | { kind: 'RENAMED'; before: string }
  | { kind: 'CONTACTS'; shared: string[]; unshared: string[] }
  /** What the document is, in words. */
  | { kind: 'DOCUMENT_REUSED'; document: string }
  | { kind: 'BANK_SHARED' | 'BANK_UNSHARED'; accounts: BankAccountWords[] }
  | { kind: 'BANK_CHANGED'; before: BankAccountWords; after: BankAccountWords }

export interface PortalNews {
  /** The customer. */
  companyId: string
  event: PortalEvent
  /** Null for an invitation that was rejected before anyone signed in. */
  vendorCompany: { id: string; name: string; vendorType: VendorType } | null
  by: { userId: string; email: string; firstName: string; lastName: string } | null
}

/** "Checking ••••6789 at 021000021, held by Kestrel CAD Inc." */
export const accountText = ({
  accountHolderName,
  bankAccountType,
  routingNumber,
  lastFour,
}: BankAccountWords): string =>
  `${BANK_ACCOUNT_WORDS[bankAccountType]} ${maskedAccount(lastFour)}, routing number ${routingNumber}, held by ${accountHolderName}`
