/**
 * Invoices that vendors send in their portal. Invariants: one goes to a customer that the vendor has now; it becomes an
 * invoice like an emailed one, once for each file; the vendor sees how far it is, and the reason that the customer wrote
 * to it, and nothing else of the customer's own.
 */
