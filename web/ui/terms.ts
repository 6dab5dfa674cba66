/** One line for each word that not everyone knows, by the label it has on the screens. */
const TERMS = new Map(
  Object.entries({
    'Account type': 'What the account counts as in the financial statements, for example operating expense.',
    'Accounting period': 'The month or year in your books that this is booked in. Closed periods take no new entries.',
    'Accounts payable account': 'The account in your books that holds what you owe vendors.',
    Assignee: 'The person who works on this. They don’t have to be an approver.',
    'Business unit': 'A part of the company across departments, for example a product or region.',
    'Business units': 'Parts of the company across departments, for example products or regions.',
    Class: 'A further way to group lines in your accounting system, besides department and location.',
    'Clearing account': 'The account that holds a payment until the bank has confirmed it.',
    'Compared as': 'The amount in your company’s currency. Approval rules compare this one.',
    'EIN/TIN': 'The vendor’s taxpayer number in the United States.',
    Entity: 'The legal company that buys and pays.',
    Entities: 'The legal companies that buy and pay.',
    'Exchange rate': 'How much one unit of the other currency is worth in your company’s currency on that day.',
    'Funding account': 'The account in your books that the money for payments comes from.',
    'In company currency': 'The amount in your company’s currency, at the rate of that day.',
    'Lead time': 'How many days it takes from the order until it is there.',
    'Payment advice to': 'The vendor gets an email there that says which bill was paid, with a PDF.',
    'Payment terms': 'How many days you have to pay after the invoice date.',
    Payroll: 'Part of salaries. Only people with payroll access see it.',
    'Routing number': 'Nine digits that name a bank in the United States.',
    'SOC 2 compliant': 'An auditor has confirmed how the vendor protects data.',
    Watchers: 'People who can see this and get updates. They can’t approve.',
  }),
)

/** Undefined for words that need no explanation. */
export const termOf = (label: string): string | undefined => TERMS.get(label)
