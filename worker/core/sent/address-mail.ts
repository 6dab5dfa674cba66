export interface AddressMail {
  userId: string
  oldEmail: string
  newEmail: string
  /** The admin who asked for the change. */
  by: string
  to: 'NEW' | 'OLD' | 'OLD_AFTERWARDS'
  /** The confirmation token, only for the new address. */
  token: string | null
}
