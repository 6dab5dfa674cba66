/** Why a payment stays where it is, in words, besides its duties and what checks hold. */
export const STAY_REASONS = {
  OTHER_CURRENCY: 'Only bills in US dollars are paid from here. Mark this one as paid outside.',
  BILL_NOT_APPROVED: 'The bill isn’t approved as this payment was made for, so it can’t be paid.',
  NOTHING_TO_PAY: 'There is nothing to pay: the bill comes to zero.',
  NO_DETAILS: 'Confirmed bank details are missing.',
  DETAILS_DELETED: 'The bank details of this payment were deleted. Choose confirmed ones.',
  QUARANTINE:
    'New bank details of this vendor are in quarantine, so its payments are held until two people have confirmed them and a day has passed.',
  IN_RUN: 'It’s in payments that wait for a second person to confirm them.',
  NOT_READY: 'It isn’t ready to be paid.',
  NO_ACCESS: 'Who scheduled it may no longer make payments.',
  ACCOUNT_NOT_READY: 'The payments account isn’t ready.',
  BANK_REMOVED: 'The bank account that it is paid from was removed.',
} as const
export type StayReason = keyof typeof STAY_REASONS
