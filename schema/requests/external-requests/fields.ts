import type { ImportColumn } from '../../shared/imports.ts'

/** What the columns of a file of decided requests can hold. */

interface ExternalField extends ImportColumn {
  key: 'reference' | 'title' | 'requester' | 'status' | 'submitted' | 'decided' | 'amount' | 'vendor' | 'due'
  help: string
  example: string
}
export type ExternalFieldKey = ExternalField['key']

export const EXTERNAL_FIELDS: ExternalField[] = [
  {
    key: 'reference',
    label: 'Reference',
    help: 'The number or id in the other system. A reference is imported once.',
    example: 'PR-1042',
    headers: ['id', 'number', 'requestid', 'requestnumber', 'externalid', 'referencenumber', 'requisition'],
  },
  {
    key: 'title',
    label: 'Title',
    help: 'The request’s title.',
    example: 'Team plan of Atlas Analytics',
    headers: ['name', 'requesttitle', 'requestname', 'subject', 'description'],
    isRequired: true,
  },
  {
    key: 'requester',
    label: 'Requester',
    help: 'The email address of a member.',
    example: 'dana@example.com',
    headers: ['requesteremail', 'requestor', 'requestoremail', 'requestedby', 'email', 'submittedby', 'createdby'],
    isRequired: true,
  },
  {
    key: 'status',
    label: 'Status',
    help: 'Approved or rejected. Requests without a decision can’t be imported.',
    example: 'Approved',
    headers: ['state', 'decision', 'requeststatus', 'approvalstatus', 'outcome'],
    isRequired: true,
  },
  {
    key: 'submitted',
    label: 'Submitted',
    help: 'A date as yyyy-mm-dd.',
    example: '2026-03-02',
    headers: ['submittedon', 'submittedat', 'created', 'createdon', 'createdat', 'date', 'requestdate'],
    isRequired: true,
  },
  {
    key: 'decided',
    label: 'Decided',
    help: 'A date as yyyy-mm-dd. Without it, the day it was submitted.',
    example: '2026-03-09',
    headers: ['decidedon', 'approvedon', 'approvedat', 'completed', 'completedon', 'completedat', 'closed', 'closedon'],
  },
  {
    key: 'amount',
    label: 'Amount',
    help: 'An amount with its currency, as 1250.00 USD; without one it is in the company’s.',
    example: '1250.00 USD',
    headers: ['total', 'totalamount', 'cost', 'value', 'requestamount'],
  },
  {
    key: 'vendor',
    label: 'Vendor',
    help: 'The name of a vendor of the company.',
    example: 'Atlas Analytics',
    headers: ['vendorname', 'supplier', 'suppliername'],
  },
  {
    key: 'due',
    label: 'Due date',
    help: 'A date as yyyy-mm-dd.',
    example: '2026-04-01',
    headers: ['duedate', 'dueon', 'neededby'],
  },
]
